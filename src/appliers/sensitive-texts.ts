import type { Reveal } from '../live/seal.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { PlatformFault } from '../platform/platform-fault.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { isDigest, plainText } from '../schemas/values.ts';

/** The failure of a request without the sensitive values in it that the platform repeats in what it says. */
export function withoutSecrets(
  error: PlatformError,
  operations: readonly IntendedOperation[],
  reveal: Reveal,
): PlatformError {
  const secrets = operations.flatMap(({ address, params }) =>
    Object.entries(params).flatMap(([wire, value]) => {
      const plain = isDigest(value) ? reveal(address, wire) : undefined;
      return plain === undefined || plain === null || plain === '' ? [] : [plainText(plain)];
    }),
  );
  if (secrets.length === 0) return error;
  const hide = (fault: PlatformFault): PlatformFault => ({
    ...fault,
    message: secrets.reduce((text, secret) => text.replaceAll(secret, '(sensitive)'), fault.message),
  });
  const { outcome, method, path, status, retryAfterMs, date } = error;
  return new PlatformError(
    {
      outcome,
      method,
      path,
      ...(status !== undefined && { status }),
      ...(date !== undefined && { date }),
      retryAfterMs,
      errors: error.errors.map(hide),
      operationErrors: error.operationErrors.map((faults) => faults.map(hide)),
    },
    error.code,
  );
}
