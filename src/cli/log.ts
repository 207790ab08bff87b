import { jsonText } from '../diagnostics/json-text.ts';
import type { Io } from './io.ts';

/** Forms of what is written for people to standard error. */
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Where a log goes, and in which form; text unless said. */
export interface Log {
  readonly io: Pick<Io, 'stderr' | 'clock'>;
  readonly globals: { readonly logFormat?: LogFormat };
}

/** Writes an entry to standard error as one line of JSON; gives false, and writes nothing, where the log is text. */
export function logJson(
  { io, globals }: Log,
  level: 'info' | 'warning' | 'error',
  entry: { readonly message: string; readonly [name: string]: unknown },
): boolean {
  if (globals.logFormat !== 'json') return false;
  const time = new Date(io.clock.now()).toISOString();
  io.stderr.write(`${jsonText({ time, level, ...entry })}\n`);
  return true;
}

/** The form that a command line asks for, before it is understood: also what is wrong with it is logged so. */
export function logFormatIn(argv: readonly string[]): LogFormat {
  const isJson = argv.some(
    (word, index) => word === '--log-format=json' || (word === '--log-format' && argv[index + 1] === 'json'),
  );
  return isJson ? 'json' : 'text';
}
