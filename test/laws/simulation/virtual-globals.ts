import type { Scheduler } from './scheduler.ts';

/**
 * Lets the program's `Date.now` and `setInterval` follow virtual time while the work runs; what stands outside of it
 * keeps its own. The sandbox reads the time from the one, a heartbeat beats by the other.
 */
export async function withVirtualTime<T>(scheduler: Scheduler, work: () => Promise<T>): Promise<T> {
  const real = {
    now: Date.now,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  };
  Date.now = () => Math.trunc(scheduler.now());
  Object.assign(globalThis, {
    setInterval: (beat: () => void, ms: number) => new VirtualInterval(scheduler, beat, ms),
    clearInterval: (interval: unknown) => {
      if (interval instanceof VirtualInterval) interval.stop();
    },
  });
  try {
    return await work();
  } finally {
    Date.now = real.now;
    Object.assign(globalThis, { setInterval: real.setInterval, clearInterval: real.clearInterval });
  }
}

class VirtualInterval {
  readonly #scheduler: Scheduler;
  readonly #ms: number;
  #takeBack: () => void;
  #stopped = false;

  constructor(scheduler: Scheduler, beat: () => void, ms: number) {
    this.#scheduler = scheduler;
    this.#ms = ms;
    this.#takeBack = this.#plan(beat);
  }

  unref(): this {
    return this;
  }

  stop(): void {
    this.#stopped = true;
    this.#takeBack();
  }

  #plan(beat: () => void): () => void {
    return this.#scheduler.after(this.#ms, () => {
      beat();
      if (!this.#stopped) this.#takeBack = this.#plan(beat);
    });
  }
}
