import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { ActivityEvent } from '../events/stream-line.ts';
import { documentPaths } from '../runs/document-paths.ts';
import { listenToEvents } from '../runs/events/listen-to-events.ts';
import type { Run } from '../runs/run.ts';
import { watchDrift } from '../runs/watch-drift.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { timeAt } from '../schemas/times.ts';
import { type Context, note } from './context.ts';
import { untilStopped } from './interrupts.ts';
import { newsLine } from './listen-to-events.ts';
import type { DriftFormat } from './report-formats.ts';
import { sendToProgram, sendToWebhook, webhookAddress } from './send-report.ts';
import { runOf } from './terminal-run.ts';
import { driftIn, writeDrift } from './write-drift.ts';

/** How drift is watched, and where reports go. */
export interface WatchOptions {
  readonly every: number;
  readonly events: boolean;
  readonly checks?: number | undefined;
  readonly format: DriftFormat;
  readonly exec?: string | undefined;
  readonly execArg: readonly string[];
  readonly webhook?: string | undefined;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
}

/** Watches for drift until the user ends it. Gives the exit code. Throws ADSYNC_USAGE, and what a check throws that no wait mends. */
export async function watchOnTerminal(
  context: Context,
  args: readonly string[],
  options: WatchOptions,
): Promise<number> {
  const address = options.webhook ?? context.io.env['ADSYNC_WATCH_WEBHOOK'] ?? '';
  const webhook = address === '' ? undefined : webhookAddress(address);
  const paths = await documentPaths(args, context.io.cwd);
  const { target: targets, exclude: excludes } = options;
  return await untilStopped(context, async (signal) => {
    const run = runOf(context, { signal });
    await watchDrift(run, {
      drift: { paths, targets, excludes, listUnmanaged: false },
      everyMs: options.every,
      checks: options.checks,
      events: options.events ? eventsOf(context, run) : undefined,
      tell: (news) => {
        if (news.kind === 'event') {
          note(context, `An event touches what is watched: ${printable(news.event.type ?? news.event.id)}.`);
          return;
        }
        const { code, message, detail } = news.error;
        const lines = [...(detail.lines ?? []).slice(0, 3), detail.remedy ?? ''].filter(
          (line) => line !== '',
        );
        note(context, `The check failed: ${message} (${code}). ${lines.join(' ')}`.trimEnd());
        note(context, `The next one is at ${timeAt(news.untilMs).slice(11, 19)} UTC.`);
      },
      report: async (report) => await send(context, report, { ...options, hook: webhook, signal }),
    });
  });
}

interface Sending extends WatchOptions {
  readonly hook: URL | undefined;
  readonly signal: AbortSignal;
}

/** A report goes to every place that was named, else to standard output; a place that does not take it is told. */
async function send(context: Context, report: DriftReport, sending: Sending): Promise<void> {
  const { format, exec, execArg, hook, signal } = sending;
  const { cwd, env } = context.io;
  if (exec === undefined && hook === undefined) {
    await writeDrift(context, report, { format });
    return;
  }
  const ways = [
    async () => {
      if (exec !== undefined)
        await sendToProgram([exec, ...execArg], await driftIn(format, report, context, false), {
          cwd,
          env,
          signal,
        });
    },
    async () => {
      if (hook !== undefined)
        await sendToWebhook(hook, await driftIn('text', report, context, false), signal);
    },
  ];
  for (const way of ways)
    try {
      await way();
    } catch (error) {
      if (!(error instanceof AdsyncError)) throw error;
      note(context, `The report was not sent: ${error.message}.`);
    }
}

/** Events of the stream; where the platform refuses it, that is told, and the schedule goes on alone. */
async function* eventsOf(context: Context, run: Run): AsyncGenerator<ActivityEvent, void, void> {
  try {
    yield* listenToEvents(run, {
      tell: (news) => {
        const line = newsLine(news);
        if (line !== undefined) note(context, line);
      },
    });
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    note(context, `Watching goes on without events: ${error.message} (${error.code}).`);
  }
}
