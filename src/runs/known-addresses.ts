import { addressPattern } from '../schemas/address-pattern.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { HistoryRecord } from '../state/store.ts';
import { unknownAddress, unknownAmong } from './scope.ts';
import type { Session } from './session.ts';

/**
 * Throws ADSYNC_ADDRESS_UNKNOWN for an address or a pattern that an option names, and that nothing stands or ever stood
 * at or beneath. Where something stood there once, the user is told that it is gone: the same command, given again
 * after a run that was cut short or is done, goes on.
 */
export async function requireKnownEver(
  { run, store, document }: Pick<Session, 'run' | 'store' | 'document'>,
  addresses: readonly string[],
  entries: readonly StateEntry[],
): Promise<void> {
  const known = new Set([...document.resources, ...entries].map(({ address }) => address));
  const unknown = new Set(unknownAmong(addresses, known));
  if (unknown.size === 0) return;
  const never = await neverKnown(unknown, store.history());
  for (const address of never) throw unknownAddress(address, known);
  for (const address of unknown)
    run.frontend.note(`Nothing stands at ${address} any more: it is neither declared nor managed.`);
}

/** Those that no record of the history is about. */
async function neverKnown(
  addresses: ReadonlySet<string>,
  history: AsyncIterable<HistoryRecord>,
): Promise<ReadonlySet<string>> {
  const never = new Map([...addresses].map((address) => [address, addressPattern(address)]));
  for await (const record of history) {
    const about = addressesOf(record);
    for (const [address, fits] of never)
      if (about.some((each) => each === address || fits(each))) never.delete(address);
    if (never.size === 0) break;
  }
  return new Set(never.keys());
}

function addressesOf(record: HistoryRecord): readonly string[] {
  if (record.kind === 'intent') return record.intent.operations.map(({ address }) => address);
  if (record.kind === 'entries') return [...record.put.map(({ address }) => address), ...record.remove];
  return [];
}
