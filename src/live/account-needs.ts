import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { allKinds, kindNamed } from '../schemas/registry.ts';
import type { Intent, StateEntry } from '../schemas/state-entry.ts';

/** A list of one kind: all records of the account, or those named. */
export interface NeededList {
  readonly kind: string;
  /** Ids to ask for; left out, the list is read completely. */
  readonly ids?: readonly string[];
}

/** What has to be read of one account. */
export interface AccountNeeds {
  readonly accountId: string;
  /** In registry order, one for each kind. */
  readonly lists: readonly NeededList[];
  /** Records that only a single read shows, or shows fully, by kind and id. */
  readonly singles: readonly { readonly kind: string; readonly id: string }[];
}

/** What a plan or an apply has to know of each account, before it is put in order. */
interface Wanted {
  readonly kinds: Set<string>;
  readonly singles: Map<string, { readonly kind: string; readonly id: string }>;
}

/**
 * Which records of which accounts a plan of the document has to read: the kinds declared or held in the state, and
 * the kinds that those refer to or stand in. Kinds that nobody declares are not listed; an account's settings are
 * read only where they are or were managed. Takes the document, the state's entries, the intents that an earlier run
 * left open, and the account keys that the run is limited to (all, when left out). Accounts come in the document's
 * order, those known from the state or an intent alone after them.
 */
export function needsOf(
  document: DesiredDocument,
  entries: readonly StateEntry[],
  openIntents: readonly Intent[] = [],
  scope?: readonly string[],
): readonly AccountNeeds[] {
  const inScope = (key: string): boolean => scope === undefined || scope.includes(key);
  const wanted = new Map<string, Wanted>();
  const accounts = document.accounts.filter((account) => inScope(account.key));
  const accountIds = new Map(accounts.map((account) => [account.key, account.id]));
  for (const account of accounts) wantedOf(wanted, account.id);

  const remembered = new Map(entries.map((entry) => [entry.address, entry]));
  for (const resource of document.resources) {
    const accountId = accountIds.get(resource.accountKey);
    if (accountId !== undefined) addResource(wantedOf(wanted, accountId), accountId, resource, remembered);
  }
  for (const entry of entries) {
    if (inScope(entry.accountKey) && isInvolved(document, entry))
      addEntry(wantedOf(wanted, entry.accountId), entry);
  }
  for (const needs of needsOfIntents(openIntents)) {
    const known = wantedOf(wanted, needs.accountId);
    for (const { kind } of needs.lists) known.kinds.add(kind);
    for (const single of needs.singles) known.singles.set(`${single.kind} ${single.id}`, single);
  }
  return [...wanted].map(([accountId, { kinds, singles }]) =>
    inOrder(accountId, kinds, [...singles.values()]),
  );
}

/** What has to be read to find out whether open intents took effect: complete lists of their kinds, and single reads. */
export function needsOfIntents(intents: readonly Intent[]): readonly AccountNeeds[] {
  const wanted = new Map<string, Wanted>();
  for (const intent of intents) {
    const { kinds, singles } = wantedOf(wanted, intent.accountId);
    for (const { kind, id } of intent.operations) {
      if (kindNamed(kind).operations.list !== undefined) kinds.add(kind);
      else if (id !== null) singles.set(`${kind} ${id}`, { kind, id });
    }
  }
  return [...wanted].map(([accountId, { kinds, singles }]) => ({
    accountId,
    lists: listsOf(kinds),
    singles: [...singles.values()],
  }));
}

/** What has to be read to settle one intent: a list filtered by id where it creates nothing of the kind. */
export function needsOfIntent(intent: Intent): AccountNeeds {
  const [needs] = needsOfIntents([intent]);
  const lists = (needs?.lists ?? []).map(({ kind }): NeededList => {
    const ids = intent.operations.filter((operation) => operation.kind === kind).map(({ id }) => id);
    const known = ids.filter((id) => id !== null);
    return known.length === ids.length ? { kind, ids: known } : { kind };
  });
  return { accountId: intent.accountId, lists, singles: needs?.singles ?? [] };
}

function wantedOf(wanted: Map<string, Wanted>, accountId: string): Wanted {
  const known = wanted.get(accountId) ?? { kinds: new Set(), singles: new Map() };
  wanted.set(accountId, known);
  return known;
}

function addResource(
  wanted: Wanted,
  accountId: string,
  resource: DesiredResource,
  remembered: ReadonlyMap<string, StateEntry>,
): void {
  const kind = kindNamed(resource.kind);
  const id = kind.parent === undefined ? accountId : (resource.id ?? remembered.get(resource.address)?.id);
  add(wanted, kind, id, Object.keys(resource.fields));
}

function addEntry(wanted: Wanted, entry: StateEntry): void {
  add(wanted, kindNamed(entry.kind), entry.id, Object.keys(entry.declared));
}

function add(wanted: Wanted, kind: Kind, id: string | undefined, managed: readonly string[]): void {
  if (kind.operations.list !== undefined) wanted.kinds.add(kind.name);
  if (kind.operations.read === undefined || id === undefined) return;
  const hidden = kind.onSingleRead ?? [];
  const single =
    kind.operations.list === undefined ? managed.length > 0 : managed.some((wire) => hidden.includes(wire));
  if (single) wanted.singles.set(`${kind.name} ${id}`, { kind: kind.name, id });
}

/** An entry matters where its account is declared, where the file that declared it was read, or where it is named. */
function isInvolved(document: DesiredDocument, entry: StateEntry): boolean {
  if (document.accounts.some((account) => account.id === entry.accountId)) return true;
  if (document.files.includes(entry.file)) return true;
  const named = [...document.moved, ...document.removed].map(({ from }) => from);
  if (named.some((from) => entry.address === from || entry.address.startsWith(`${from}/`))) return true;
  return document.folders.some((folder) =>
    folder === '.' ? !/^(\.\.)?\//.test(entry.file) : entry.file.startsWith(`${folder}/`),
  );
}

function inOrder(
  accountId: string,
  kinds: ReadonlySet<string>,
  singles: AccountNeeds['singles'],
): AccountNeeds {
  const listed = new Set(kinds);
  // A set that grows while it is walked: what a needed kind needs is visited too.
  for (const name of listed) for (const needed of referredKinds(kindNamed(name))) listed.add(needed);
  return { accountId, lists: listsOf(listed), singles };
}

/** The kinds that a kind stands in or refers to, as far as they can be listed. */
function referredKinds(kind: Kind): readonly string[] {
  const named = [kind.parent, ...Object.values(kind.fields).map((field) => field.refersTo)];
  return named
    .filter((name) => name !== undefined)
    .filter((name) => kindNamed(name).operations.list !== undefined);
}

function listsOf(kinds: ReadonlySet<string>): readonly NeededList[] {
  return allKinds.filter((kind) => kinds.has(kind.name)).map((kind) => ({ kind: kind.name }));
}
