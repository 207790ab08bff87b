import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';

/**
 * Compares the accounts of a document with those the state is bound to, and returns the ones that are new to it.
 * Throws ADSYNC_STATE_MISMATCH where a key stands for another account or host than in the state,
 * and where one account has two keys.
 */
export function newBindings(bound: readonly Binding[], wanted: readonly Binding[]): readonly Binding[] {
  const known = [...bound];
  for (const binding of wanted) {
    const same = known.find((other) => other.accountKey === binding.accountKey);
    const twin = known.find((other) => other.accountId === binding.accountId);
    if (same !== undefined) requireSame(same, binding);
    else if (twin !== undefined) throw twoKeys(twin, binding);
    else known.push(binding);
  }
  return known.slice(bound.length);
}

function requireSame(bound: Binding, wanted: Binding): void {
  if (bound.accountId === wanted.accountId && bound.host === wanted.host) return;
  throw new AdsyncError(
    'ADSYNC_STATE_MISMATCH',
    `In this state ${bound.accountKey} is account ${bound.accountId} on ${bound.host}, not account ${wanted.accountId} on ${wanted.host}`,
    {
      address: wanted.accountKey,
      remedy:
        bound.accountId === wanted.accountId
          ? 'Use another state for another platform address (--state), or go back to the address it was made for.'
          : 'Correct the id in the document, or give the other account a key of its own.',
    },
  );
}

function twoKeys(bound: Binding, wanted: Binding): AdsyncError {
  return new AdsyncError(
    'ADSYNC_STATE_MISMATCH',
    `Account ${wanted.accountId} has two keys: ${bound.accountKey} and ${wanted.accountKey}`,
    {
      address: wanted.accountKey,
      remedy: `Keep the key ${bound.accountKey}, or correct the id of ${wanted.accountKey}.`,
    },
  );
}
