import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { isIdOf, type Value, type Values } from '../schemas/values.ts';
import { diff } from './diff.ts';
import type { LiveIndex } from './live-index.ts';
import { inNeedOrder } from './need-order.ts';
import type { Ownership } from './ownership.ts';
import { parentAddress, type Subject, type Verdict } from './subject.ts';

/** Which live record the user chose for an address, from `--adopt ADDRESS=ID`. */
export type Choices = ReadonlyMap<string, string | undefined>;

interface Matching {
  readonly live: LiveIndex;
  readonly entries: ReadonlyMap<string, StateEntry>;
  /** Ids that an entry of the state stands for, or the document names, by account and kind. */
  readonly owned: ReadonlySet<string>;
  readonly ownership: Ownership;
  readonly choices: Choices;
  /** Ids of resources that exist and stay, by address; filled parents first. */
  readonly ids: Map<string, string>;
}

/**
 * Pairs what is declared with what the state remembers and what is live, parents before children, and says what
 * follows for each address. Entries that the document no longer declares come last.
 */
export function matchAll(
  document: DesiredDocument,
  ownership: Ownership,
  live: LiveIndex,
  choices: Choices,
): readonly Subject[] {
  const accountIds = new Map(document.accounts.map((account) => [account.key, account.id]));
  // What is let go of in this plan is free to be adopted; what the document names by id is spoken for.
  const spokenFor = [
    ...ownership.inScope,
    ...ownership.outOfScope,
    ...document.resources.map(({ accountKey, kind, id }) => ({
      accountId: accountIds.get(accountKey) ?? '',
      kind,
      id: id ?? '',
    })),
  ];
  const matching: Matching = {
    live,
    entries: new Map(ownership.inScope.map((entry) => [entry.address, entry])),
    owned: new Set(spokenFor.map(({ accountId, kind, id }) => `${accountId} ${kind} ${id}`)),
    ownership,
    choices,
    ids: new Map(ownership.outOfScope.map((entry) => [entry.address, entry.id])),
  };
  const matched = new Map<string, Subject>();
  for (const resource of inNeedOrder(document.resources)) {
    const subject = matchDeclared(matching, resource, accountIds.get(resource.accountKey) ?? '');
    const keeps =
      subject.verdict === 'unchanged' ||
      subject.verdict === 'update' ||
      subject.verdict === 'adopt' ||
      subject.verdict === 'forget';
    const id = subject.live?.id ?? resource.id;
    if (keeps && id !== undefined) matching.ids.set(subject.address, id);
    matched.set(resource.address, subject);
  }
  const declared = document.resources.flatMap(({ address }) => matched.get(address) ?? []);
  const gone = ownership.inScope.filter((entry) => !matched.has(entry.address));
  const forgotten = ownership.letGo.map((entry) => matchUndeclared(matching, entry, true));
  return [...declared, ...gone.map((entry) => matchUndeclared(matching, entry, false)), ...forgotten];
}

function matchDeclared(matching: Matching, desired: DesiredResource, accountId: string): Subject {
  const kind = kindNamed(desired.kind);
  const remembered = matching.entries.get(desired.address);
  const entry =
    remembered?.kind === kind.name && (desired.id === undefined || desired.id === remembered.id)
      ? remembered
      : undefined;
  const wanted = wantedValues(matching, kind, desired);
  const found = findLive(matching, kind, accountId, desired, entry, wanted);
  const base = {
    address: desired.address,
    kind,
    accountKey: desired.accountKey,
    accountId,
    desired,
    entry,
    wanted,
    movedFrom: matching.ownership.movedFrom.get(desired.address),
    live: found.live,
    goneOutside: entry !== undefined && found.live?.id !== entry.id,
    candidates: found.candidates,
  };
  if (found.live === undefined)
    return { ...base, verdict: found.verdict, fields: [], dropped: {}, unchecked: [] };
  const known = found.verdict === 'adopt' ? undefined : entry;
  const difference = diff(kind, wanted, found.live, known, desired.lifecycle.ignoreChanges);
  return {
    ...base,
    ...difference,
    verdict: found.verdict === 'adopt' ? 'adopt' : verdictOf(kind, difference),
  };
}

