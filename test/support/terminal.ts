import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { systemCode } from '../../src/diagnostics/cause-text.ts';

const exitCodeSequence = 7777;

/**
 * A shell runs the program and then tells its exit code. It stays, because what is not yet read of a terminal is
 * lost soon after its last process is gone. Ctrl-C reaches the shell too, and must leave it there.
 */
const script = `trap : INT
"$0" "$@"
printf '\\033]${exitCodeSequence};%d\\007' $?
while read -r _; do :; done`;

/** The size that a terminal tells to programs, whatever it shows; some tell 0 and 0. */
export interface ReportedSize {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalOptions extends ReportedSize {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it tells instead of its size, from the start on. */
  readonly reports?: ReportedSize;
}

/** A program in a terminal. */
export interface Terminal {
  /** Types keys: text, `\r` for Enter, `\t` for Tab, `\x03` for Ctrl-C. */
  send(keys: string): void;
  /**
   * Waits until the text stands on one line of the terminal.
   * @throws an error with what stands there when that takes longer than the milliseconds, 20 seconds unless given.
   */
  waitFor(text: string, withinMs?: number): Promise<void>;
  /** What stands there from the first line on, those included that scrolled away; no blanks at the ends. */
  lines(): readonly string[];
  /** The lines that only stand there because the line above was too long for the terminal. */
  wrapped(): readonly string[];
  /** The exit code of the program, 128 and the signal's number when a signal ended it; all it wrote stands there. */
  readonly ended: Promise<number>;
  /** Hangs up, as when a person closes the window. */
  close(): Promise<void>;
  /** Tells another size from now on, as when a person draws the window smaller. On Linux only. */
  report(size: ReportedSize): void;
}

/** Starts a program in a pseudo terminal of its own, which is closed when the test is over. Not for Windows. */
export function openTerminal(
  command: string,
  args: readonly string[],
  { columns, rows, cwd, env, reports }: TerminalOptions,
): Terminal {
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const size = reports === undefined ? '' : `${stty(reports)}\n`;
  const pty = spawn('/bin/sh', ['-c', size + script, command, ...args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env,
  });
  const ended = new Promise<number>((resolve) => {
    screen.parser.registerOscHandler(exitCodeSequence, (code) => {
      resolve(Number(code));
      return true;
    });
  });
  const hungUp = new Promise<void>((resolve) => {
    pty.onExit(() => resolve());
  });
  pty.onData((text) => screen.write(text));
  const close = async (): Promise<void> => {
    pty.kill();
    await hungUp;
  };
  onTestFinished(async () => {
    await close();
    killGroup(pty.pid);
  });
  const lines = (): readonly string[] => linesOf(screen).map(({ text }) => text);
  return {
    send: (keys) => pty.write(keys),
    waitFor: async (text, withinMs = 20_000) => await waitFor(screen, text, withinMs),
    lines,
    wrapped: () => linesOf(screen).flatMap(({ text, isWrapped }) => (isWrapped ? [text] : [])),
    ended,
    close,
    report: (size) => {
      execFileSync('/bin/sh', ['-c', `${stty(size)} < "$(readlink /proc/${pty.pid}/fd/0)"`]);
    },
  };
}

/** Ends all processes that the shell has started: one that hangs heeds no signal that it could listen to. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

/** The command that makes the terminal on its standard input tell a size. */
function stty({ columns, rows }: ReportedSize): string {
  return `stty columns ${columns} rows ${rows}`;
}

interface Line {
  readonly text: string;
  readonly isWrapped: boolean;
}

function linesOf({ buffer: { active } }: xterm.Terminal): readonly Line[] {
  const lines = Array.from({ length: active.length }, (_, index): Line => {
    const line = active.getLine(index);
    return { text: line?.translateToString(true).trimEnd() ?? '', isWrapped: line?.isWrapped ?? false };
  });
  return lines.slice(0, lines.findLastIndex(({ text }) => text !== '') + 1);
}

async function waitFor(screen: xterm.Terminal, awaited: string, withinMs: number): Promise<void> {
  const stands = (): boolean => linesOf(screen).some(({ text }) => text.includes(awaited));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const parsed = screen.onWriteParsed(() => {
    if (stands()) resolve();
  });
  const deadline = setTimeout(() => {
    const shown = linesOf(screen).map(({ text }) => text);
    reject(new Error([`The terminal never showed "${awaited}", but:`, ...shown].join('\n')));
  }, withinMs);
  try {
    if (!stands()) await promise;
  } finally {
    parsed.dispose();
    clearTimeout(deadline);
  }
}
