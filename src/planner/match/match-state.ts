import type { DesiredDocument, DesiredResource } from '../../schemas/desired.ts';
import { type LiveAccount, type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { timeAt } from '../../schemas/times.ts';
import { mapReferences, type Value, type Values } from '../../schemas/values.ts';
import type { LiveIndex } from './live-index.ts';
import { keepsRecord } from './outcome.ts';
import type { Ownership } from './ownership.ts';
import type { Subject } from './subject.ts';

/** Which live record the user chose for an address, from `--adopt ADDRESS=ID`. */
export type Choices = ReadonlyMap<string, string | undefined>;

/** What pairing looks things up in, and what it has found so far. */
export interface Matching {
  /** The platform's id of an account, by its key; empty for one that the document does not have. */
  readonly accountIdOf: (key: string) => string;
  readonly live: LiveIndex;
  readonly entries: ReadonlyMap<string, StateEntry>;
  readonly ownership: Ownership;
  readonly choices: Choices;
  /** ISO 8601, the platform's time. */
  readonly now: string;
  /** Records that an entry of the state stands for, or the document names by id. */
  readonly owned: ReadonlySet<string>;
  /** Entries that the document no longer declares, by the record that they stand for. */
  readonly released: ReadonlyMap<string, StateEntry>;
  /** Sets whose outside changes are left alone, as `ADDRESS section`. */
  readonly ignored: ReadonlySet<string>;
  /** Ids of resources that exist and stay, by address; filled parents first. */
  readonly ids: Map<string, string>;
  /** What other records refer to those by, by address. */
  readonly referredBy: Map<string, Value>;
  /** Records that a declared resource has been paired with. */
  readonly taken: Set<string>;
}

/** The platform's time at the latest reading, which a wrong clock here does not change; the plan's without any. */
export function timeOf({
  live,
  createdAt,
}: {
  readonly live: readonly LiveAccount[];
  readonly createdAt: string;
}): string {
  const readAt = Math.max(0, ...live.map((account) => account.readAt));
  return readAt === 0 ? createdAt : timeAt(readAt);
}

/** A matching before anything is paired. */
export function beginMatching(
  document: DesiredDocument,
  ownership: Ownership,
  live: LiveIndex,
  choices: Choices,
  now: string,
): Matching {
  const accountIds = new Map(document.accounts.map((account) => [account.key, account.id]));
  const accountIdOf = (key: string): string => accountIds.get(key) ?? '';
  const declared = new Set(document.resources.map(({ address }) => address));
  // What is let go of in this plan is free to be adopted; what the document names by id is spoken for.
  const spokenFor = [
    ...ownership.inScope,
    ...ownership.outOfScope,
    ...document.resources.map(({ accountKey, kind, id }) => ({
      accountId: accountIdOf(accountKey),
      kind,
      id: id ?? '',
    })),
  ];
  const matching: Matching = {
    accountIdOf,
    live,
    ownership,
    choices,
    now,
    entries: new Map(ownership.inScope.map((entry) => [entry.address, entry])),
    owned: new Set(spokenFor.map(recordKey)),
    released: new Map(
      ownership.inScope
        .filter(({ address }) => !declared.has(address))
        .map((entry) => [recordKey(entry), entry] as const),
    ),
    ignored: new Set(document.resources.flatMap(ignoredSections)),
    ids: new Map(ownership.outOfScope.map((entry) => [entry.address, entry.id])),
    referredBy: new Map(),
    taken: new Set(),
  };
  for (const entry of ownership.outOfScope) noteReference(matching, entry.address, entry, undefined);
  return matching;
}

function ignoredSections({ address, lifecycle }: DesiredResource): readonly string[] {
  return lifecycle.ignoreChanges.map((name) => `${address} ${name}`);
}

/** Remembers what a paired resource is, for what stands in it or refers to it. */
export function notePaired(matching: Matching, subject: Subject): void {
  const { address, live, desired, entry } = subject;
  if (live !== undefined) matching.taken.add(recordKey(live));
  const id = live?.id ?? desired?.id ?? (subject.absence === undefined ? undefined : entry?.id);
  if (!keepsRecord(subject) || id === undefined) return;
  matching.ids.set(address, id);
  noteReference(matching, address, { kind: subject.kind.name, id, answered: entry?.answered ?? {} }, live);
}

function noteReference(
  { referredBy }: Matching,
  address: string,
  { kind, id, answered }: Pick<StateEntry, 'kind' | 'id' | 'answered'>,
  live: LiveRecord | undefined,
): void {
  const field = kindNamed(kind).referredBy;
  const value = field === undefined ? id : (live?.fields[field] ?? answered[field]);
  if (value !== undefined) referredBy.set(address, value);
}

/** Declared values by wire name, with references resolved at any depth where what they lead to is known and stays. */
export function wantedValues(matching: Matching, { kind: name, ...desired }: DesiredResource): Values {
  const kind = kindNamed(name);
  const declared = Object.entries(desired.fields).map(
    ([wire, value]) => [wire, resolve(matching, value)] as const,
  );
  // What exists already, or with its parent, is not moved by where it is declared.
  const fixed = desired.id !== undefined || kind.form === 'only';
  if (kind.parentField === undefined || desired.parent === undefined || fixed)
    return Object.fromEntries(declared);
  const parent = matching.ids.get(desired.parent) ?? { id_of: desired.parent };
  return { ...Object.fromEntries(declared), [kind.parentField]: parent };
}

function resolve(matching: Matching, value: Value): Value {
  const resolved = mapReferences(value, (reference) =>
    'id_of' in reference ? (matching.referredBy.get(reference.id_of) ?? reference) : reference,
  );
  return resolved ?? value;
}
