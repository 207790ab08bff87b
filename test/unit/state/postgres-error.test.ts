import { expect, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { explainPostgresError, isConnectionLost } from '../../../src/state/postgres-error.ts';

const server = (code: string) => Object.assign(new Error('x'), { severity: 'ERROR', code });
const system = (code: string) => Object.assign(new Error('x'), { code });

test.each<[string, unknown, lost: boolean, reason: string]>([
  ['a login', server('28P01'), false, 'does not let this user in (x)'],
  ['no database', server('3D000'), false, 'is not there (x)'],
  ['no right', server('42501'), false, 'may not be used by this user (x)'],
  ['no table', server('42P01'), false, 'does not have the expected form (x)'],
  ['a standby', server('25006'), false, 'is read-only (x)'],
  ['a lock', server('55P03'), false, 'is kept busy by another process (x)'],
  ['a full disk', server('53100'), false, 'cannot be written: the disk is full (x)'],
  ['too many connections', server('53300'), false, 'has no room for another connection (x)'],
  ['an old encoding', server('22P05'), false, 'cannot hold every character (x)'],
  ['anything else', server('XX000'), false, 'reports an error (x)'],
  ['a shutdown', server('57P01'), true, 'cannot be reached (x)'],
  ['a crash', server('57P02'), true, 'cannot be reached (x)'],
  ['a start', server('57P03'), true, 'cannot be reached (x)'],
  ['silence', server('25P03'), true, 'cannot be reached (x)'],
  ['a broken protocol', server('08P01'), true, 'cannot be reached (x)'],
  ['a closed port', system('ECONNREFUSED'), true, 'cannot be reached (ECONNREFUSED)'],
  ['a name nobody has', system('ENOTFOUND'), true, 'cannot be reached (ENOTFOUND)'],
  [
    'both addresses closed',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    true,
    'cannot be reached (ECONNREFUSED)',
  ],
  [
    'an end',
    new Error('Connection terminated unexpectedly'),
    true,
    'cannot be reached (Connection terminated unexpectedly)',
  ],
  ['a timeout', new Error('Query read timeout'), true, 'cannot be reached (Query read timeout)'],
  [
    'no TLS',
    new Error('The server does not support SSL connections'),
    false,
    'cannot be reached safely (The server does not support SSL connections)',
  ],
  [
    'a certificate',
    system('DEPTH_ZERO_SELF_SIGNED_CERT'),
    false,
    'cannot be reached safely (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    'no password',
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    false,
    'asks for a password',
  ],
])('%s', (_, error, lost, reason) => {
  const explained = explainPostgresError('postgres://db:5432/ads', error);

  expect(isConnectionLost(error)).toBe(lost);
  expect(explained).toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
    message: `The state postgres://db:5432/ads ${reason}`,
  });
  expect(explained instanceof AdsyncError ? explained.detail.remedy : '').toMatch(/\.$/);
});

test.each([new TypeError('x'), new AdsyncError('ADSYNC_INTERNAL', 'about SSL'), 'x', undefined])(
  'what is not of the server is not explained: %s',
  (error) => {
    expect(isConnectionLost(error)).toBe(false);
    expect(explainPostgresError('postgres://db:5432/ads', error)).toBe(error);
  },
);
