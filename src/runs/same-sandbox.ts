import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { counted } from '../diagnostics/counted.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { Binding } from '../schemas/state-entry.ts';
import type { Lease, StateSnapshot } from '../state/store.ts';

type Known = Pick<StateSnapshot, 'bindings' | 'entries' | 'openIntents'>;
type Answering = Pick<PlatformClient, 'sandbox'>;

/**
 * Throws ADSYNC_STATE_MISMATCH where the state remembers resources of another sandbox than the one that answered: in one
 * that was started anew all of them would look as if somebody had deleted them. The client has answers by now.
 */
export function requireSameSandbox({ sandbox }: Answering, known: Known, stateUrl: string): void {
  if (sandbox === undefined) return;
  const gone = known.bindings.filter((binding) => isOfAnother(binding, sandbox));
  const ids = new Set(gone.map(({ accountId }) => accountId));
  const lost = known.entries.filter(({ accountId }) => ids.has(accountId)).length;
  const open = known.openIntents.filter(({ accountId }) => ids.has(accountId)).length;
  if (lost + open === 0) return;
  const keys = gone.map(({ accountKey }) => accountKey);
  const what = lost > 0 ? `the ${counted(lost, 'resource')}` : 'the open request';
  throw new AdsyncError(
    'ADSYNC_STATE_MISMATCH',
    `The state ${stateUrl} is of another sandbox: this one was started or reset since, and knows nothing of ${what} in the state`,
    {
      remedy: `To begin anew, forget them: adsync state rm ${keys.join(' ')}; or name another state with --state. A sandbox that is started with --data FILE keeps its records.`,
    },
  );
}

/** Remembers which sandbox answered for these accounts, where the state does not have that yet. */
export async function rememberSandbox(
  lease: Lease,
  { sandbox }: Answering,
  { bindings }: Pick<StateSnapshot, 'bindings'>,
  accounts: readonly Pick<Binding, 'accountId'>[],
): Promise<void> {
  if (sandbox === undefined) return;
  const own = new Set(accounts.map(({ accountId }) => accountId));
  const others = bindings.filter((each) => own.has(each.accountId) && each.sandbox !== sandbox);
  for (const { accountId } of others) await lease.recordSandbox(accountId, sandbox);
}

function isOfAnother(binding: Binding, sandbox: string): boolean {
  return binding.sandbox !== undefined && binding.sandbox !== sandbox;
}
