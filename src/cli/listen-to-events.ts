import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { StreamNews } from '../events/follow-stream.ts';
import type { ActivityEvent } from '../events/stream-line.ts';
import type { WebhookRefusal } from '../events/webhook-receiver.ts';
import { listenToEvents } from '../runs/events/listen-to-events.ts';
import { receiveEvents, registerWebhook } from '../runs/events/receive-events.ts';
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
  /** Where deliveries of a webhook are received in place of the stream: [host:]port. */
  readonly webhook?: { readonly host: string; readonly port: number } | undefined;
  /** The public address that leads there, to be registered. */
  readonly register?: string | undefined;
}

/**
 * Prints events of the stream, one JSON line each, until the user ends it, nobody reads any more, or there were as many as
 * were wanted. Gives the exit code. Throws what `listenToEvents` does.
 */
export async function listenOnTerminal(context: Context, options: ListenOptions): Promise<number> {
  const { since, limit, webhook, register } = options;
  if (webhook !== undefined) return await receiveOnTerminal(context, { ...options, webhook });
  if (register !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', '--register is about a webhook', {
      remedy: 'Say with --webhook where its deliveries are received.',
    });
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

/** Prints the events that a webhook is sent. */
async function receiveOnTerminal(
  context: Context,
  { since, limit, webhook, register }: ListenOptions & Required<Pick<ListenOptions, 'webhook'>>,
): Promise<number> {
  if (since !== undefined || webhook === undefined)
    throw new AdsyncError('ADSYNC_USAGE', '--since is about the stream', {
      remedy: 'Have earlier events sent to a webhook again with `adsync events replay`.',
    });
  return await untilStopped(context, async (signal) => {
    const run = runOf(context, { signal });
    const receiver = await receiveEvents(run, {
      ...webhook,
      tell: (news) => note(context, news.kind === 'proven' ? 'The address was proven.' : refusals[news.why]),
    });
    try {
      note(context, `Receiving at ${receiver.address}.`);
      if (register !== undefined)
        note(context, `Registered as the webhook ${await registerWebhook(run, register)}.`);
      await printEvents(context, receiver.events, { limit, signal });
    } finally {
      await receiver.close();
    }
  });
}

const refusals: Readonly<Record<WebhookRefusal, string>> = {
  unsigned: 'A delivery without the right signature was refused.',
  replayed: 'A delivery that came before was refused.',
  unreadable: 'A delivery that is no event was refused.',
  too_long: 'A delivery of more than 4 MiB was refused.',
  busy: 'A delivery was refused: a thousand others wait to be printed.',
  other_request: 'A request that is no delivery was refused.',
  token: 'A request for a proof without a proper token was refused.',
};

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
