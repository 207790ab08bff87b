import { DocumentError } from '../config/document-error.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { formatProblem, type Problem } from '../diagnostics/problem.ts';
import { errorText } from '../report/error-text.ts';
import { pageWidth } from '../report/layout.ts';
import { type Context, print } from './context.ts';
import { type LogFormat, logJson } from './log.ts';

/** What of a context an error needs: also what goes wrong before there is one is reported. */
export type ErrorContext = Pick<Context, 'io' | 'errorStyle'> & {
  readonly globals: { readonly verbose: boolean; readonly logFormat?: LogFormat };
};

/** Writes an error to standard error and gives the exit code; a stack is shown only on request. */
export function reportError(error: unknown, context: ErrorContext): number {
  const { io, errorStyle, globals } = context;
  const known = error instanceof AdsyncError ? error : internal(error);
  const entry = { ...errorEntry(known), ...(globals.verbose ? { stack: stackOf(error) } : {}) };
  if (logJson(context, 'error', entry)) return known.exitCode;
  if (known instanceof DocumentError) {
    const width = pageWidth(io.stderr);
    for (const problem of known.problems) print(context, `${formatProblem(problem, width)}\n\n`, 'stderr');
  }
  print(context, errorText(known, errorStyle), 'stderr');
  if (globals.verbose) io.stderr.write(`${stackOf(error)}\n`);
  return known.exitCode;
}

/** The context for an error that is the outcome of a run, and no fault whose stack anybody wants to see. */
export function withoutStack(context: ErrorContext): ErrorContext {
  return { ...context, globals: { ...context.globals, verbose: false } };
}

function errorEntry(error: AdsyncError) {
  const { code, message, exitCode, detail } = error;
  const { address, at, lines, remedy } = detail;
  const problems = error instanceof DocumentError ? { problems: error.problems.map(problemEntry) } : {};
  return { code, message, exit_code: exitCode, address, at, lines, remedy, ...problems };
}

function problemEntry({ file, line, column, rule, message, remedy }: Problem) {
  return { file, line, column, rule, message, remedy };
}

function internal(error: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_INTERNAL', error instanceof Error ? error.message : 'something failed', {
    remedy: 'This is a fault of adsync. Run the command again with -v, and report what it prints.',
    cause: error,
  });
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${stackOf(error.cause)}` : own;
}
