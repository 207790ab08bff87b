import { printable } from '../diagnostics/display-text.ts';
import type { StreamNews } from '../events/follow-stream.ts';
import type { ActivityEvent } from '../events/stream-line.ts';
import { listenToEvents } from '../runs/events/listen-to-events.ts';
import { timeAt } from '../schemas/times.ts';
import { type Context, note } from './context.ts';
import { untilStopped } from './interrupts.ts';
import { type Moment, sinceOf } from './moment.ts';
import { safeJson } from './safe-json.ts';
import { runOf } from './terminal-run.ts';

/** How events are listened to. */
export interface ListenOptions {
  readonly since?: Moment | undefined;
  /** After how many events it ends. */
  readonly limit?: number | undefined;
}

/**
 * Prints events of the stream, one JSON line each, until the user ends it, nobody reads any more, or there were as many as
 * were wanted. Gives the exit code. Throws what `listenToEvents` does.
 */
export async function listenOnTerminal(context: Context, { since, limit }: ListenOptions): Promise<number> {
  return await untilStopped(context, async (signal) => {
    const events = listenToEvents(runOf(context, { signal }), {
      sinceMs: sinceOf(since, context.io.clock.now()),
      tell: (news) => {
        const line = newsLine(news);
        if (line !== undefined) note(context, line);
      },
    });
    await printEvents(context, events, { limit, signal });
  });
}

/** Prints events until there were as many as were wanted, or the signal is aborted. */
async function printEvents(
  { io }: Context,
  events: AsyncIterable<ActivityEvent>,
  {
    limit = Number.POSITIVE_INFINITY,
    signal,
  }: { readonly limit?: number | undefined; readonly signal: AbortSignal },
): Promise<void> {
  let printed = 0;
  for await (const { text } of events) {
    // What comes after the end was not read by anybody.
    if (signal.aborted) return;
    io.stdout.write(`${safeJson(text)}\n`);
    printed += 1;
    if (printed >= limit) return;
  }
}

const troubles = {
  broken: 'The stream ended',
  unavailable: 'The platform is not available',
  rate_limit: 'The platform allows no more streams or requests for now',
} as const;

/** What happened to the stream, for people; undefined for what nobody has to know. */
export function newsLine(news: StreamNews): string | undefined {
  if (news.kind === 'open') return 'Listening.';
  if (news.kind === 'message') return `The platform says about the stream: ${printable(news.text)}`;
  if (news.kind === 'unreadable') return 'A line of the stream is no event, and was left out.';
  if (news.kind === 'gap')
    return `The platform offers no earlier events to this application: those between ${timeAt(news.fromMs)} and ${timeAt(news.toMs)} may be missing.`;
  const { failure, trouble, untilMs } = news;
  const detail = failure?.detail.lines?.[0] ?? failure?.message;
  const said = detail === undefined ? '' : ` (${printable(detail)})`;
  const full =
    trouble === 'rate_limit'
      ? ' `adsync events list connections` shows the open ones, `adsync events disconnect` ends them.'
      : '';
  return `${troubles[trouble]}${said}. It is opened again at ${timeAt(untilMs).slice(11, 19)} UTC.${full}`;
}
