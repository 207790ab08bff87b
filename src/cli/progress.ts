import process from 'node:process';
import type { Ora } from 'ora';
import type { Progress } from '../runs/run.ts';
import type { Context } from './context.ts';

const quietMs = 1000;
/** A spinner that a narrower terminal breaks into many lines tells nobody anything. */
const leastColumns = 20;

/**
 * Does a piece of work, with a spinner that begins with the text: on standard error, once the work takes longer than a
 * second, on terminals only, and only while they tell how wide they are. What stays is written without the spinner in
 * between.
 */
export async function withProgress<T>(
  { io, globals }: Context,
  text: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true || globals.quiet || globals.logFormat === 'json') return await work(silent);
  const spinner = startLater(text);
  try {
    return await work(spinner);
  } finally {
    await spinner.stop();
  }
}

const silent: Progress = { say: () => {}, above: (write) => write() };

interface Shown {
  text: string;
  spinner?: Ora;
}

async function start(shown: Shown): Promise<void> {
  if (!hasRoom()) return;
  const { default: ora } = await import('ora');
  shown.spinner = ora({ text: shown.text, color: false, discardStdin: false }).start();
}

/**
 * Whether the spinner's own stream has a width. Where a terminal tells 0 columns, as that of a job may, each line would
 * count as endlessly many lines to clear, and clearing them would never end.
 */
function hasRoom(): boolean {
  return (process.stderr.columns ?? 80) >= leastColumns;
}

function startLater(text: string): Progress & { stop(): Promise<void> } {
  const shown: Shown = { text };
  let starting: Promise<void> | undefined;
  const timer = setTimeout(() => {
    starting = start(shown);
  }, quietMs);
  // Told before anything else can draw: a window that has become too narrow keeps no spinner.
  const resized = (): void => {
    if (!hasRoom()) shown.spinner?.stop();
  };
  process.stderr.on('resize', resized);
  return {
    say: (next) => {
      shown.text = next;
      if (shown.spinner !== undefined) shown.spinner.text = next;
    },
    above: (write) => {
      shown.spinner?.clear();
      write();
    },
    stop: async () => {
      process.stderr.off('resize', resized);
      clearTimeout(timer);
      await starting;
      shown.spinner?.stop();
    },
  };
}
