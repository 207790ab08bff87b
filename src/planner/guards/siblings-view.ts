import type { Kind } from '../../schemas/define-kind.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { keepsRecord } from '../match/outcome.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';

/** A resource as it stands among its siblings; values by wire name. */
interface Sibling {
  readonly kind: Kind;
  readonly values: Values;
}

/** What stands under one parent, declared or not. */
export interface Families {
  /** All of a kind under a parent, as they are live or as they are to become. */
  under(parent: Subject, kind: string, when: 'live' | 'wanted'): readonly Sibling[];
}

/** Looks each family up once, so that asking for it from every member stays linear. */
export function createFamilies(subjects: readonly Subject[], live: LiveIndex): Families {
  const members = Map.groupBy(subjects, ({ address }) => parentOf(address));
  const going = new Set(subjects.filter((subject) => !keepsRecord(subject)).map((subject) => subject.live));
  const known = new Map<string, readonly Sibling[]>();
  return {
    under: (parent, name, when) => {
      const at = `${when} ${name} ${parent.address}`;
      const family = known.get(at) ?? familyOf(parent, kindNamed(name), when, { members, going, live });
      known.set(at, family);
      return family;
    },
  };
}

interface Surveyed {
  readonly members: ReadonlyMap<string, readonly Subject[]>;
  /** Records that are gone afterwards, wherever what they stand for is declared. */
  readonly going: ReadonlySet<LiveRecord | undefined>;
  readonly live: LiveIndex;
}

function familyOf(
  parent: Subject,
  kind: Kind,
  when: 'live' | 'wanted',
  { members, going, live }: Surveyed,
): readonly Sibling[] {
  const records = parent.live === undefined ? [] : live.beneath(kind, parent.live);
  if (when === 'live') return records.map(({ fields }) => ({ kind, values: fields }));
  const ours = (members.get(parent.address) ?? []).filter((member) => member.kind === kind);
  const known = new Set(ours.map((member) => member.live?.id));
  const others =
    parent.verdict === 'replace'
      ? []
      : records.filter((record) => !known.has(record.id) && !going.has(record));
  const stays = ours.filter((member) => member.live !== undefined && keepsRecord(member));
  const comes = ours.filter(({ verdict }) => verdict === 'create' || verdict === 'replace');
  // What is there already comes first: a newcomer has to fit in with it.
  return [
    ...stays.map((member) => ({ kind, values: valuesAfter(member) })),
    ...others.map(({ fields }) => ({ kind, values: fields })),
    ...comes.map((member) => ({ kind, values: valuesAfter(member) })),
  ];
}
