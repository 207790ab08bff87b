import type { Context } from './context.ts';

/** The run was interrupted before anything was sent. */
export class Interrupted extends Error {}

/** Watches for Ctrl-C and SIGTERM: the first one aborts the signal, the second one ends the process at once. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** As if Ctrl-C had been pressed: a prompt gets the key itself. */
  interrupt(): void;
  /** Stops watching. */
  done(): void;
}

/** Begins to watch; `done` must be called when the run is over. */
export function watchInterrupts(context: Context): Interrupts {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      context.io.exitNow(130);
      return;
    }
    controller.abort();
  };
  return { signal: controller.signal, interrupt, done: context.io.onInterrupt(interrupt) };
}

/** What the work gives, or Interrupted thrown as soon as the signal is aborted; for work that only reads. */
export async function unlessInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) throw new Interrupted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new Interrupted());
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
