import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { addressPattern } from '../schemas/address-pattern.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { StateSnapshot } from '../state/store.ts';
import type { Run } from './run.ts';
import { unknownAddress } from './scope.ts';
import { hostClass } from './settings.ts';

/** An account as people name it. */
export interface NamedAccount {
  /** `undefined` where the state does not know the account. */
  readonly key: string | undefined;
  readonly id: string;
}

/**
 * The accounts that a stop or its end is for: that of the run, by its key in the state or by the platform's id; else
 * all that the state holds. Throws ADSYNC_USAGE where nothing says which accounts are meant, and
 * ADSYNC_STATE_MISMATCH for a state of another platform.
 */
export function accountsToStop(run: Run, { bindings }: StateSnapshot): readonly NamedAccount[] {
  const host = hostClass(run.addresses.ads);
  const known = bindings.map(({ accountKey, accountId, host: bound }) => {
    return { key: accountKey, id: accountId, host: bound };
  });
  const { account } = run;
  const chosen =
    account === undefined ? known : known.filter(({ key, id }) => key === account || id === account);
  const elsewhere = chosen.find((each) => each.host !== host);
  if (elsewhere !== undefined)
    throw new AdsyncError(
      'ADSYNC_STATE_MISMATCH',
      `In this state ${elsewhere.key} is account ${elsewhere.id} on ${elsewhere.host}, not on ${host}`,
      {
        remedy:
          'Use the state that was made for this platform address (--state), or go back to that address.',
      },
    );
  if (chosen.length > 0) return chosen.map(({ key, id }) => ({ key, id }));
  if (account !== undefined) return [{ key: undefined, id: account }];
  throw new AdsyncError(
    'ADSYNC_USAGE',
    'the state holds no account, so that nothing says which one is meant',
    {
      remedy:
        "Name the account by the platform's id, and stop all that it holds: adsync stop --account ID --all --reason TEXT",
    },
  );
}

/** The accounts in which something can stand at one of the patterns; all of them where there is none. */
export function accountsWithin(
  accounts: readonly NamedAccount[],
  patterns: readonly string[],
): readonly NamedAccount[] {
  if (patterns.length === 0) return accounts;
  const ofAccount = patterns.map((pattern) => addressPattern(pattern.replace(/\/.*$/s, '')));
  return accounts.filter(({ key }) => key !== undefined && ofAccount.some((fits) => fits(key)));
}

/** Throws ADSYNC_ADDRESS_UNKNOWN for a pattern that nothing of the state stands at or beneath. */
export function requirePatterns(patterns: readonly string[], entries: readonly StateEntry[]): void {
  const addresses = [...new Set(entries.map(({ address }) => address))];
  const unknown = patterns.find((pattern) => !addresses.some(addressPattern(pattern)));
  if (unknown !== undefined) throw unknownAddress(unknown, addresses);
}
