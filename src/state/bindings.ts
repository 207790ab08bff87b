import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Binding } from '../schemas/state-entry.ts';

/** An account as a run knows it. */
export interface WantedBinding extends Binding {
  /** The key that it had before, by `moved`; the state may know it by that one still. */
  readonly formerKey?: string | undefined;
}

/**
 * Compares the accounts of a document with those the state is bound to, and returns the ones that are new to it.
 * Throws ADSYNC_STATE_MISMATCH where a key stands for another account or host than in the state,
 * and where one account has two keys that no `moved` leads from one to the other.
 */
export function newBindings(bound: readonly Binding[], wanted: readonly WantedBinding[]): readonly Binding[] {
  const known = [...bound];
  for (const { formerKey, ...binding } of wanted) {
    const former = bound.find(({ accountKey }) => accountKey === formerKey);
    if (former !== undefined) requireSame(former, { ...binding, accountKey: former.accountKey });
    const same = known.find((other) => other.accountKey === binding.accountKey);
    const twin = known.find((other) => other.accountId === binding.accountId);
    if (same !== undefined) requireSame(same, binding);
    else if (former !== undefined) continue;
    else if (twin !== undefined) throw twoKeys(twin, binding, bound.includes(twin));
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

/** Only a key that the state has, and no document, can be given up for another one. */
function twoKeys(bound: Binding, wanted: Binding, isKnown: boolean): AdsyncError {
  const [from, to] = [bound.accountKey, wanted.accountKey];
  const rename = isKnown
    ? ` to give the account the key ${to} from now on, add to the document: moved: [{ from: ${from}, to: ${to} }];`
    : '';
  return new AdsyncError(
    'ADSYNC_STATE_MISMATCH',
    `Account ${wanted.accountId} has two keys: ${bound.accountKey} and ${wanted.accountKey}`,
    {
      address: wanted.accountKey,
      remedy: `Keep the key ${from};${rename} or correct the id of ${to}.`,
    },
  );
}
