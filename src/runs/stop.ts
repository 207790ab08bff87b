import { randomUUID } from 'node:crypto';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { asError } from '../diagnostics/as-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { PlatformClient } from '../platform/client.ts';
import { credentialsMask } from '../platform/hide-secrets.ts';
import type { Stop } from '../schemas/stop.ts';
import { timeAt } from '../schemas/times.ts';
import { currentHolder } from '../state/holder.ts';
import type { Holder, StateSnapshot, StateStore } from '../state/store.ts';
import { chooseTargets, spendingKinds } from '../stops/choose-targets.ts';
import type { Target } from '../stops/target.ts';
import { closeAfter } from './close-after.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import { heldBy, type PausedAccount, pauseAccount } from './pause-account.ts';
import { readSpending } from './read-spending.ts';
import type { Run } from './run.ts';
import { requireSameSandbox } from './same-sandbox.ts';
import { openClient } from './session.ts';
import { withState } from './state/edit-state.ts';
import { accountsToStop, accountsWithin, type NamedAccount, requirePatterns } from './stop-accounts.ts';

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
  /** The stop of the same extent that stands already, whose place this one takes. */
  readonly standing: Stop | undefined;
  /** Why nothing is known of the account yet; it is paused all the same, as soon as it can be read. */
  readonly unread?: string | undefined;
}

/** What a stop did in an account. */
export interface StoppedAccount extends PausedAccount {
  readonly account: NamedAccount;
  readonly stop: Stop;
  /** What ended the work in this account. */
  readonly failure: Error | undefined;
}

/** Who is shown what is about to be paused, and allows it. */
export interface StopFrontend {
  /**
   * Asks before anything is paused; where nobody is to be asked, nothing is waited for. Throws ADSYNC_DECLINED,
   * Interrupted.
   */
  approve?: ((previews: readonly StopPreview[]) => Promise<void>) | undefined;
  /** Told what is about to be paused in an account. */
  found(preview: StopPreview): void;
}

/** How long the question waits for an account that gives no answer, in milliseconds. */
const previewWithinMs = 10_000;

/**
 * Pauses what can spend, and makes a stop stand in the state, beneath which no apply switches anything on until it is
 * ended. Each account by itself: one that cannot be read or paused holds up no other. Reads no document, asks for no
 * lock, and knows no policy. Throws ADSYNC_USAGE, ADSYNC_ADDRESS_UNKNOWN, ADSYNC_STATE_MISMATCH, ADSYNC_DECLINED,
 * Interrupted, and where no account can be read at all, why.
 */
export async function stop(
  run: Run,
  asked: StopRequest,
  frontend: StopFrontend,
): Promise<readonly StoppedAccount[]> {
  const client = openClient(run);
  // A reason is kept in the state and shown to everybody; what somebody pasted into it may be a secret.
  const request = { ...asked, reason: credentialsMask(run.credentials()).hide(asked.reason) };
  return await closeAfter(run, client, async () => {
    const before = await withState(run, 'read', async (store) => await store.read());
    requirePatterns(request.patterns, before.entries);
    const accounts = accountsWithin(accountsToStop(run, before), request.patterns);
    if (!request.all) requireOwned(run, accounts, before);
    const known = { run, client, request, before };
    if (frontend.approve !== undefined) {
      const previews = await run.frontend.progress(
        'Reading what can spend',
        async () => await unlessInterrupted(run.signal, previewsOf(known, accounts)),
      );
      for (const preview of previews) frontend.found(preview);
      await frontend.approve(previews);
      if (run.signal.aborted) throw new Interrupted();
    } else await requireReadable(known, accounts);
    return await withState(run, 'write', async (store) => {
      const by = currentHolder(randomUUID());
      const id = randomUUID().slice(0, 8);
      const told = frontend.approve === undefined ? frontend : { found: () => undefined };
      const work = accounts.map(
        async (account) => await stopAccount({ ...known, store, id, by, frontend: told }, account),
      );
      return await run.frontend.progress('Pausing', async () => await Promise.all(work));
    });
  });
}

/** What is known before a stop stands. */
interface Known {
  readonly run: Run;
  readonly client: PlatformClient;
  readonly request: StopRequest;
  readonly before: StateSnapshot;
}

/** An account that the state does not know must be there, or a misspelt id would be stopped for good. */
async function requireReadable(known: Known, accounts: readonly NamedAccount[]): Promise<void> {
  const foreign = accounts.filter(({ key }) => key === undefined);
  await Promise.all(foreign.map(async (account) => await preview(known, account)));
}

