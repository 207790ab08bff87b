import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { isWithin, isWithinAny } from '../../schemas/address.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { StateSnapshot } from '../../state/store.ts';
import { unknownAddress } from '../scope.ts';

/** The entries at an address and beneath it. Throws ADSYNC_ADDRESS_UNKNOWN where there is none. */
export function entriesWithin({ entries }: StateSnapshot, ancestor: string): readonly StateEntry[] {
  const found = entries.filter(({ address }) => isWithin(address, ancestor));
  if (found.length > 0) return found;
  throw unknownAddress(
    ancestor,
    entries.map(({ address }) => address),
  );
}

/** Throws ADSYNC_OUTCOME_UNKNOWN where a request is open for something at or beneath the addresses: it may still change their entries. */
export function requireSettled({ openIntents }: StateSnapshot, addresses: readonly string[]): void {
  const open = openIntents
    .flatMap(({ operations }) => operations.map(({ address }) => address))
    .filter((address) => isWithinAny(address, addresses));
  if (open.length === 0) return;
  throw new AdsyncError(
    'ADSYNC_OUTCOME_UNKNOWN',
    'what became of a request of an earlier run is not known yet',
    {
      lines: [...new Set(open)],
      remedy:
        'Run `adsync apply`, which finds out, or `adsync state resolve` where it cannot; then try again.',
    },
  );
}
