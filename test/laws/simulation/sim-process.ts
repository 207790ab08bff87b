import type { Scheduler } from './scheduler.ts';
import type { Mishap } from './trial.ts';

export interface ProcessOptions {
  readonly scheduler: Scheduler;
  readonly skewMs: number;
  readonly mishap: Mishap | undefined;
}

/** A process: everything that crosses its border can be the last thing that it does. */
export class SimProcess {
  readonly #scheduler: Scheduler;
  readonly #mishap: Mishap | undefined;
  readonly #death = Promise.withResolvers<'died'>();
  readonly #stop = new AbortController();
  #skewMs: number;
  #steps = 0;
  #alive = true;
  #pausedUntil = 0;

  constructor({ scheduler, skewMs, mishap }: ProcessOptions) {
    this.#scheduler = scheduler;
    this.#skewMs = skewMs;
    this.#mishap = mishap;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Crossings of its border so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Resolves when it dies. */
  get death(): Promise<'died'> {
    return this.#death.promise;
  }

  /** Aborted by the first Ctrl-C. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** The clock of its machine, in milliseconds. */
  readonly clock = {
    now: (): number => Math.trunc(this.#scheduler.now() + this.#skewMs),
    monotonic: (): number => this.#scheduler.now(),
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#scheduler.after(ms, () => this.whenRunning(resolve));
      signal?.addEventListener('abort', () => this.whenRunning(resolve), { once: true });
      await promise;
    },
  };

  /** Does a piece of work outside of the process, and comes back with what it gives: never, where it dies before. */
  async cross<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (!this.step()) return await promise;
    this.#scheduler.after(1, () =>
      this.whenRunning(() => {
        work().then(
          (value) => this.comeBack(() => resolve(value)),
          (error: unknown) => this.comeBack(() => reject(error)),
        );
      }),
    );
    return await promise;
  }

  /** What comes from outside: it counts as a step, and is lost on who is dead. */
  comeBack(go: () => void): void {
    if (this.#alive && this.step()) this.whenRunning(go);
  }

  /** Counts a step, at which the mishap may happen; false where it was the last. */
  step(): boolean {
    this.#steps += 1;
    if (this.#mishap?.step === this.#steps) this.#meet(this.#mishap);
    return this.#alive;
  }

  #meet(mishap: Mishap): void {
    if (mishap.kind === 'interrupt') this.#stop.abort();
    else if (mishap.kind === 'jump') this.#skewMs += mishap.ms;
    else if (mishap.kind === 'pause') this.#pausedUntil = this.#scheduler.now() + mishap.ms;
    else {
      this.#alive = false;
      this.#death.resolve('died');
    }
  }

  /** Goes on at once, or when it no longer stands still; never, where it is dead. */
  whenRunning(go: () => void): void {
    if (!this.#alive) return;
    const leftMs = this.#pausedUntil - this.#scheduler.now();
    if (leftMs > 0) this.#scheduler.after(leftMs, () => this.whenRunning(go));
    else go();
  }
}