function verdictOf(
  kind: Kind,
  difference: { readonly fields: Subject['fields']; readonly dropped: Values },
): Verdict {
  if (difference.fields.some(({ wire }) => needsReplacement(kind, wire))) return 'replace';
  if (difference.fields.length > 0) return 'update';
  return Object.keys(difference.dropped).length > 0 ? 'forget' : 'unchanged';
}

function needsReplacement(kind: Kind, wire: string): boolean {
  if (wire === kind.parentField) return true;
  return Object.values(kind.fields).some((field) => field.wire === wire && field.change === 'replace');
}

interface Found {
  readonly live: LiveRecord | undefined;
  readonly verdict: Verdict;
  readonly candidates: readonly string[];
}

function exists(live: LiveRecord): Found {
  return { live, verdict: 'unchanged', candidates: [] };
}

function findLive(
  matching: Matching,
  kind: Kind,
  accountId: string,
  desired: DesiredResource,
  entry: StateEntry | undefined,
  wanted: Values,
): Found {
  if (!kind.creatable && kind.parent === undefined)
    return exists(matching.live.byId(accountId, kind.name, accountId) ?? unread(kind, accountId));
  if (desired.id !== undefined) {
    const live = matching.live.byId(accountId, kind.name, desired.id);
    return live === undefined ? { live, verdict: 'absent', candidates: [] } : exists(live);
  }
  const remembered = entry === undefined ? undefined : matching.live.byId(accountId, kind.name, entry.id);
  if (remembered !== undefined) return exists(remembered);
  return findUnowned(matching, kind, accountId, desired.address, wanted);
}

/** An account whose settings nobody declares is not read; it stands for itself. */
function unread(kind: Kind, accountId: string): LiveRecord {
  return { kind: kind.name, accountId, id: accountId, fields: {}, deleted: false, updatedAt: undefined };
}

function findUnowned(
  matching: Matching,
  kind: Kind,
  accountId: string,
  address: string,
  wanted: Values,
): Found {
  const unowned = matching.live
    .byNaturalKey(accountId, kind, wanted)
    .filter((record) => !matching.owned.has(`${accountId} ${kind.name} ${record.id}`));
  const chosen = matching.choices.get(address);
  const fitting = chosen === undefined ? unowned : unowned.filter((record) => record.id === chosen);
  const [only, second] = fitting;
  if (only === undefined) {
    // A choice that names no live record that fits is never read as leave to create another.
    if (chosen !== undefined)
      return { live: undefined, verdict: 'ambiguous', candidates: unowned.map((record) => record.id) };
    return { live: undefined, verdict: 'create', candidates: [] };
  }
  if (second === undefined) return { live: only, verdict: 'adopt', candidates: [] };
  return { live: undefined, verdict: 'ambiguous', candidates: fitting.map((record) => record.id) };
}

/** Declared values with references resolved to ids where those are known and stay, and the parent's id. */
function wantedValues(matching: Matching, kind: Kind, desired: DesiredResource): Values {
  const declared = Object.entries(desired.fields).map(
    ([wire, value]) => [wire, resolve(matching, value)] as const,
  );
  const parent = desired.parent ?? parentAddress(desired.address);
  if (kind.parentField === undefined || parent === undefined || desired.id !== undefined)
    return Object.fromEntries(declared);
  return { ...Object.fromEntries(declared), [kind.parentField]: resolve(matching, { id_of: parent }) };
}

function resolve(matching: Matching, value: Value): Value {
  return isIdOf(value) ? (matching.ids.get(value.id_of) ?? value) : value;
}

function matchUndeclared(matching: Matching, entry: StateEntry, letGo: boolean): Subject {
  const kind = kindNamed(entry.kind);
  const live = matching.live.byId(entry.accountId, entry.kind, entry.id);
  const deletes = !letGo && entry.origin !== 'external' && live !== undefined;
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
    fields: [],
    dropped: {},
    unchecked: [],
    movedFrom: matching.ownership.movedFrom.get(entry.address),
    goneOutside: live === undefined,
    candidates: [],
  };
}
