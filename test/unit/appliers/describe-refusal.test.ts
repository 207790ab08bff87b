import { expect, test } from 'vitest';
import { refusalDetail } from '../../../src/appliers/describe-refusal.ts';
import { PlatformError } from '../../../src/platform/platform-error.ts';
import type { PlatformFaults } from '../../../src/platform/platform-fault.ts';

const message = 'the platform refused POST /12/x (HTTP 400)';
const ofTheWhole = { code: 'INVALID', message: 'The batch is wrong' };
const ofAnOperation = { code: 'INVALID_PARAMETER', message: 'The name is empty', parameter: 'name' };

test.each<readonly [string, Partial<PlatformFaults>, string]>([
  [
    'what is wrong with the whole and with its operations',
    { errors: [ofTheWhole], operationErrors: [[], [ofAnOperation]] },
    `${message}: INVALID: The batch is wrong; INVALID_PARAMETER: The name is empty`,
  ],
  ['nothing beside its refusal', {}, message],
  [
    'more than is kept',
    { errors: [{ code: 'INVALID', message: 'x'.repeat(3000) }] },
    `${message}: INVALID: ${'x'.repeat(3000)}`.slice(0, 2000),
  ],
])('the history tells what the platform said: %s', (_title, faults, expected) => {
  const error = new PlatformError({
    outcome: 'refused',
    method: 'POST',
    path: '/12/x',
    status: 400,
    ...faults,
  });

  const detail = refusalDetail(error);

  expect(detail).toBe(expected);
});
