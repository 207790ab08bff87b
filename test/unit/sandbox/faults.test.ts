import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox();
const campaigns = `/12/accounts/${us}/campaigns`;
const batch = `/12/batch/accounts/${us}/campaigns`;
const params = { name: 'B', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 1_000_000 };
const operation = (name: string) => ({ operation_type: 'Create', params: { ...params, name } });

async function statuses(count: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    seen.push(
      await client.send('GET', campaigns).then(
        ({ status }) => status,
        () => 'closed',
      ),
    );
  }
  return seen;
}

async function names(): Promise<unknown[]> {
  await client.control('PUT', '/faults', []);
  return (await client.send('GET', campaigns)).records.map((record) => record['name']);
}

describe('which requests a rule hits', () => {
  test.each([
    [{ nth: [2, 4] }, [200, 503, 200, 503, 200]],
    [{ every: 2 }, [200, 503, 200, 503, 200]],
    [{ times: 2 }, [503, 503, 200, 200, 200]],
    [{ every: 2, times: 1 }, [200, 503, 200, 200, 200]],
    [{ method: 'get', path: '/12/accounts/*/campaigns' }, [503, 503, 503, 503, 503]],
    [{ path: '/12/**' }, [503, 503, 503, 503, 503]],
    [{ path: '/12/*' }, [200, 200, 200, 200, 200]],
    [{ path: '/12/accounts/*/campaigns/*' }, [200, 200, 200, 200, 200]],
    [{ method: 'POST' }, [200, 200, 200, 200, 200]],
    [{ probability: 0 }, [200, 200, 200, 200, 200]],
    [{ probability: 1 }, [503, 503, 503, 503, 503]],
  ])('%o', async (rule, expected) => {
    await client.control('PUT', '/faults', [{ effect: 'status', ...rule }]);

    expect(await statuses(5)).toEqual(expected);
  });

  test('a probability hits the same requests again under the same seed', async () => {
    const rule = [{ effect: 'status', probability: 0.5, seed: 7 }];
    await client.control('PUT', '/faults', rule);
    const first = await statuses(20);
    await client.control('PUT', '/faults', rule);

    expect(await statuses(20)).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });
});

describe('effects', () => {
  test('status answers as told, and nothing is done', async () => {
    await client.control('PUT', '/faults', [
      { effect: 'status', status: 429, headers: { 'X-Rate-Limit-Reset': '17' }, body: '<html>' },
    ]);

    const answer = await client.send('POST', campaigns, { json: params });

    expect([answer.status, answer.text, answer.headers.get('x-rate-limit-reset')]).toEqual([
      429,
      '<html>',
      '17',
    ]);
    expect(await names()).toEqual(['Evergreen']);
  });

  test.each([
    ['drop_before', ['Evergreen']],
    ['drop_after', ['Evergreen', 'B', 'C']],
  ] as const)('%s closes the connection, and leaves %o', async (effect, expected) => {
    await client.control('PUT', '/faults', [{ effect, method: 'POST' }]);

    await expect(client.send('POST', batch, { json: [operation('B'), operation('C')] })).rejects.toThrow(
      'fetch failed',
    );

    expect((await client.control('GET', '/requests')).json).toMatchObject([
      { fault: effect, operations: 2, status: null, effect_applied: effect === 'drop_after', bytes_out: 0 },
    ]);
    expect(await names()).toEqual(expected);
  });

  test('delay waits, and the answer comes', async () => {
    await client.control('PUT', '/faults', [{ effect: 'delay', ms: 60 }]);
    const start = performance.now();

    const answer = await client.send('GET', campaigns);

    expect([answer.status, performance.now() - start > 55]).toEqual([200, true]);
  });

  test('refuse names the operations whose parameters match, and nothing of the batch is done', async () => {
    await client.control('PUT', '/faults', [
      { effect: 'refuse', match: { name: 'Bad' }, code: 'INVALID_USER', parameter: 'name' },
    ]);

    const refused = await client.send('POST', batch, {
      json: [operation('A'), operation('Bad'), operation('C')],
    });
    const alone = await client.send('POST', campaigns, {
      query: { ...params, name: 'Bad', daily_budget_amount_local_micro: '10000' },
    });
    const others = await client.send('POST', batch, { json: [operation('A'), operation('C')] });

    expect(
      refused.body.operation_errors?.map((problems) =>
        problems.map(({ code, parameter }) => [code, parameter]),
      ),
    ).toEqual([[], [['INVALID_USER', 'name']], []]);
    expect([alone.status, alone.codes]).toEqual([400, ['INVALID_USER']]);
    expect(others.status).toBe(200);
    expect(await names()).toEqual(['Evergreen', 'A', 'C']);
  });

  test('refuse without an index is an error of the request', async () => {
    await client.control('PUT', '/faults', [
      { effect: 'refuse', match: { daily_budget_amount_local_micro: 1_000_000 }, indexed: false, times: 1 },
    ]);

    const refused = await client.send('POST', batch, { json: [operation('A')] });
    const again = await client.send('POST', batch, { json: [operation('A')] });

    expect([refused.status, refused.codes, refused.body.operation_errors, again.status]).toEqual([
      400,
      ['INVALID_PARAMETER'],
      undefined,
      200,
    ]);
  });
});

test('every platform request takes the latency, no control call does', async () => {
  const { startSandbox } = await import('../../../packages/sandbox/src/start-sandbox.ts');
  const sandbox = await startSandbox({ latencyMs: 80 });
  const time = async (path: string) => {
    const start = performance.now();
    await (await fetch(`${sandbox.baseUrl}${path}`)).text();
    return performance.now() - start;
  };

  const times = [await time('/12/accounts'), await time('/_sandbox/health')];
  await sandbox.stop();

  expect([Number(times[0]) >= 75, Number(times[1]) < 75]).toEqual([true, true]);
});

test('a pattern of many stars keeps no request waiting, and one that is too long is refused', async () => {
  const path = `/12/${'**a'.repeat(300)}`;
  const longest = `${campaigns}?name=x`;
  expect((await client.control('PUT', '/faults', [{ effect: 'status', path }])).status).toBe(200);
  const started = performance.now();

  expect((await client.send('GET', longest)).status).toBe(200);
  expect((await client.send('GET', `/12/${'a'.repeat(8_000)}`)).status).toBe(503);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(
    (await client.control('PUT', '/faults', [{ effect: 'status', path: `/${'*a'.repeat(500)}` }])).status,
  ).toBe(400);
});
