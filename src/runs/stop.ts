import { randomUUID } from 'node:crypto';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Stop } from '../schemas/stop.ts';
import { timeAt } from '../schemas/times.ts';
import { currentHolder } from '../state/holder.ts';
import type { Holder, StateStore } from '../state/store.ts';
import { chooseTargets, spendingKinds } from '../stops/choose-targets.ts';
import type { Target } from '../stops/target.ts';
import { closeAfter } from './close-after.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import { type PausedAccount, pauseAccount } from './pause-account.ts';
import { readSpending } from './read-spending.ts';
import type { Run } from './run.ts';
import { requireSameSandbox } from './same-sandbox.ts';
import { openClient } from './session.ts';
import { withState } from './state/edit-state.ts';
import { accountsToStop, type NamedAccount, requirePatterns } from './stop-accounts.ts';

/** What is to be stopped, and why. */
export interface StopRequest {
  /** Address patterns; none: all that adsync owns. */
  readonly patterns: readonly string[];
  /** Everything in the accounts, also what no document declares. */
  readonly all: boolean;
  readonly reason: string;
}

/** What a stop finds in an account before it pauses anything. */
export interface StopPreview {
  readonly account: NamedAccount;
  /** What is about to be paused, by kind, what can spend most first. */
  readonly targets: readonly Target[];
  /** The stop of the same extent that stands already, with which this one goes on. */
  readonly standing: Stop | undefined;
}

/** What a stop did in an account. */
export interface StoppedAccount extends PausedAccount {
  readonly account: NamedAccount;
  readonly stop: Stop;
}

/** Who is shown what is about to be paused, and allows it. */
export interface StopFrontend {
  /** Throws ADSYNC_DECLINED where nothing may be paused, Interrupted. */
  approve(previews: readonly StopPreview[]): Promise<void>;
}

/**
 * Pauses what can spend, and makes a stop stand in the state, beneath which no apply switches anything on until it is
 * ended. Reads no document, asks for no lock, and knows no policy. Throws ADSYNC_USAGE, ADSYNC_ADDRESS_UNKNOWN,
 * ADSYNC_STATE_MISMATCH, ADSYNC_DECLINED, Interrupted, and what the platform refuses altogether; the stop stands then.
 */
export async function stop(
  run: Run,
  request: StopRequest,
  frontend: StopFrontend,
): Promise<readonly StoppedAccount[]> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const before = await withState(run, 'read', async (store) => await store.read());
    const accounts = accountsToStop(run, before);
    requirePatterns(request.patterns, before.entries);
    if (!request.all) requireOwned(run, accounts);
    const read = async (account: NamedAccount): Promise<StopPreview> => {
      const entries = before.entries.filter(({ accountId }) => accountId === account.id);
      const { records } = await readSpending(client, account.id, { stop: request, entries });
      requireSameSandbox(client, before, run.stateUrl);
      const targets = spendingKinds.flatMap((kind) =>
        chooseTargets(kind, { stop: request, records, entries }),
      );
      return { account, targets, standing: sameStop(before.stops, account, request) };
    };
    const previews = await run.frontend.progress(
      'Reading what can spend',
      async () => await unlessInterrupted(run.signal, Promise.all(accounts.map(read))),
    );
    await frontend.approve(previews);
    if (run.signal.aborted) throw new Interrupted();
    return await withState(run, 'write', async (store) => {
      const by = currentHolder(randomUUID());
      const id = randomUUID().slice(0, 8);
      const work = previews.map(async ({ account, standing }) => {
        const own = standing ?? (await beginStop(run, store, { account, request, id, by }));
        return { account, stop: own, ...(await pauseAccount({ run, client, store, stop: own })) };
      });
      return await run.frontend.progress('Pausing', async () => await all(work));
    });
  });
}

/** Every account is stopped as far as can be, before what went wrong in one is thrown. */
async function all<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

function requireOwned(run: Run, accounts: readonly NamedAccount[]): void {
  const unknown = accounts.find(({ key }) => key === undefined);
  if (unknown === undefined) return;
  throw new AdsyncError('ADSYNC_USAGE', `adsync owns nothing in account ${unknown.id}`, {
    remedy: `Pass --all to pause everything in it: adsync stop --account ${run.account} --all --reason TEXT`,
  });
}

function sameStop(stops: readonly Stop[], { id }: NamedAccount, request: StopRequest): Stop | undefined {
  return stops.find((each) => each.accountId === id && extent(each) === extent(request));
}

function extent({ patterns, all }: Pick<Stop, 'patterns' | 'all'>): string {
  return JSON.stringify([all, [...patterns].sort()]);
}

async function beginStop(
  { clock }: Run,
  store: StateStore,
  {
    account,
    request,
    id,
    by,
  }: {
    readonly account: NamedAccount;
    readonly request: StopRequest;
    readonly id: string;
    readonly by: Holder;
  },
): Promise<Stop> {
  const { patterns, all, reason } = request;
  const at = timeAt(clock.now());
  const begun = { id, accountId: account.id, patterns, all, reason, by: `${by.user}@${by.machine}`, at };
  await store.beginStop(begun, by);
  return begun;
}
