import { Interrupted } from '../runs/interrupted.ts';
import { type Context, note } from './context.ts';

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

/** Does work that a user may interrupt, with the signal of that, and gives 130 where it was interrupted. */
export async function untilInterrupted(
  context: Context,
  work: (interrupts: Interrupts) => Promise<number>,
): Promise<number> {
  const interrupts = watchInterrupts(context);
  try {
    return await work(interrupts);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    throw error;
  } finally {
    interrupts.done();
  }
}

/**
 * Does work that goes on until the user ends it, or nobody reads its output any more; the signal tells it to end. Gives 0,
 * for ending it is how it is used; a second Ctrl-C ends the process at once.
 */
export async function untilStopped(
  context: Context,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const interrupts = watchInterrupts(context);
  const { gone } = context.io.stdout;
  try {
    await work(gone === undefined ? interrupts.signal : AbortSignal.any([interrupts.signal, gone]));
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) return 0;
    throw error;
  } finally {
    interrupts.done();
  }
}

/** Says at the first Ctrl-C that requests in flight are waited for. */
export function noteInterruption(context: Context, { signal }: Interrupts): void {
  signal.addEventListener('abort', () =>
    note(
      context,
      'Interrupted: what is in flight is waited for. Ctrl-C again ends at once; every request is recorded.',
    ),
  );
}
