import { isWithin } from '../../schemas/address.ts';
import type { DesiredDocument } from '../../schemas/desired.ts';
import { isReadIn } from '../../schemas/home.ts';
import { recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ancestors, parentOf } from './subject.ts';

/** The state's entries, sorted by what this run may do with them. */
export interface Ownership {
  /** Entries this run decides about, under their addresses of today. */
  readonly inScope: readonly StateEntry[];
  /** Entries that other files declared: counted, untouched. */
  readonly outOfScope: readonly StateEntry[];
  /** Entries to forget without deleting. */
  readonly letGo: readonly StateEntry[];
  /** The address each moved entry had, by its new address. */
  readonly movedFrom: ReadonlyMap<string, string>;
  /** `moved` lines whose target the state knows already. */
  readonly clashes: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Applies `moved` and `removed`, and separates what this run may touch from what it may not (docs/guides/state.md).
 * Accounts that moved are given by their new keys, which their entries have already.
 */
export function decideOwnership(
  document: DesiredDocument,
  entries: readonly StateEntry[],
  movedAccounts: ReadonlyMap<string, string> = new Map(),
): Ownership {
  const movedFrom = new Map(movedAccounts);
  const clashes: { from: string; to: string }[] = [];
  const known = new Set(entries.map((entry) => entry.address));
  const moves = new Map(document.moved.map(({ from, to }) => [from, to]));
  const renamed = entries.map((entry) => {
    // The nearest move counts: a child may go its own way when its parent moves.
    const from = [entry.address, ...ancestors(entry.address)].find((each) => moves.has(each));
    const to = from === undefined ? undefined : moves.get(from);
    if (from === undefined || to === undefined) return entry;
    const address = to + entry.address.slice(from.length);
    if (known.has(address)) {
      clashes.push({ from: entry.address, to: address });
      return entry;
    }
    movedFrom.set(address, entry.address);
    known.add(address);
    return { ...entry, address };
  });
  const declared = new Set(document.resources.map((resource) => resource.address));
  const owned = new Set(renamed.filter(({ origin }) => origin !== 'external').map(({ address }) => address));
  // Members of a set that were there already go on where the record exists by id: nobody agreed to take them over.
  const isMadeByOthers = ({ kind, origin, address }: StateEntry): boolean =>
    origin === 'adopted' &&
    kindNamed(kind).form === 'set' &&
    !owned.has(parentOf(address)) &&
    !declared.has(parentOf(address));
  const inScope: StateEntry[] = [];
  const outOfScope: StateEntry[] = [];
  const letGo: StateEntry[] = [];
  for (const entry of renamed) {
    if (declared.has(entry.address)) inScope.push(entry);
    else if (isLetGo(document, entry)) letGo.push(entry);
    else if (isReadIn(document, entry) || isNamedForRemoval(document, entry))
      (isMadeByOthers(entry) ? letGo : inScope).push(entry);
    else if (isMemberOfDeclared(declared, entry)) inScope.push(entry);
    else outOfScope.push(entry);
  }
  return { inScope, outOfScope, letGo, movedFrom, clashes };
}

/**
 * The entries with those as `external` whose record the document declares by its id: what exists already is never
 * deleted, also where everything else of ours is. What adsync cannot create has no other name than its id.
 */
export function withNamedLetGo(
  { accounts, resources }: DesiredDocument,
  entries: readonly StateEntry[],
): readonly StateEntry[] {
  const accountIds = new Map(accounts.map(({ key, id }) => [key, id]));
  const named = new Set(
    resources.flatMap(({ accountKey, kind, id }) => {
      const accountId = accountIds.get(accountKey);
      const isKept = id !== undefined && accountId !== undefined && kindNamed(kind).creatable;
      return isKept ? [recordKey({ accountId, kind, id })] : [];
    }),
  );
  return entries.map((entry) => (named.has(recordKey(entry)) ? { ...entry, origin: 'external' } : entry));
}

/** A member of a set belongs to the file that declares what the set is of, whichever file declared the member. */
function isMemberOfDeclared(declared: ReadonlySet<string>, { kind, address }: StateEntry): boolean {
  return kindNamed(kind).form === 'set' && declared.has(parentOf(address));
}

function isLetGo(document: DesiredDocument, entry: StateEntry): boolean {
  return document.removed.some(({ from, destroy }) => !destroy && isWithin(entry.address, from));
}

function isNamedForRemoval(document: DesiredDocument, entry: StateEntry): boolean {
  return document.removed.some(({ from, destroy }) => destroy && isWithin(entry.address, from));
}
