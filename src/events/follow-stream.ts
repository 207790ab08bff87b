import { PlatformError } from '../platform/platform-error.ts';
import { missedQuery } from './missed-query.ts';
import { reconnectDelayMs, type StreamTrouble } from './reconnect-delay.ts';
import { SeenEvents } from './seen-events.ts';
import { type ActivityEvent, readStreamLine } from './stream-line.ts';

/** What happens to a stream beside its events. Times are milliseconds since 1970. */
export type StreamNews =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'lost';
      readonly failure: PlatformError | undefined;
      readonly trouble: StreamTrouble;
      readonly untilMs: number;
    }
  /** The platform offers nothing of the past: what happened between these times may be missing. */
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number }
  /** The platform says something about the stream, as before it ends it. */
  | { readonly kind: 'message'; readonly text: string }
  /** A line that is no JSON of an event was left out. */
  | { readonly kind: 'unreadable' };

/** What a stream is followed with. */
export interface StreamSource {
  /** Opens the stream once, with these parameters; its lines, empty ones as signs of life. Throws PlatformError. */
  open(query: Readonly<Record<string, string>>): AsyncGenerator<string, void, void>;
  readonly clock: { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> };
  /** From 0 to 1, to spread waits. */
  random(): number;
  /** Ends the following, in order. */
  readonly signal: AbortSignal;
  /** From when on events are wanted, in milliseconds since 1970; from now on where it is left out. */
  readonly sinceMs?: number | undefined;
  tell(news: StreamNews): void;
}

/** Clocks differ, and an event may take a while to be delivered: so much more is asked for again. */
const overlapMs = 60_000;
/** A connection that has lasted so long was a good one, even where nothing happened. */
const soundAfterMs = 20_000;
/** So long after a connection was opened, what was missed before it has been sent. */
const caughtUpAfterMs = 60_000;
/** How often a platform that was never reached is tried. */
const firstAttempts = 4;

/**
 * The events of a stream, each once, for as long as nobody ends it: a connection that breaks or falls silent is opened
 * again, at the platform's pace (F-event-12), and what was missed meanwhile is asked for (F-event-01). Throws PlatformError
 * for a refusal that waiting does not change, and where the platform cannot be reached from the start.
 */
export async function* followStream(source: StreamSource): AsyncGenerator<ActivityEvent, void, void> {
  const follower = new Follower(source);
  while (!source.signal.aborted) {
    let failure: PlatformError | undefined;
    try {
      yield* follower.connection();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      failure = error;
    }
    if (!source.signal.aborted) await follower.wait(failure);
  }
}

class Follower {
  readonly #source: StreamSource;
  readonly #seen = new SeenEvents();
  /** All that happened before this moment has been read. */
  #readUntilMs: number;
  /** Whether the next connection asks for what was missed. */
  #asksForMissed: boolean;
  /** False once the platform has refused to send anything of the past. */
  #offersMissed = true;
  #wasOpen = false;
  /** Connections in a row that brought nothing. */
  #attempt = 0;

  constructor(source: StreamSource) {
    this.#source = source;
    this.#readUntilMs = source.sinceMs ?? source.clock.now();
    this.#asksForMissed = source.sinceMs !== undefined;
  }

  /** The new events of one connection. Throws what ended it, unless the platform did in order. */
  async *connection(): AsyncGenerator<ActivityEvent, void, void> {
    const { clock } = this.#source;
    const asked = this.#asksForMissed && this.#offersMissed;
    let openedMs: number | undefined;
    let isCaughtUp = !asked;
    for await (const line of this.#source.open(asked ? this.#missed() : {})) {
      const now = clock.now();
      if (openedMs === undefined) this.#opened(now);
      openedMs ??= now;
      if (now - openedMs >= soundAfterMs) this.#attempt = 0;
      isCaughtUp ||= now - openedMs >= caughtUpAfterMs;
      const read = line === '' ? undefined : readStreamLine(line);
      if (read?.kind === 'event') {
        this.#attempt = 0;
        if (this.#seen.isNew(read.event.id)) yield read.event;
      } else if (read !== undefined) this.#source.tell(read);
      // Whoever takes an event may take its time; what happens meanwhile waits in the connection.
      if (isCaughtUp) this.#readUntilMs = now;
    }
  }

  /** Waits until the stream may be opened again. Throws what waiting does not change. */
  async wait(failure: PlatformError | undefined): Promise<void> {
    const { clock, signal } = this.#source;
    if (this.#isRefusedPast(failure)) {
      this.#offersMissed = false;
      return;
    }
    const trouble = troubleOf(failure);
    this.#attempt += 1;
    const isHopeless = failure?.outcome === 'not-sent' && !this.#wasOpen && this.#attempt >= firstAttempts;
    if (failure !== undefined && (trouble === undefined || isHopeless)) throw failure;
    const delayMs = reconnectDelayMs(trouble ?? 'broken', {
      attempt: this.#attempt,
      askedMs: failure?.retryAfterMs,
      random: this.#source.random(),
    });
    this.#source.tell({
      kind: 'lost',
      failure,
      trouble: trouble ?? 'broken',
      untilMs: clock.now() + delayMs,
    });
    this.#asksForMissed = true;
    try {
      await clock.sleep(delayMs, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #missed(): Readonly<Record<string, string>> {
    const isFirst = !this.#wasOpen && this.#source.sinceMs !== undefined;
    return missedQuery(this.#readUntilMs - (isFirst ? 0 : overlapMs), this.#source.clock.now());
  }

  #opened(now: number): void {
    this.#wasOpen = true;
    this.#source.tell({ kind: 'open' });
    if (!this.#asksForMissed || this.#offersMissed) return;
    this.#source.tell({ kind: 'gap', fromMs: this.#readUntilMs, toMs: now });
    this.#readUntilMs = now;
  }

  /** True where the platform refuses to send anything of the past, which not every application may ask for. */
  #isRefusedPast(failure: PlatformError | undefined): boolean {
    const isRefused = failure?.status === 400 || failure?.status === 403;
    return isRefused && this.#asksForMissed && this.#offersMissed && this.#wasOpen;
  }
}

/** What kind of trouble passes by itself; undefined for a refusal that does not. */
function troubleOf(failure: PlatformError | undefined): StreamTrouble | undefined {
  if (failure?.status === undefined) return 'broken';
  const { outcome, status } = failure;
  if (status === 429) return 'rate_limit';
  const passes = status >= 500 || status === 408 || status === 423;
  return passes || (outcome === 'unknown' && status < 300) ? 'unavailable' : undefined;
}
