import { withDeclaredAgain } from '../../schemas/declared-again.ts';
import type { DesiredDocument, DesiredResource } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ownValue, sameValue, type Values } from '../../schemas/values.ts';
import { diff } from './diff.ts';
import { type Found, findLive, hasLeft, type Sought } from './find-live.ts';
import type { LiveIndex } from './live-index.ts';
import { beginMatching, type Choices, type Matching, notePaired, wantedValues } from './match-state.ts';
import { inNeedOrder } from './need-order.ts';
import type { Ownership } from './ownership.ts';
import { consequenceOf } from './replacement.ts';
import { resumed } from './resume.ts';
import { surplusMembers } from './sets.ts';
import type { FieldChange, Subject } from './subject.ts';
import { canDelete } from './write-mode.ts';

/**
 * Pairs what is declared with what the state remembers and what is live, parents before children, and says what
 * follows for each address; `now` is ISO 8601. Entries that the document no longer declares come last, and after them
 * live members that whole sets do not have.
 */
export function matchAll(
  document: DesiredDocument,
  ownership: Ownership,
  live: LiveIndex,
  choices: Choices,
  now: string,
): readonly Subject[] {
  const matching = beginMatching(document, ownership, live, choices, now);
  const matched = new Map<string, Subject>();
  const readdressed = new Set<string>();
  for (const resource of inNeedOrder(document.resources)) {
    const { subject, from } = matchDeclared(matching, resource);
    notePaired(matching, subject);
    matched.set(resource.address, subject);
    if (from !== undefined) readdressed.add(from);
  }
  const places = new Map(document.resources.map(({ address }, index) => [address, index]));
  const declared = [...matched.values()].sort(
    (a, b) => Number(places.get(a.address)) - Number(places.get(b.address)),
  );
  const gone = ownership.inScope.filter(({ address }) => !matched.has(address) && !readdressed.has(address));
  const known = [
    ...declared,
    ...gone.map((entry) => matchUndeclared(matching, entry, false)),
    ...ownership.letGo.map((entry) => matchUndeclared(matching, entry, true)),
  ];
  return [...known, ...surplusMembers(matching, known)];
}

interface Matched {
  readonly subject: Subject;
  /** The address, declared no longer, whose entry it takes over. */
  readonly from: string | undefined;
}

function matchDeclared(matching: Matching, desired: DesiredResource): Matched {
  const accountId = matching.accountIdOf(desired.accountKey);
  const sought = soughtFor(matching, desired, accountId);
  const found = findLive(matching, sought);
  const { readdressed } = found;
  const remembered = readdressed === undefined ? sought.entry : { ...readdressed, address: desired.address };
  const entry = remembered === undefined ? undefined : withDeclaredAgain(remembered, desired.fields);
  const from = readdressed?.address;
  const { movedFrom } = matching.ownership;
  const base = {
    address: desired.address,
    kind: sought.kind,
    accountKey: desired.accountKey,
    accountId,
    desired,
    entry,
    wanted: withCleared(sought, found.live),
    movedFrom: from === undefined ? movedFrom.get(desired.address) : (movedFrom.get(from) ?? from),
    live: found.live,
    candidates: found.candidates,
    surplus: undefined,
    left: isLeft(found),
    ...noDifference,
  };
  return { subject: resumed({ ...base, goneOutside: isGone(base, found), ...judged(base, found) }), from };
}

/** What the platform unsets because of a declared value is wanted so: a bid that goes is a change to be told and asked. */
function withCleared({ kind, wanted }: Sought, live: LiveRecord | undefined): Values {
  const cleared = (kind.cleared?.(wanted) ?? []).filter(
    (wire) => !(wire in wanted) && (live?.fields[wire] ?? null) !== null,
  );
  return { ...wanted, ...Object.fromEntries(cleared.map((wire) => [wire, null])) };
}

const noDifference = { fields: [], replacing: [], dropped: {}, unchecked: [] } as const;

function soughtFor(matching: Matching, desired: DesiredResource, accountId: string): Sought {
  const kind = kindNamed(desired.kind);
  const remembered = matching.entries.get(desired.address);
  const entry =
    remembered?.kind === kind.name && (desired.id === undefined || desired.id === remembered.id)
      ? remembered
      : undefined;
  return { kind, accountId, desired, entry, wanted: wantedValues(matching, desired) };
}

type Unjudged = Omit<Subject, 'verdict' | 'goneOutside'> & { readonly desired: DesiredResource };

/** What is there with its parent, or left when its time had come, was not deleted by anybody. */
function isGone({ kind, entry, live }: Unjudged, found: Found): boolean {
  return entry !== undefined && kind.form !== 'only' && !isLeft(found) && live?.id !== entry.id;
}

function isLeft({ verdict }: Found): boolean {
  return verdict === 'left' || verdict === 'ignored';
}

function judged(
  base: Unjudged,
  found: Found,
): Pick<Subject, 'verdict' | 'fields' | 'replacing' | 'dropped' | 'unchecked'> {
  const { kind, wanted, live, entry, desired } = base;
  if (found.verdict === 'ignored') return { ...noDifference, verdict: 'unchanged' };
  if (found.verdict === 'left') return { ...noDifference, verdict: 'unchanged', fields: changedSince(base) };
  if (live === undefined) {
    if (found.verdict !== 'exists') return { ...noDifference, verdict: found.verdict };
    const fields = Object.entries(wanted)
      .filter(([, after]) => after !== null)
      .map(([wire, after]) => ({ wire, after, before: null, ...fromConfig }));
    return { ...noDifference, verdict: fields.length > 0 ? 'update' : 'unchanged', fields };
  }
  const known = found.verdict === 'adopt' ? undefined : entry;
  const difference = diff(kind, wanted, live, known, desired.lifecycle.ignoreChanges);
  const consequence = consequenceOf(kind, wanted, live.fields, difference);
  return {
    ...difference,
    ...consequence,
    ...(found.verdict === 'adopt' ? { verdict: 'adopt' as const } : {}),
  };
}

const fromConfig = { cause: 'config', applied: undefined } as const;

/** What the document says otherwise by now of something that has left; that is too late. */
function changedSince({ kind, wanted, entry }: Unjudged): readonly FieldChange[] {
  return Object.entries(wanted).flatMap(([wire, after]) => {
    const applied = ownValue(entry?.declared, wire);
    if (wire === kind.parentField || applied === undefined || sameValue(after, applied)) return [];
    return [{ wire, after, before: applied, cause: 'config', applied }];
  });
}

function matchUndeclared(matching: Matching, entry: StateEntry, letGo: boolean): Subject {
  const kind = kindNamed(entry.kind);
  const live = matching.live.byId(entry.accountId, entry.kind, entry.id);
  const left = live === undefined && hasLeft(kind, entry, matching.now);
  const deletes = !letGo && entry.origin !== 'external' && live !== undefined && canDelete(kind, live.fields);
  return {
    address: entry.address,
    kind,
    accountKey: entry.accountKey,
    accountId: entry.accountId,
    desired: undefined,
    entry,
    live,
    verdict: deletes ? 'delete' : 'forget',
    wanted: {},
    ...noDifference,
    movedFrom: matching.ownership.movedFrom.get(entry.address),
    goneOutside: live === undefined && kind.form !== 'only' && !left,
    candidates: [],
    surplus: undefined,
    left,
  };
}
