import { parentAddress } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { isReadIn } from '../schemas/home.ts';
import { recordKey } from '../schemas/live-record.ts';
import { allKinds, kindNamed, rootKind } from '../schemas/registry.ts';
import { spendingBeneath } from '../schemas/spends-under.ts';
import type { IntendedOperation, Intent, StateEntry } from '../schemas/state-entry.ts';
import { isIdOf, ownValue, plainText, sameValue, type Values } from '../schemas/values.ts';
import { mayGo } from './may-go.ts';
import { type CollectedNeeds, createNeedCollector } from './need-collector.ts';
import type { AccountNeeds, NeededList } from './needs.ts';
import { createRecordQueries, type RecordQuery } from './record-query.ts';

/**
 * Which records of which accounts a plan of the document has to read: the kinds declared or held in the state, and
 * the kinds that those stand in or take their currency from. Kinds that nobody declares are not listed; what stands
 * below single records only where it is declared there, or held; an account's settings only where they are or were
 * managed. Where document and state know the ids of all that they speak of, and what it stands in and refers to, these
 * are said to suffice. Takes the document, the state's entries, the intents that an earlier run left open, and the account
 * keys that the run is limited to (all, when left out), and whether all that is ours is to be destroyed. What may go is
 * read with what stands beneath it. Accounts come in the document's order, those known from the state
 * or an intent alone after them.
 */
export function needsOf(
  document: DesiredDocument,
  entries: readonly StateEntry[],
  openIntents: readonly Intent[] = [],
  scope?: readonly string[],
  destroys = false,
): readonly AccountNeeds[] {
  const inScope = (key: string): boolean => scope === undefined || scope.includes(key);
  const accounts = document.accounts.filter((account) => inScope(account.key));
  const accountIds = new Map(accounts.map((account) => [account.key, account.id]));
  const wanted = createNeedCollector();
  for (const account of accounts) wanted.of(account.id);

  const remembered = new Map(entries.map((entry) => [entry.address, entry]));
  const seek = createRecordQueries(document, (address) => remembered.get(address));
  const held = new Set(entries.map(recordKey));
  for (const resource of document.resources) {
    const accountId = accountIds.get(resource.accountKey);
    if (accountId !== undefined)
      addResource(wanted.of(accountId), {
        accountId,
        resource,
        entry: remembered.get(resource.address),
        seek,
        isHeld: (id) => held.has(recordKey({ accountId, kind: resource.kind, id })),
      });
  }
  for (const entry of entries) {
    if (inScope(entry.accountKey) && isInvolved(document, entry))
      addEntry(wanted.of(entry.accountId), entry, seek);
  }
  const isDecided = (entry: StateEntry): boolean => isDecidedHere(document, entry);
  for (const known of [entries, withIntended(entries, openIntents)])
    for (const entry of mayGo({ document, entries: known, destroys, isDecided }))
      if (inScope(entry.accountKey)) addBeneath(wanted.of(entry.accountId), entry, seek);
  for (const intent of openIntents) addIntent(wanted.of(intent.accountId), intent);
  return wanted.needs(referredKinds);
}

/** What has to be read to find out whether open intents took effect: complete lists of their kinds, and single reads. */
export function needsOfIntents(intents: readonly Intent[]): readonly AccountNeeds[] {
  const wanted = createNeedCollector();
  for (const intent of intents) addIntent(wanted.of(intent.accountId), intent);
  return wanted.needs(() => []);
}

/** What has to be read to settle one intent: a list filtered by id where it creates nothing of the kind. */
export function needsOfIntent(intent: Intent): AccountNeeds {
  const [needs] = needsOfIntents([intent]);
  const lists = (needs?.lists ?? []).map((list): NeededList => {
    const ids = intent.operations.filter(({ kind }) => kind === list.kind).map(({ id }) => id);
    const known = ids.filter((id) => id !== null);
    const byId = ids.length > 0 && known.length === ids.length && list.below === undefined;
    return byId ? { ...list, ids: known } : list;
  });
  return { accountId: intent.accountId, lists, singles: needs?.singles ?? [] };
}

interface Declared {
  readonly accountId: string;
  readonly resource: DesiredResource;
  readonly entry: StateEntry | undefined;
  readonly seek: (address: string) => RecordQuery | undefined;
  /** True for the id of a record of the resource's kind and account that the state has. */
  readonly isHeld: (id: string) => boolean;
}

function addResource(wanted: CollectedNeeds, { accountId, resource, entry, seek, isHeld }: Declared): void {
  const kind = kindNamed(resource.kind);
  for (const set of resource.sets) wanted.list(kindNamed(set), { below: seek(resource.address) });
  const below = resource.parent === undefined ? undefined : seek(resource.parent);
  const eachOf = eachValue(kind, { ...entry?.declared, ...resource.fields });
  const known = seek(resource.address)?.id;
  const isKnown = resource.id !== undefined || (known !== undefined && isHeld(known));
  const ofRecord = { id: isKnown ? known : undefined, below, eachOf };
  wanted.list(kind, { ...ofRecord, declared: declaredRecord(kind, resource, seek) });
  addAbove(wanted, kind, below);
  for (const name of namedById(kind, resource.fields)) wanted.whole(name);
  const id = goesByAccount(kind) ? accountId : (resource.id ?? entry?.id);
  addSingle(wanted, kind, id, Object.keys(resource.fields));
  if (isSaidAnew(kind, resource, entry)) wanted.caller();
}

