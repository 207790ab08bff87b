import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';

const exitCodeSequence = 7777;

/**
 * A shell runs the program and then tells its exit code. It stays, because what is not yet read of a terminal is
 * lost soon after its last process is gone. Ctrl-C reaches the shell too, and must leave it there.
 */
const script = `trap : INT
"$0" "$@"
printf '\\033]${exitCodeSequence};%d\\007' $?
while read -r _; do :; done`;

export interface TerminalOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
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
}

/** Starts a program in a pseudo terminal of its own, which is closed when the test is over. Not for Windows. */
export function openTerminal(
  command: string,
  args: readonly string[],
  { columns, rows, cwd, env }: TerminalOptions,
): Terminal {
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const pty = spawn('/bin/sh', ['-c', script, command, ...args], {
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
  onTestFinished(close);
  const lines = (): readonly string[] => linesOf(screen).map(({ text }) => text);
  return {
    send: (keys) => pty.write(keys),
    waitFor: async (text, withinMs = 20_000) => await waitFor(screen, text, withinMs),
    lines,
    wrapped: () => linesOf(screen).flatMap(({ text, isWrapped }) => (isWrapped ? [text] : [])),
    ended,
    close,
  };
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