async function previewsOf(known: Known, accounts: readonly NamedAccount[]): Promise<readonly StopPreview[]> {
  const { run, before, request } = known;
  const waiting = new AbortController();
  const signal = AbortSignal.any([run.signal, waiting.signal]);
  const unanswered = async (account: NamedAccount): Promise<StopPreview> => {
    await run.clock.sleep(previewWithinMs, signal);
    const seconds = previewWithinMs / 1000;
    return unreadPreview(before, { account, request }, `no answer within ${seconds} seconds`);
  };
  const failures: Error[] = [];
  const read = async (account: NamedAccount): Promise<StopPreview> => {
    try {
      return await Promise.race([preview(known, account), unanswered(account)]);
    } catch (error) {
      failures.push(asError(error));
      return unreadPreview(before, { account, request }, causeText(error));
    }
  };
  const previews = await Promise.all(accounts.map(read));
  waiting.abort();
  const fatal =
    failures.find(isOfAnotherState) ?? (failures.length === accounts.length ? failures[0] : undefined);
  if (fatal !== undefined) throw fatal;
  return previews;
}

interface Unread {
  readonly account: NamedAccount;
  readonly request: StopRequest;
}

function unreadPreview(
  { stops }: Pick<StateSnapshot, 'stops'>,
  { account, request }: Unread,
  unread: string,
): StopPreview {
  return { account, targets: [], standing: sameStop(stops, account, request), unread };
}

async function preview({ run, client, request, before }: Known, account: NamedAccount): Promise<StopPreview> {
  const entries = before.entries.filter(({ accountId }) => accountId === account.id);
  const { records } = await readSpending(client, account.id, { stop: request, entries });
  requireSameSandbox(client, before, run.stateUrl);
  const targets = spendingKinds.flatMap((kind) => chooseTargets(kind, { stop: request, records, entries }));
  return { account, targets, standing: sameStop(before.stops, account, request) };
}

/** One account that is stopped. */
interface Stopping extends Known {
  readonly store: StateStore;
  /** Of the stop that begins, in every account. */
  readonly id: string;
  readonly by: Holder;
  readonly frontend: Pick<StopFrontend, 'found'>;
}

/** The stop stands before anything is read: what is being applied switches nothing on from then on. */
async function stopAccount(stopping: Stopping, account: NamedAccount): Promise<StoppedAccount> {
  const { run, client, store, request, by, frontend } = stopping;
  const standing = sameStop((await store.read()).stops, account, request);
  const own = await beginStop(stopping, account, standing);
  try {
    const found = (targets: readonly Target[]): void => frontend.found({ account, targets, standing });
    const paused = await pauseAccount({ run, client, store, stop: own, found });
    return { account, stop: own, failure: undefined, ...paused };
  } catch (error) {
    const failure = asError(error);
    // Nothing of this state is there, so that nothing is to be held.
    if (isOfAnotherState(failure)) {
      await store.endStop(own, by);
      throw failure;
    }
    const { stopped } = await store.read();
    const paused = heldBy(own, stopped).filter(({ phase }) => phase !== 'pausing');
    return { account, stop: own, failure, paused, refused: [], left: [] };
  }
}

function isOfAnotherState(error: Error): boolean {
  return error instanceof AdsyncError && error.code === 'ADSYNC_STATE_MISMATCH';
}

function requireOwned(
  run: Run,
  accounts: readonly NamedAccount[],
  { bindings }: Pick<StateSnapshot, 'bindings'>,
): void {
  const unknown = accounts.find(({ key }) => key === undefined);
  if (unknown === undefined) return;
  const near = nearest(
    unknown.id,
    bindings.map(({ accountKey }) => accountKey),
  );
  const all = `adsync stop --account ${run.account} --all --reason TEXT`;
  throw new AdsyncError('ADSYNC_USAGE', `adsync owns nothing in account ${unknown.id}`, {
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}To pause everything in it, pass --all: ${all}`,
  });
}

function sameStop(stops: readonly Stop[], { id }: NamedAccount, request: StopRequest): Stop | undefined {
  return stops.find((each) => each.accountId === id && extent(each) === extent(request));
}

function extent({ patterns, all }: Pick<Stop, 'patterns' | 'all'>): string {
  return JSON.stringify([all, [...patterns].sort()]);
}

async function beginStop(
  { run: { clock }, store, request, id, by }: Stopping,
  account: NamedAccount,
  inPlaceOf: Stop | undefined,
): Promise<Stop> {
  const { patterns, all, reason } = request;
  const at = timeAt(clock.now());
  const begun = { id, accountId: account.id, patterns, all, reason, by: `${by.user}@${by.machine}`, at };
  await store.beginStop(begun, by, inPlaceOf);
  return begun;
}
