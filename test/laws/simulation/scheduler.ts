/** Virtual time: events in the order of their instants, those of one instant in the order they were planned. */
export class Scheduler {
  #now: number;
  readonly #queue: Event[] = [];
  #failure: Error | undefined;

  /** Starts at the instant, in milliseconds since 1970. */
  constructor(start: number) {
    this.#now = start;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /** Plans an action so many milliseconds from now. Returns what takes it back. */
  after(ms: number, action: () => void): () => void {
    const event = { at: this.#now + Math.max(0, ms), action };
    insert(this.#queue, event);
    return () => {
      event.action = doNothing;
    };
  }

  /** Ends `drive` with this error; only the first counts. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Resolves once so much virtual time has passed. */
  async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.after(ms, resolve);
    await promise;
  }

  /**
   * Lets time pass until the work has ended, one event after the other, each only when everything that the one before
   * set going has come to rest. Throws for work that waits for nothing that is planned, and for one without end.
   */
  async drive<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = (): void => {
      ended = true;
    };
    work.then(end, end);
    for (let events = 0; ; events += 1) {
      await comeToRest();
      if (this.#failure !== undefined) throw this.#failure;
      if (ended) return await work;
      const next = this.#queue.shift();
      if (next === undefined) throw new Error('the simulation waits for nothing');
      if (events > mostEvents) throw new Error('the simulation does not end');
      this.#now = next.at;
      next.action();
    }
  }
}

interface Event {
  readonly at: number;
  action: () => void;
}

const mostEvents = 100_000;

function doNothing(): void {}

/** Promises that wait for nothing outside of the process are settled before the event loop turns. */
async function comeToRest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  await promise;
}

function insert(queue: Event[], event: Event): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = queue[middle];
    if (other !== undefined && other.at <= event.at) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, event);
}
