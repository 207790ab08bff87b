import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { accountKeyOf, isWithin } from '../schemas/address.ts';
import { addressPattern } from '../schemas/address-pattern.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import { accountMoves, movedAddress } from '../schemas/moved-address.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { Binding, StateEntry } from '../schemas/state-entry.ts';
import { isIdOf, mapReferences, ownValue, type Value, type Values } from '../schemas/values.ts';
import type { WantedBinding } from '../state/bindings.ts';
import type { StateSnapshot } from '../state/store.ts';

/** The key of the account that is named by its key or by the platform's id; as it was given where neither fits. */
export function accountKeyFor(
  named: string | undefined,
  accounts: readonly { readonly key: string; readonly id: string }[],
): string | undefined {
  if (named === undefined || accounts.some(({ key }) => key === named)) return named;
  return accounts.find(({ id }) => id === named)?.key ?? named;
}

/** The document with one account only; unchanged without a key. Throws ADSYNC_USAGE for a key that it does not have. */
export function limitDocument(document: DesiredDocument, key: string | undefined): DesiredDocument {
  if (key === undefined) return document;
  const keys = document.accounts.map((account) => account.key);
  if (!keys.includes(key)) {
    const near = nearest(key, keys);
    throw new AdsyncError('ADSYNC_USAGE', `the document has no account ${key}`, {
      remedy: near === undefined ? `It has ${keys.join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  const within = ({ from }: { readonly from: string }): boolean => isWithin(from, key);
  return {
    ...document,
    accounts: document.accounts.filter((account) => account.key === key),
    resources: document.resources.filter((resource) => resource.accountKey === key),
    moved: document.moved.filter((move) => within(move) || move.to === key),
    removed: document.removed.filter(within),
  };
}

/**
 * The document of some accounts with references into others settled: by the id that the whole document gives, or by what
 * the state knows. Those to what does not exist yet stay as they are.
 */
export function settleReferences(
  limited: DesiredDocument,
  whole: DesiredDocument,
  entries: readonly StateEntry[],
): DesiredDocument {
  const within = new Set(limited.resources.map(({ address }) => address));
  const known = new Map([
    ...whole.resources.map(({ address, kind, id }) => [address, nameOf(kind, id, {})] as const),
    ...entries.map(({ address, kind, id, answered }) => {
      const name = nameOf(kind, id, answered);
      return [movedAddress(whole.moved, address), name] as const;
    }),
  ]);
  const settle = (value: Value): Value =>
    mapReferences(value, (reference) => {
      if (!isIdOf(reference) || within.has(reference.id_of)) return reference;
      return known.get(reference.id_of) ?? reference;
    }) ?? value;
  return {
    ...limited,
    resources: limited.resources.map((resource) => ({
      ...resource,
      fields: Object.fromEntries(
        Object.entries(resource.fields).map(([wire, value]) => [wire, settle(value)]),
      ),
    })),
  };
}

/** What others refer to a record by, where it is known. */
function nameOf(kind: string, id: string | undefined, answered: Values): Value | undefined {
  const { referredBy } = kindNamed(kind);
  return referredBy === undefined ? id : ownValue(answered, referredBy);
}

/**
 * The state as far as it concerns one account, named by its key or the platform's id, under that key or one that `moved`
 * leads to it; unchanged without a name.
 */
export function limitSnapshot(
  snapshot: StateSnapshot,
  named: string | undefined,
  moved: DesiredDocument['moved'] = [],
): StateSnapshot {
  const known = snapshot.bindings.map(({ accountKey, accountId }) => ({ key: accountKey, id: accountId }));
  const key = accountKeyFor(named, known);
  if (key === undefined) return snapshot;
  const former = accountMoves(moved).filter(({ to }) => to === key);
  const keys = new Set([key, ...former.map(({ from }) => from)]);
  const entries = snapshot.entries.filter(({ accountKey }) => keys.has(accountKey));
  const own = snapshot.bindings.filter(({ accountKey }) => keys.has(accountKey));
  const ids = new Set(own.map(({ accountId }) => accountId));
  return {
    ...snapshot,
    entries,
    openIntents: snapshot.openIntents.filter(({ accountId }) => ids.has(accountId)),
  };
}

/**
 * The accounts that a run binds and locks: those of the document, and those the state holds that the document speaks
 * of only to let them go.
 */
export function bindingsOf(
  document: DesiredDocument,
  bound: readonly Binding[],
  host: string,
): readonly WantedBinding[] {
  const former = new Map(accountMoves(document.moved).map(({ from, to }) => [to, from]));
  const declared = document.accounts.map(({ key, id }) => ({
    accountKey: key,
    accountId: id,
    host,
    ...(former.has(key) && { formerKey: former.get(key) }),
  }));
  const known = new Set(declared.flatMap(({ accountKey, formerKey }) => [accountKey, formerKey]));
  const named = new Set([...document.moved, ...document.removed].map(({ from }) => accountKeyOf(from)));
  const leaving = bound.filter(({ accountKey }) => named.has(accountKey) && !known.has(accountKey));
  return [...declared, ...leaving.map((binding) => ({ ...binding, host }))];
}

/** Throws ADSYNC_ADDRESS_UNKNOWN for an address or a pattern that an option names and nothing stands at or beneath. */
export function requireKnown(
  addresses: readonly string[],
  document: DesiredDocument,
  entries: readonly StateEntry[],
): void {
  const known = new Set([...document.resources, ...entries].map(({ address }) => address));
  const [unknown] = unknownAmong(addresses, known);
  if (unknown !== undefined) throw unknownAddress(unknown, known);
}

/** Those of the addresses and patterns that none of the known addresses stands at or beneath. */
export function unknownAmong(addresses: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return addresses.filter((address) => !known.has(address) && !known.values().some(addressPattern(address)));
}

/** The error for an address that nothing stands at, with the nearest that exists. */
export function unknownAddress(address: string, known: Iterable<string>): AdsyncError {
  const near = nearest(address, known);
  return new AdsyncError('ADSYNC_ADDRESS_UNKNOWN', `nothing has the address ${address}`, {
    remedy:
      near === undefined
        ? 'An address is the path of keys in the document, such as acme-us/campaigns/spring-sale.'
        : `Did you mean ${near}?`,
  });
}
