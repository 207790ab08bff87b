import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { uk, us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const audience = `/12/accounts/${us}/custom_audiences/1nmth`;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const update = (users: unknown, more = {}) => ({ operation_type: 'Update', params: { users, ...more } });
const remove = (users: unknown) => ({ operation_type: 'Delete', params: { users } });
const member = (n: number) => ({ email: [hash(`m${n}@example.com`)] });

const dumped = z.object({
  audience_users: z.array(
    z.looseObject({ user: z.unknown(), effective_at: z.string(), expires_at: z.string() }),
  ),
});

function send(operations: unknown, path = `${audience}/users`) {
  return client.send('POST', path, { json: operations });
}

async function members() {
  return dumped.parse((await client.control('GET', '/dump')).json).audience_users;
}

async function size(): Promise<unknown> {
  return (await client.send('GET', audience)).record['audience_size'];
}

describe('the users of an audience', () => {
  test('R454 R464 R465 come and go; both counts are those of the users sent', async () => {
    const put = await send([update([member(1), member(2)]), update([member(2), member(3)])]);
    const grown = await size();
    const out = await send([remove([member(1), member(9)])]);

    expect(put.record).toEqual({ success_count: 4, total_count: 4 });
    expect(put.body.request).toEqual({ params: { account_id: us, custom_audience_id: '1nmth' } });
    expect(out.record).toEqual({ success_count: 2, total_count: 2 });
    expect([grown, await size()]).toEqual([250_003, 250_002]);
  });

  test('R465 the counts are those of the operations where the limits say so', async () => {
    await client.control('PUT', '/limits', { audiences: { count: 'operations' } });

    const answer = await send([update([member(1), member(2)])]);

    expect(answer.record).toEqual({ success_count: 1, total_count: 1 });
  });

  test('R458 R459 R460 go by hashes, and by a partner’s id as it is', async () => {
    const everything = {
      email: [hash('a'), hash('b').toUpperCase()],
      device_id: [hash('d')],
      handle: [hash('h')],
      platform_id: [hash('i')],
      phone_number: [hash('p')],
      partner_user_id: ['partner 1'],
    };

    const answer = await send([update([everything, { twitter_id: [hash('t')] }])]);

    expect(answer.status).toBe(200);
    expect((await members()).map(({ user }) => user)).toEqual([everything, { twitter_id: [hash('t')] }]);
  });

  test.each<[string, unknown, string, string]>([
    [
      'R454',
      { operation_type: 'Create', params: { users: [member(1)] } },
      'INVALID_PARAMETER',
      'operation_type',
    ],
    ['R454', { params: { users: [member(1)] } }, 'MISSING_PARAMETER', 'operation_type'],
    ['R454', { operation_type: 'Update' }, 'MISSING_PARAMETER', 'params'],
    ['R454', { operation_type: 'Update', params: {} }, 'MISSING_PARAMETER', 'users'],
    ['R454', update([]), 'INVALID_PARAMETER', 'users'],
    ['R458', update([{ email: ['a@example.com'] }]), 'INVALID_PARAMETER', 'users.0.email'],
    [
      'R458',
      update([member(1), { phone_number: ['f'.repeat(63)] }]),
      'INVALID_PARAMETER',
      'users.1.phone_number',
    ],
    ['R460', update([{}]), 'INVALID_PARAMETER', 'users.0'],
    ['R460', update(['someone']), 'INVALID_PARAMETER', 'users.0'],
    ['R460', update([{ __proto__: null, shoe_size: [hash('43')] }]), 'INVALID_PARAMETER', 'users.0'],
    ['R461', update([member(1)], { effective_at: 'now' }), 'INVALID_PARAMETER', 'effective_at'],
    [
      'R462',
      update([member(1)], { effective_at: '2027-01-01T00:00:00Z', expires_at: '2027-01-01T00:00:00Z' }),
      'INVALID_TIME_WINDOW',
      'expires_at',
    ],
  ])('%s are refused as %j, and so is the whole call', async (_rule, operation, code, parameter) => {
    const answer = await send([update([member(7)]), operation]);

    expect(answer.status).toBe(400);
    expect(answer.body.operation_errors).toMatchObject([[], [{ code, parameter }]]);
    expect(await members()).toEqual([]);
  });

  test('R461 R463 are in from now on and for thirteen months, unless said otherwise', async () => {
    await client.control('PUT', '/clock', { now: '2026-12-31T10:00:00Z', frozen: true });

    await send([
      update([member(1)]),
      update([member(2)], { effective_at: '2027-01-01T00:00:00+01:00', expires_at: '2027-02-01' }),
    ]);

    expect(await members()).toMatchObject([
      { effective_at: '2026-12-31T10:00:00Z', expires_at: '2028-01-31T10:00:00Z' },
      { effective_at: '2026-12-31T23:00:00Z', expires_at: '2027-02-01T00:00:00Z' },
    ]);
  });

  test('R463 leave when their time is over', async () => {
    await client.control('PUT', '/clock', { frozen: true });
    await send([update([member(1)], { expires_at: '2027-01-01' }), update([member(2)])]);
    const before = await size();

    await client.control('PUT', '/clock', { now: '2027-01-01T00:00:00Z' });

    expect([before, await size()]).toEqual([250_002, 250_001]);
    expect((await members()).length).toBe(1);
  });

  test('are refused at the operation that a fault names, and so is the whole call', async () => {
    await client.control('PUT', '/faults', [
      {
        method: 'POST',
        path: '/12/accounts/*/custom_audiences/*/users',
        effect: 'refuse',
        match: { expires_at: '2027-01-01' },
        code: 'INVALID_PARAMETER',
      },
    ]);

    const answer = await send([update([member(1)]), update([member(2)], { expires_at: '2027-01-01' })]);

    expect(answer.body.operation_errors).toMatchObject([[], [{ code: 'INVALID_PARAMETER' }]]);
    expect(await members()).toEqual([]);
  });

  test('R455 come in at most 2500 operations', async () => {
    const operations = Array.from({ length: 2501 }, (_, n) => update([member(n)]));

    const over = await send(operations);
    const full = await send(operations.slice(1));

    expect([over.status, over.codes]).toEqual([400, ['REQUEST_TOO_COMPLEX']]);
    expect(full.record).toEqual({ success_count: 2500, total_count: 2500 });
  });

  test('R456 come in at most 5,000,000 bytes', async () => {
    const empty = JSON.stringify([update([{ partner_user_id: [''] }])]);
    const users = (bytes: number) => {
      const ids = Array.from({ length: 20_000 }, (_, n) => `${n}`.padStart(240, 'x'));
      const text = JSON.stringify([update([{ partner_user_id: ids }])]);
      return text.padEnd(bytes, ' ');
    };

    const full = await send(users(5_000_000));
    const over = await send(users(5_000_001));

    expect(empty.length).toBeLessThan(5_000_000);
    expect([full.status, over.status]).toEqual([200, 400]);
    expect(over.codes).toEqual(['REQUEST_TOO_COMPLEX']);
  });

  test('R457 come in at most 1500 calls a minute where rates are on', async () => {
    await client.control('PUT', '/clock', { frozen: true });
    await client.control('PUT', '/limits', { rate_limits: 'public' });
    const usual = await send([update([member(1)])]);
    await client.control('PUT', '/limits', { rates: { audience: { limit: 2, window_seconds: 60 } } });

    const statuses = [(await send([update([member(2)])])).status, (await send([update([member(3)])])).status];
    await client.control('PUT', '/clock', { advance_seconds: 60 });
    const later = await send([update([member(4)])]);

    expect(usual.headers.get('x-rate-limit-limit')).toBe('1500');
    expect([statuses, later.status]).toEqual([[200, 429], 200]);
  });

  test.each<[unknown]>([[{}], ['users'], [[]], [null]])('R146 are a JSON array, not %j', async (body) => {
    const answer = await send(body);

    expect(answer.status).toBe(400);
  });

  test('R469 are written by an account that was granted as much', async () => {
    const path = `/12/accounts/${uk}/custom_audiences/1nmth/users`;
    const grant = (level: string) =>
      client.send('POST', `${audience}/permissions`, {
        query: { granted_account_id: uk, permission_level: level },
      });

    const stranger = await send([update([member(1)])], path);
    const { id } = await grant('READ_ONLY');
    const reader = await send([update([member(1)])], path);
    await client.send('DELETE', `${audience}/permissions/${id}`);
    await grant('READ_WRITE');
    const writer = await send([update([member(1)])], path);

    expect([stranger.status, reader.status, writer.status]).toEqual([404, 403, 200]);
  });
});

describe('do not reach lists', () => {
  const lists = `/12/accounts/${us}/do_not_reach_lists`;

  test('there is one per account, with hashed addresses and phone numbers', async () => {
    const made = await client.send('POST', lists, { query: { description: 'Asked us not to' } });
    const second = await client.send('POST', lists, { query: { description: 'More' } });
    const path = `/12/batch/accounts/${us}/do_not_reach_lists/${made.id}/users`;
    const put = await send([update([member(1), { phone_number: [hash('1')] }])], path);
    const plain = await send([update([{ email: ['a@example.com'] }])], path);
    const other = await send([update([{ handle: [hash('h')] }])], path);
    const read = await client.send('GET', lists);
    const gone = await client.send('DELETE', `${lists}/${made.id}`);
    const next = await client.send('POST', lists);

    expect(made.record).toMatchObject({
      name: 'Do Not Reach List',
      description: 'Asked us not to',
      list_size: null,
      targetable: false,
      deleted: false,
    });
    expect(second.codes).toEqual(['INVALID_PARAMETER']);
    expect(put.records).toEqual([{ success_count: 2, total_count: 2 }]);
    expect([plain.status, other.status]).toEqual([400, 400]);
    expect(read.records).toMatchObject([{ list_size: 2, targetable: true }]);
    expect(gone.record['deleted']).toBe(true);
    expect(next.status).toBe(200);
  });
});
