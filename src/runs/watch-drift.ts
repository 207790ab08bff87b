import { hash } from 'node:crypto';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { ActivityEvent } from '../events/stream-line.ts';
import type { DriftReport } from '../schemas/drift.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { type DriftRequest, withDrift } from './drift.ts';
import { Interrupted, unlessInterrupted } from './interrupted.ts';
import type { Run } from './run.ts';
import { touches, watchedIds } from './watched-ids.ts';

/** What a watch tells of. Times are milliseconds since 1970. */
export type WatchNews =
  | { readonly kind: 'event'; readonly event: ActivityEvent }
  | { readonly kind: 'failed'; readonly error: AdsyncError; readonly untilMs: number };

/** How drift is watched. */
export interface WatchRequest {
  readonly drift: DriftRequest;
  /** How long after a check the next one begins, in milliseconds. */
  readonly everyMs: number;
  /** Activity events; one that touches what is watched brings the next check forward. */
  readonly events?: AsyncIterable<ActivityEvent> | undefined;
  /** After how many checks it ends. */
  readonly checks?: number | undefined;
  tell(news: WatchNews): void;
  /** Takes a report: the first one, and each that finds something else than the one before. */
  report(report: DriftReport): Promise<void>;
}

/** So long after an event the check begins, so that a burst of them leads to one. */
const burstMs = 2000;
const firstRetryMs = 30_000;

/**
 * Checks for drift on a schedule and after events, one check at a time, until the run is interrupted. It holds no lease, and
 * writes neither to the platform nor to the state. A check that fails is told, and made again after a wait that grows up to
 * the schedule's. Throws what the events throw, and errors of the program.
 */
export async function watchDrift(run: Run, request: WatchRequest): Promise<void> {
  const bell = new Bell();
  let ids: ReadonlySet<string> = new Set();
  const listening = listen(run, request, (event) => {
    if (!touches(event.body, ids)) return;
    request.tell({ kind: 'event', event });
    bell.ring();
  });
  let failed = 0;
  let known: string | undefined;
  const most = request.checks ?? Number.POSITIVE_INFINITY;
  const checking = async (): Promise<void> => {
    for (let done = 1; !run.signal.aborted; done += 1) {
      // What rings from here on is not part of this check any more.
      bell.hush();
      let waitMs = request.everyMs;
      try {
        const { report, entries } = await check(run, request.drift);
        ids = watchedIds(entries);
        failed = 0;
        const found = findings(report);
        if (found !== known) await request.report(report);
        known = found;
      } catch (error) {
        if (error instanceof Interrupted || run.signal.aborted) return;
        if (!(error instanceof AdsyncError) || error.code === 'ADSYNC_INTERNAL') throw error;
        waitMs = Math.min(request.everyMs, firstRetryMs * 2 ** failed);
        failed += 1;
        request.tell({ kind: 'failed', error, untilMs: run.clock.now() + waitMs });
      }
      if (done >= most) return;
      // After a failure nothing but time helps.
      await wait(run, waitMs, failed === 0 ? bell : undefined);
    }
  };
  await Promise.race([checking(), listening]);
}

async function check(
  run: Run,
  drift: DriftRequest,
): Promise<{ readonly report: DriftReport; readonly entries: readonly StateEntry[] }> {
  const reading = withDrift(run, drift, async (_session, found) => await Promise.resolve(found));
  return await unlessInterrupted(run.signal, reading);
}

/** What of a report is news: not when it was made. */
function findings({ in_sync, resources, stops, unmanaged }: DriftReport): string {
  const drifted = resources.filter(({ status }) => status === 'modified' || status === 'missing');
  return hash('sha256', JSON.stringify([in_sync, drifted, stops, unmanaged]), 'hex');
}

/** Never ends by itself: who watches goes on by the schedule where there are no events. */
async function listen(
  { signal }: Run,
  { events }: WatchRequest,
  take: (event: ActivityEvent) => void,
): Promise<void> {
  if (events !== undefined) for await (const event of events) take(event);
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function wait({ clock, signal }: Run, ms: number, bell: Bell | undefined): Promise<void> {
  const early = new AbortController();
  const ends = AbortSignal.any([signal, early.signal]);
  const sleep = async (duration: number, until: AbortSignal): Promise<void> => {
    try {
      await clock.sleep(duration, until);
    } catch (error) {
      if (!until.aborted) throw error;
    }
  };
  const rung = bell?.rung.then(async () => await sleep(burstMs, ends));
  try {
    await Promise.race([sleep(ms, ends), ...(rung === undefined ? [] : [rung])]);
  } finally {
    early.abort();
  }
}

/** Rings once until it is hushed. */
class Bell {
  #ringing = Promise.withResolvers<void>();

  get rung(): Promise<void> {
    return this.#ringing.promise;
  }

  ring(): void {
    this.#ringing.resolve();
  }

  hush(): void {
    this.#ringing = Promise.withResolvers<void>();
  }
}
