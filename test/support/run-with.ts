import { PassThrough } from 'node:stream';
import type { Clock } from '../../src/appliers/clock.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { systemClock } from '../../src/runs/system-clock.ts';

/** What one command line gave. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Environment on top of the credentials and addresses of the sandbox. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes the standard streams terminals, and types this text. */
  readonly typed?: string;
  /** Done once the program asks, before the text is typed. */
  readonly beforeAnswer?: () => Promise<void>;
  /** What reading standard input fails with, as where a terminal is gone. */
  readonly inputFails?: Error;
  /** How wide the terminal is; 120 unless given. */
  readonly columns?: number;
  /** Makes the standard streams terminals of somebody who types only what `onOutput` types. */
  readonly isInteractive?: boolean;
  /** Called with everything written so far after each write; may interrupt, and type where somebody does. */
  readonly onOutput?: (text: string, press: () => void, type: (text: string) => void) => void;
  /** The system's keychain; none unless given. */
  readonly keychain?: Io['keychain'];
  /** The user's browser; none that can be started, unless given. */
  readonly browse?: Io['browse'];
  /** The machine's time, unless given. */
  readonly clock?: Clock;
}

interface Setting {
  readonly folder: string;
  readonly env: Io['env'];
  /** Where the codes go that the program would have ended the process with at once. */
  readonly ended: number[];
  readonly options: RunOptions;
}

/** Runs one command line in this process, in a folder, with the environment of a sandbox. */
export async function runWith(
  argv: readonly string[],
  { folder, env, ended, options }: Setting,
): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  const press = (): void => {
    for (const listener of listeners) listener();
  };
  const terminal = options.typed !== undefined || options.isInteractive === true;
  const stdin = Object.assign(inputOf(options), { isTTY: terminal });
  const answer = answerOnce(stdin, options);
  const output = (stream: 'stdout' | 'stderr') => ({
    isTTY: terminal,
    columns: options.columns ?? 120,
    write: (text: string) => {
      written[stream] += text;
      answer(written.stderr);
      options.onOutput?.(written.stdout + written.stderr, press, (text) => void stdin.write(text));
    },
  });
  const io: Io = {
    stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    clock: options.clock ?? systemClock,
    cwd: folder,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keychain: options.keychain ?? (() => undefined),
    browse: options.browse ?? (async () => await Promise.resolve(false)),
    exitNow: (code) => void ended.push(code),
  };
  const code = await run(argv, io);
  return { code, ...written };
}

/** Standard input; one that fails does so when it is read. */
function inputOf({ inputFails }: RunOptions): PassThrough {
  const input = new PassThrough();
  if (inputFails !== undefined) input._read = () => void input.destroy(inputFails);
  return input;
}

/** Types the text at once, or when the program has asked and what is to be done before is done. */
function answerOnce(
  stdin: PassThrough,
  { typed, beforeAnswer, inputFails, isInteractive }: RunOptions,
): (written: string) => void {
  if (isInteractive === true) return () => {};
  if (beforeAnswer === undefined) {
    if (inputFails === undefined) stdin.end(typed);
    return () => {};
  }
  let asked = false;
  return (written) => {
    if (asked || !written.includes('Only yes is accepted')) return;
    asked = true;
    beforeAnswer().then(
      () => stdin.end(typed),
      (error: unknown) => stdin.destroy(new Error('what comes before the answer failed', { cause: error })),
    );
  };
}
