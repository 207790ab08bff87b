import type { PlatformError } from '../platform/platform-error.ts';
import type { PlatformFault } from '../platform/platform-fault.ts';
import type { Cause, PlatformComplaint } from './apply-result.ts';

/** The cause of an operation that the platform refused, with what it said about it. */
export function refusalCause(error: PlatformError, address: string, faults: readonly PlatformFault[]): Cause {
  const platform = faults.map(complaint);
  return { code: error.code, message: error.message, address, path: error.path, platform };
}

/** What the platform said, in one text for the history; long ones are cut. */
export function refusalDetail(error: PlatformError): string {
  const faults = [...error.errors, ...error.operationErrors.flat()];
  const said = faults.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return [error.message, said]
    .filter((text) => text !== '')
    .join(': ')
    .slice(0, 2000);
}

function complaint({ code, message, parameter }: PlatformFault): PlatformComplaint {
  return { code, message, parameter: parameter ?? null };
}
