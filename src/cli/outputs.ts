import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { plainStyle } from '../report/style.ts';
import { worstExit } from './exit.ts';
import type { Io, Output } from './io.ts';
import type { LogFormat } from './log.ts';
import { reportError } from './report-error.ts';

/** What became of what a process writes. */
export interface Outputs {
  /** Standard output for a run. */
  readonly stdout: Output;
  /** Calls back once all results are written or lost; at once where there are none: a full device refuses even nothing. */
  written(then: () => void): void;
  /** The exit code of a run that ended with this one, which also says where its results are lost, and says so. */
  close(code: number, io: Io, logFormat: LogFormat): number;
}

/**
 * Lets a run go on where what it writes goes nowhere: what it does on the platform is worth more than what it tells.
 * A reader that goes away, as `head` does, has read all that it wanted.
 */
export function watchOutputs(stdout: NodeJS.WritableStream & Output, stderr: NodeJS.WritableStream): Outputs {
  let lost: unknown;
  let hasResults = false;
  const closed = new AbortController();
  stdout.on('error', (error) => {
    closed.abort();
    if (systemCode(error) !== 'EPIPE') lost ??= error;
  });
  // Without a place for messages there is none for saying so either.
  stderr.on('error', () => undefined);
  return {
    stdout: {
      gone: closed.signal,
      write: (text) => {
        hasResults ||= text !== '';
        return stdout.write(text);
      },
      get isTTY() {
        return stdout.isTTY;
      },
      get columns() {
        return stdout.columns;
      },
    },
    written: (then) => {
      // A write that fails is told a moment after it was made.
      if (hasResults) stdout.write('', () => void setImmediate(then));
      else then();
    },
    close: (code, io, logFormat) => {
      if (lost === undefined) return code;
      const why = systemCode(lost) ?? causeText(lost);
      const error = new AdsyncError('ADSYNC_OUTPUT_LOST', `standard output cannot be written (${why})`, {
        remedy:
          'What the run did is done and recorded. Free some space or name another place, and look at it with `adsync plan` and `adsync state history`.',
      });
      const exitCode = reportError(error, {
        io,
        errorStyle: plainStyle,
        globals: { verbose: false, logFormat },
      });
      return worstExit(code, exitCode);
    },
  };
}
