import { printable } from '../diagnostics/display-text.ts';
import { pageWidth } from '../report/layout.ts';
import { plainStyle, type Style, terminalStyle } from '../report/style.ts';
import { wrapLines } from '../report/wrap-lines.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Io, Output } from './io.ts';
import { logJson } from './log.ts';

/** What every command gets: the process, the global options, and how to write. */
export interface Context {
  readonly io: Io;
  readonly globals: GlobalOptions;
  /** For standard output. */
  readonly style: Style;
  /** For standard error. */
  readonly errorStyle: Style;
  /** Version of adsync. */
  readonly version: string;
  /** Runs another command line in this process, and gives its exit code. */
  readonly run: (argv: readonly string[], io: Io) => Promise<number>;
}

/** Colour goes to terminals only, and nowhere where `--no-color` or `NO_COLOR` says so (https://no-color.org). */
export function createContext(
  io: Io,
  globals: GlobalOptions,
  program: Pick<Context, 'version' | 'run'>,
): Context {
  const colour = globals.color && (io.env['NO_COLOR'] ?? '') === '';
  const styleFor = (output: Output): Style => (colour && output.isTTY === true ? terminalStyle : plainStyle);
  return { ...program, io, globals, style: styleFor(io.stdout), errorStyle: styleFor(io.stderr) };
}

/** Writes words for people; on a terminal no line is longer than it is wide, and none is broken within a word. */
export function print(
  { io }: Pick<Context, 'io'>,
  text: string,
  stream: 'stdout' | 'stderr' = 'stdout',
): void {
  io[stream].write(wrapLines(text, pageWidth(io[stream])));
}

/** Writes a line for people that is not a result: to standard error, and not with `--quiet`. */
export function note(context: Context, line: string): void {
  // A line may name a file that somebody else has named.
  const message = printable(line);
  if (context.globals.quiet || logJson(context, 'info', { message })) return;
  print(context, `${message}\n`, 'stderr');
}
