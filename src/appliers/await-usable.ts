import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { readAccount } from '../live/read-live.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { sameValue } from '../schemas/values.ts';
import type { Cause } from './apply-result.ts';
import { accountIdAt, idAt, kindAt, type RunContext } from './run-context.ts';

/** How long an operation waits for what it uses, in milliseconds: 15 minutes. */
const patienceMs = 15 * 60_000;
/** Pauses between two looks, in milliseconds: each twice the one before. */
const firstPauseMs = 2_000;
const longestPauseMs = 30_000;

/** An address whose operation uses what stands at others. */
export interface Waiting {
  readonly address: string;
  readonly waitsFor: readonly string[];
}

/**
 * Waits, visibly, until everything that an operation waits for can be used, such as an audience that the platform has
 * to process first. Looks at each of them once for all operations that wait for it. Ends early when the run is
 * stopped. Returns why the operation cannot be sent, `undefined` where it can.
 */
export async function awaitUsable(
  context: RunContext,
  { address: waiting, waitsFor }: Waiting,
): Promise<Cause | undefined> {
  const causes = await Promise.all(
    waitsFor.map(async (address) => {
      const looking = context.usable.get(address) ?? lookFor(context, address, waiting);
      context.usable.set(address, looking);
      return await looking;
    }),
  );
  return causes.find((cause) => cause !== undefined);
}

async function lookFor(context: RunContext, address: string, waiting: string): Promise<Cause | undefined> {
  const deadline = context.clock.now() + patienceMs;
  try {
    const kind = kindAt(context.kinds, address);
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const record = await lookAt(context, kind, address);
      if (record === undefined || isUsable(kind, record)) return undefined;
      const leftMs = deadline - context.clock.now();
      if (leftMs <= 0) return { ...tooLong(address, kind, record), address };
      if (pauseMs === firstPauseMs)
        tellWaiting(context, { address, waiting, reason: reasonOf(kind, record), leftMs });
      if (await stoppedWithin(context, Math.min(pauseMs, leftMs))) return undefined;
    }
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    return { code: error.code, message: error.message, address };
  }
}

/** The record as it is now; `undefined` where nothing shows it: then the request itself will tell. */
async function lookAt(context: RunContext, kind: Kind, address: string): Promise<LiveRecord | undefined> {
  const id = idAt(context, address);
  const accountId = accountIdAt(context, address);
  if (id === undefined || accountId === undefined || kind.operations.list === undefined) return undefined;
  const lists = [{ kind: kind.name, ids: [id] }];
  const live = await readAccount(context.client, { accountId, lists, singles: [] }, context.seal);
  return live.records.find((record) => record.kind === kind.name && record.id === id);
}

function isUsable({ readiness: { usableWhen } = {} }: Kind, { fields }: LiveRecord): boolean {
  return usableWhen === undefined || sameValue(fields[usableWhen.field], usableWhen.value);
}

/** Sleeps; true where the run was stopped meanwhile. */
async function stoppedWithin(context: RunContext, ms: number): Promise<boolean> {
  try {
    await context.clock.sleep(ms, context.stop);
  } catch (error) {
    if (!context.stop.aborted) throw error;
  }
  return context.stop.aborted || context.halt !== undefined;
}

function tellWaiting(
  context: RunContext,
  wait: {
    readonly address: string;
    readonly waiting: string;
    readonly reason: string;
    readonly leftMs: number;
  },
): void {
  context.emit({
    type: 'waiting',
    reason: `${wait.address} cannot be used yet${wait.reason}`,
    addresses: [wait.waiting],
    until: new Date(context.time.now() + wait.leftMs).toISOString(),
  });
}

function tooLong(address: string, kind: Kind, record: LiveRecord): Omit<Cause, 'address'> {
  const minutes = patienceMs / 60_000;
  const message = `after ${minutes} minutes ${address} cannot be used yet${reasonOf(kind, record)}; the next apply goes on`;
  return { code: 'ADSYNC_NOT_USABLE', message };
}

const texts = z.array(z.string());

/** What the record itself says about why: `reasons_not_targetable`. */
function reasonOf({ readiness: { usableWhen } = {} }: Kind, { fields }: LiveRecord): string {
  const reasons = texts.safeParse(usableWhen && fields[`reasons_not_${usableWhen.field}`]);
  return reasons.success && reasons.data.length > 0 ? ` (${reasons.data.join(', ')})` : '';
}
