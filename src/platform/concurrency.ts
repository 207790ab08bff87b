/** How many requests suit the platform at once. */
export interface Concurrency {
  /** From 1 to 8. */
  readonly limit: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** Notes a request as it goes out, and returns what notes its end. */
  start(endpoint: string, nowMs: number): (end: RequestEnd) => void;
}

/** How a request ended. */
export interface RequestEnd {
  /** HTTP status; `undefined` without an answer. */
  readonly status: number | undefined;
  /** The local clock, in milliseconds since 1970. */
  readonly nowMs: number;
}

const least = 1;
const first = 4;
const most = 8;
/** An answer that takes so many times as long as is usual, and so much longer, comes from a platform under load. */
const slowFactor = 3;
const slowByMs = 300;
/** How much of a slower answer passes into what is usual: it may have become so for good. */
const learning = 0.05;

/**
 * Starts with four requests at once. Adds about one for each round of good answers, while all places are taken; takes
 * half away after a 429, a 503, no answer, or one that took far longer than is usual for its endpoint. What was under
 * way when it was halved does not halve it again.
 */
export function createConcurrency(): Concurrency {
  const usualMs = new Map<string, number>();
  let room = first;
  let inFlight = 0;
  let started = 0;
  let startedAtCut = 0;
  let filledBy = 0;
  const limit = (): number => Math.floor(room);
  return {
    get limit() {
      return limit();
    },
    get inFlight() {
      return inFlight;
    },
    start(endpoint, startMs) {
      inFlight += 1;
      started += 1;
      const number = started;
      if (inFlight >= limit()) filledBy = number;
      return ({ status, nowMs }) => {
        inFlight -= 1;
        const tookMs = Math.max(0, nowMs - startMs);
        const usual = usualMs.get(endpoint) ?? tookMs;
        usualMs.set(endpoint, tookMs < usual ? tookMs : usual + (tookMs - usual) * learning);
        if (isStrained(status, tookMs, usual)) {
          if (number <= startedAtCut) return;
          room = Math.max(least, room / 2);
          startedAtCut = started;
        } else if (number <= filledBy && number > filledBy - limit()) room = Math.min(most, room + 1 / room);
      };
    },
  };
}

function isStrained(status: number | undefined, tookMs: number, usualMs: number): boolean {
  if (status === undefined || status === 429 || status === 503) return true;
  return tookMs > usualMs * slowFactor && tookMs > usualMs + slowByMs;
}
