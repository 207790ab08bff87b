import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { plainText, type Value, type Values } from '../schemas/values.ts';
import { ancestors, type Subject } from './subject.ts';

/** How changing resources stand to one another; built once, so that planning stays linear. */
export interface Surroundings {
  readonly byAddress: ReadonlyMap<string, Subject>;
  /** Changing resources above an address, the nearest first. */
  above(address: string): readonly Subject[];
  /** True where anything changes beneath an address. */
  hasBeneath(address: string): boolean;
  /** Resources whose live record goes, and stands under the live record of the given one or refers to it. */
  goneBeneath(subject: Subject): readonly Subject[];
}

/** True where the live record goes. */
export function losesRecord(subject: Subject): boolean {
  return subject.verdict === 'delete' || subject.verdict === 'replace';
}

export function surroundingsOf(changing: readonly Subject[]): Surroundings {
  const byAddress = new Map(changing.map((subject) => [subject.address, subject]));
  const beneath = new Set<string>();
  const gone = new Map<string, Subject[]>();
  for (const subject of changing) {
    for (const address of ancestors(subject.address)) beneath.add(address);
    if (subject.live === undefined || !losesRecord(subject)) continue;
    for (const record of recordsAbove(subject.kind, subject.live)) {
      const known = gone.get(record);
      if (known === undefined) gone.set(record, [subject]);
      else known.push(subject);
    }
  }
  return {
    byAddress,
    above: (address) => ancestors(address).flatMap((ancestor) => byAddress.get(ancestor) ?? []),
    hasBeneath: (address) => beneath.has(address),
    goneBeneath: (subject) => namesOf(subject).flatMap((name) => gone.get(name) ?? []),
  };
}

/** The live records that a live record stands under or refers to, at any depth of its values. */
export function recordsAbove(kind: Kind, live: LiveRecord): readonly string[] {
  const { accountId, fields } = live;
  const references = referredNames(kind, accountId, fields);
  return kind.parent === undefined || kind.parentField === undefined
    ? references
    : [recordName(accountId, kind.parent, fields[kind.parentField]), ...references];
}

/** The names of the records that values refer to, as far as ids are known; a text that is no id names nothing. */
export function referredNames(kind: Kind, accountId: string, values: Values): readonly string[] {
  return Object.values(kind.fields).flatMap(({ type, wire }) => {
    const texts = type.refersTo === undefined ? [] : textsIn(values[wire]);
    return (type.refersTo ?? []).flatMap((referred) =>
      texts.map((text) => recordName(accountId, referred, text)),
    );
  });
}

/** The texts in a value, at any depth. */
export function textsIn(value: Value | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member: Value) => textsIn(member));
}

/** The names that the live record of a subject is referred to by: its id, and what its kind has in place of it. */
export function namesOf({
  kind,
  accountId,
  live,
}: Pick<Subject, 'kind' | 'accountId' | 'live'>): readonly string[] {
  const other = kind.referredBy === undefined ? undefined : live?.fields[kind.referredBy];
  return [live?.id, other].filter((id) => id !== undefined).map((id) => recordName(accountId, kind.name, id));
}

/** The name of a live record among those of all kinds and accounts. */
function recordName(accountId: string, kind: string, id: Value | undefined): string {
  return `${accountId} ${kind} ${plainText(id)}`;
}
