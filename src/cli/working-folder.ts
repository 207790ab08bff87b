import process from 'node:process';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { plainStyle } from '../report/style.ts';
import type { Io } from './io.ts';
import type { LogFormat } from './log.ts';
import { reportError } from './report-error.ts';

/** The working directory of this process; `undefined` where somebody has removed it. */
export function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Says that there is no working directory, and gives the exit code of that. */
export function reportGoneFolder(io: Io, logFormat: LogFormat): number {
  const error = new AdsyncError('ADSYNC_USAGE', 'the working directory has been removed', {
    remedy: 'Change to a folder that exists, and run the command again.',
  });
  return reportError(error, { io, errorStyle: plainStyle, globals: { verbose: false, logFormat } });
}