/** The record that a record stands in matters too: all records of its kind, where nobody knows which one it is. */
function addAbove(wanted: CollectedNeeds, { parent }: Kind, above: RecordQuery | undefined): void {
  if (parent === undefined || parent === rootKind.name) return;
  if (above?.kind === parent && above.id !== undefined) wanted.list(kindNamed(parent), { id: above.id });
  else wanted.whole(parent);
}

/** The kinds of which a record may be named by an id in place of its address. */
function namedById(kind: Kind, fields: Values): readonly string[] {
  return Object.values(kind.fields).flatMap(({ wire, type: { refersTo = [] } }) => {
    const value = ownValue(fields, wire);
    return value === undefined || value === null || isIdOf(value) ? [] : refersTo;
  });
}

/** What the document makes of a record that others may spend under: whether those are read depends on both. */
function declaredRecord(
  kind: Kind,
  { address, fields }: DesiredResource,
  seek: Declared['seek'],
): NonNullable<NeededList['declared']>[number] | undefined {
  const record = spendingBeneath(kind.name).length === 0 ? undefined : seek(address);
  return record === undefined ? undefined : { record, fields };
}

/** Who may say something matters where it is said by a user, or in a way, that it was not said by before. */
function isSaidAnew(
  { author }: Kind,
  { id, fields }: DesiredResource,
  entry: StateEntry | undefined,
): boolean {
  if (author === undefined || id !== undefined) return false;
  return [author.field, author.ownOnly.field].some(
    (wire) => fields[wire] !== undefined && !sameValue(fields[wire], entry?.declared[wire]),
  );
}

function addEntry(wanted: CollectedNeeds, entry: StateEntry, seek: Declared['seek']): void {
  const kind = kindNamed(entry.kind);
  const parent = parentAddress(entry.address);
  const below = parent === undefined ? undefined : seek(parent);
  wanted.list(kind, { id: entry.id, below, eachOf: eachValue(kind, entry.declared) });
  addAbove(wanted, kind, below);
  addSingle(wanted, kind, entry.id, Object.keys(entry.declared));
}

/** The entries as they are once all open intents have taken effect, so that what one reading shows is enough. */
function withIntended(entries: readonly StateEntry[], openIntents: readonly Intent[]): readonly StateEntry[] {
  const intended = openIntents.flatMap(({ operations }) => operations.flatMap(({ entry }) => entry ?? []));
  return [...new Map([...entries, ...intended].map((entry) => [entry.address, entry])).values()];
}

/** What goes with a record may be somebody else's: it is read to be named. */
function addBeneath(
  wanted: CollectedNeeds,
  { kind: name, address }: StateEntry,
  seek: Declared['seek'],
): void {
  const beneath = allKinds.filter(({ parent, parentField }) => parent === name && parentField !== undefined);
  for (const kind of beneath) wanted.list(kind, { below: seek(address) });
}

function addIntent(wanted: CollectedNeeds, intent: Intent): void {
  for (const operation of intent.operations) {
    const kind = kindNamed(operation.kind);
    const { list, read } = kind.operations;
    if (list !== undefined)
      wanted.list(kind, {
        below: parentOf(kind, operation),
        eachOf: operation.listedUnder,
        // What it made may have been deleted since.
        deletedToo: operation.type === 'Create',
      });
    else if (read !== undefined && operation.id !== null) wanted.single(kind.name, operation.id);
    // Where nothing shows the record, the answer about the one above at least tells the time.
    else if (kind.parent !== undefined) wanted.list(kindNamed(kind.parent), {});
  }
}

function parentOf({ parent }: Kind, { parentId }: IntendedOperation): RecordQuery | undefined {
  return parent === undefined || parentId === undefined ? undefined : { kind: parent, id: parentId, key: [] };
}

/** The value whose list shows a record with these fields. */
function eachValue({ operations }: Kind, fields: Values): string | undefined {
  const wire = operations.list?.eachOf?.wire;
  const value = wire === undefined ? undefined : ownValue(fields, wire);
  return value === undefined || value === null ? undefined : plainText(value);
}

/** An account's settings, and the only ones of their kind in an account, go by the account's id. */
function goesByAccount({ parent, form, idField }: Kind): boolean {
  if (parent === undefined) return true;
  return form === 'only' && idField === undefined && kindNamed(parent).parent === undefined;
}

function addSingle(
  wanted: CollectedNeeds,
  kind: Kind,
  id: string | undefined,
  managed: readonly string[],
): void {
  if (kind.operations.read === undefined || id === undefined) return;
  const hidden = kind.updates?.onSingleRead ?? [];
  const single =
    kind.operations.list === undefined ? managed.length > 0 : managed.some((wire) => hidden.includes(wire));
  if (single) wanted.single(kind.name, id);
}

/** An entry matters where its account is declared, where the file that declared it was read, or where it is named. */
function isInvolved(document: DesiredDocument, entry: StateEntry): boolean {
  return (
    document.accounts.some((account) => account.id === entry.accountId) || isDecidedHere(document, entry)
  );
}

/** What becomes of an entry is said by this run where the file that declared it was read, or where it is named. */
function isDecidedHere(document: DesiredDocument, entry: StateEntry): boolean {
  if (isReadIn(document, entry)) return true;
  const named = [...document.moved, ...document.removed].map(({ from }) => from);
  return named.some((from) => entry.address === from || entry.address.startsWith(`${from}/`));
}

/** The kind that a kind stands in, and those that what spends takes its currency from. */
function referredKinds(kind: Kind): readonly Kind[] {
  const paying = kind.spending === undefined ? [] : Object.values(kind.fields);
  const named = new Set([kind.parent, ...paying.flatMap((field) => field.type.refersTo ?? [])]);
  return allKinds.filter(({ name }) => named.has(name));
}
