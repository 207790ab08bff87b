import { once } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/platform/client.ts';
import { mockedAddress, withNockPlatform } from '../../../support/nock-platform.ts';
import { hmacSha1Signature } from '../independent-signer.ts';
import { clientOptions, createTestClient, failureOf, startOfTest } from '../test-client.ts';

const path = '/12/accounts/18ce54d4x5t/campaigns';
const read = { host: 'ads', method: 'GET', path, accountId: '18ce54d4x5t' } as const;
const write = { ...read, method: 'POST' } as const;
const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
const platformNow = Date.parse(date);
const inSeconds = (after: number) => String(platformNow / 1000 + after);
const tooMany = { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Slow down' }], request: { params: {} } };

function authorizationMember(headers: Headers | undefined, name: string): string {
  const [, value = ''] = new RegExp(`${name}="([^"]*)"`).exec(headers?.get('authorization') ?? '') ?? [];
  return decodeURIComponent(value);
}

describe('what is sent', () => {
  test('a signed request with the headers of the program, and parameters in the query of a write', async () => {
    await withNockPlatform(async (platform) => {
      const seen: Headers[] = [];
      platform.post(`${path}?name=a%20%2B%20b%26c&entity_status=`, '').reply(200, ({ headers }: Request) => {
        seen.push(headers);
        return { data: {} };
      });
      const { client } = createTestClient(mockedAddress);

      await client.call({ ...write, query: { name: 'a + b&c', entity_status: '' } });

      const [headers] = seen;
      expect([headers?.get('user-agent'), headers?.get('content-type')]).toEqual(['adsync/0.1.0', null]);
      const member = (name: string) => authorizationMember(headers, name);
      const signed = ['consumer_key', 'nonce', 'signature_method', 'timestamp', 'token', 'version'];
      const parameters = [
        ['name', 'a + b&c'] as const,
        ['entity_status', ''] as const,
        ...signed.map((name) => [`oauth_${name}`, member(`oauth_${name}`)] as const),
      ];
      const input = { method: 'POST', baseUri: `${mockedAddress}${path}`, parameters };
      expect(member('oauth_signature')).toBe(
        hmacSha1Signature(input, 'consumer-secret', 'access-token-secret'),
      );
      expect(member('oauth_timestamp')).toBe(String(startOfTest / 1000));
    });
  });

  test('a JSON body', async () => {
    await withNockPlatform(async (platform) => {
      platform
        .post(path, '[{"operation_type":"Create"}]')
        .matchHeader('content-type', 'application/json')
        .reply(200, { data: [] });

      const { status } = await createTestClient(mockedAddress).client.call({
        ...write,
        json: [{ operation_type: 'Create' }],
      });

      expect(status).toBe(200);
    });
  });

  test('a form body', async () => {
    await withNockPlatform(async (platform) => {
      platform
        .put(path, 'name=a%20%2B%20%C3%A9')
        .matchHeader('content-type', 'application/x-www-form-urlencoded')
        .reply(200, { data: {} });

      const { status } = await createTestClient(mockedAddress).client.call({
        ...write,
        method: 'PUT',
        form: { name: 'a + é' },
      });

      expect(status).toBe(200);
    });
  });

  test('a nonce of its own for every attempt', async () => {
    await withNockPlatform(async (platform) => {
      const nonces = new Set<string>();
      platform
        .get(path)
        .times(3)
        .reply(({ headers }: Request) => {
          nonces.add(authorizationMember(headers, 'oauth_nonce'));
          return nonces.size < 3 ? [500, {}] : [200, {}];
        });

      await createTestClient(mockedAddress).client.call(read);

      expect(nonces.size).toBe(3);
    });
  });

  test.each([
    '',
    '12/accounts',
    '/12/accounts/../x',
    '/12/accounts/%2e%2E/x',
    '/12/a?b=c',
    '/12/a#b',
    '/12/a\\b',
    '/12/a b',
  ])('never to the path %j', async (path) => {
    const { client } = createTestClient(mockedAddress);

    await expect(client.call({ ...read, path })).rejects.toMatchObject({ code: 'ADSYNC_INTERNAL' });
    expect(client.requests).toBe(0);
  });
});

describe('where it is sent', () => {
  test.each([
    'https://ads-api.x.com',
    'https://ads-api.x.com/',
    'https://proxy.example.com:8443/ads',
    'http://127.0.0.1:4010',
    'http://127.8.9.1',
    'http://localhost:4010',
    'http://[::1]:4010',
  ])('%s is a good address', async (address) => {
    const client = createClient(clientOptions(address));

    await expect(client.close()).resolves.toBeUndefined();
  });

  test.each([
    '',
    'ads-api.x.com',
    'http://ads-api.x.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'https://user:password@ads-api.x.com',
    'https://ads-api.x.com?a=b',
    'https://ads-api.x.com#a',
  ])('%s is refused, and not repeated', (address) => {
    const create = () => createClient(clientOptions(address));

    expect(create).toThrow(
      expect.objectContaining({
        code: 'ADSYNC_ADDRESS_INSECURE',
        message: 'a base address of the platform cannot be used',
      }),
    );
  });

  test('the path of a base address comes before the path of the call; each host has its own', async () => {
    await withNockPlatform(async (platform) => {
      platform.get('/proxy/12/accounts').reply(200, { data: [] });
      const client = createClient({
        ...clientOptions(mockedAddress),
        addresses: { ads: 'http://127.0.0.1:1', adsSandbox: `${mockedAddress}/proxy/` },
      });

      const { status } = await client.call({ host: 'ads_sandbox', method: 'GET', path: '/12/accounts' });

      expect(status).toBe(200);
    });
  });
});

describe('what comes back', () => {
  test('status, body without loss, and the time of the platform', async () => {
    await withNockPlatform(async (platform) => {
      platform.get(path).reply(201, '{"data":{"tweet_id":756201191646691328}}', { date });

      const answer = await createTestClient(mockedAddress).client.call(read);

      expect(answer).toEqual({
        status: 201,
        body: { data: { tweet_id: '756201191646691328' } },
        date: platformNow,
      });
    });
  });

  test('the local time where the platform does not say', async () => {
    await withNockPlatform(async (platform) => {
      platform.get(path).reply(200, { data: [] });

      const answer = await createTestClient(mockedAddress).client.call(read);

      expect(answer.date).toBe(startOfTest);
    });
  });

  test('a refusal with everything that the platform said, and nothing of the query or the secrets', async () => {
    await withNockPlatform(async (platform) => {
      const errors = [
        {
          code: 'INVALID_PARAMETER',
          message: 'Expected time, got "" for start_time',
          parameter: 'start_time',
        },
        { code: 88, message: 'red \u001B[31mtext' },
        { code: 'NO_MESSAGE' },
        'nonsense',
      ];
      platform.post(`${path}?tax_id=DE123`).reply(400, { errors, request: { params: {} } });

      const error = await failureOf(
        createTestClient(mockedAddress).client.call({ ...write, query: { tax_id: 'DE123' } }),
      );

      expect(error).toMatchObject({
        name: 'PlatformError',
        code: 'ADSYNC_PLATFORM_REFUSED',
        message: `the platform refused POST ${path} (HTTP 400)`,
        outcome: 'refused',
        method: 'POST',
        path,
        status: 400,
        retryAfterMs: undefined,
        operationErrors: [],
      });
      expect(error.errors.map(({ code }) => code)).toEqual([
        'INVALID_PARAMETER',
        '88',
        'NO_MESSAGE',
        'UNKNOWN',
      ]);
      expect(error.detail.lines).toEqual([
        'INVALID_PARAMETER: Expected time, got "" for start_time (start_time)',
        '88: red �[31mtext',
        'NO_MESSAGE',
        'UNKNOWN',
      ]);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/DE123|secret|access-token/);
    });
  });

  test('of very many faults twenty are told', async () => {
    await withNockPlatform(async (platform) => {
      const errors = Array.from({ length: 5000 }, () => ({ code: 'C', message: 'm'.repeat(5000) }));
      platform.post(path).reply(400, { errors });

      const error = await failureOf(createTestClient(mockedAddress).client.call(write));

      expect([error.errors.length, error.detail.lines?.length, error.detail.lines?.at(-1)]).toEqual([
        5000,
        21,
        'and 4980 more',
      ]);
      expect(error.detail.lines?.[0]).toHaveLength(1000);
    });
  });

  test.each([200, 400, 500])('operation_errors are a refusal, also with HTTP %d', async (status) => {
    await withNockPlatform(async (platform) => {
      const operationErrors = [
        [],
        [{ code: 'MISSING_PARAMETER', message: 'no "objective"', parameter: 'objective' }],
        null,
      ];
      platform.post(path).reply(status, { operation_errors: operationErrors, request: [] });

      const error = await failureOf(createTestClient(mockedAddress).client.call(write));

      expect([error.outcome, error.operationErrors.map((faults) => faults.length)]).toEqual([
        'refused',
        [0, 1, 0],
      ]);
      expect(error.detail.lines).toEqual(['operation 2: MISSING_PARAMETER: no "objective" (objective)']);
    });
  });

  test.each([[[]], [[[], []]], [null], ['text'], [[{}, null]]])(
    'operation_errors %j of a success say nothing',
    async (operationErrors) => {
      await withNockPlatform(async (platform) => {
        platform.post(path).reply(200, { data: [], operation_errors: operationErrors });

        const { status } = await createTestClient(mockedAddress).client.call(write);

        expect(status).toBe(200);
      });
    },
  );

  test('an HTML 404 is known by its status', async () => {
    await withNockPlatform(async (platform) => {
      platform.get(path).reply(404, '<html>', { 'content-type': 'text/html' });

      const { client, waits } = createTestClient(mockedAddress);
      const error = await failureOf(client.call(read));

      expect([error.status, error.detail.lines, waits]).toEqual([
        404,
        ['the answer is no JSON (text/html)'],
        [],
      ]);
    });
  });

  test.each([
    [401, { errors: [{ code: 89, message: 'Invalid or expired token.' }] }, 'Sign in again'],
    [401, { errors: [{ code: 32, message: 'Could not authenticate you.' }] }, 'do not belong together'],
    [401, { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }] }, 'do not belong together'],
    [400, { errors: [{ code: 215, message: 'Bad Authentication data' }] }, 'could not be read'],
    [403, { errors: [{ code: 99, message: 'Unable to verify your credentials' }] }, 'too often'],
  ])('credentials that are refused end it at once (HTTP %d, %j)', async (status, body, remedy) => {
    await withNockPlatform(async (platform) => {
      platform.get(path).reply(status, body);

      const { client, waits } = createTestClient(mockedAddress);
      const error = await failureOf(client.call(read));

      expect([error.code, error.outcome, waits]).toEqual(['ADSYNC_CREDENTIALS_REFUSED', 'refused', []]);
      expect(error.detail.remedy).toContain(remedy);
    });
  });
});

describe('waiting', () => {
  test.each([
    [
      'x-account-rate-limit-reset',
      { 'x-account-rate-limit-reset': inSeconds(30), 'x-rate-limit-reset': inSeconds(60) },
      30_000,
    ],
    ['x-rate-limit-reset', { 'x-rate-limit-reset': inSeconds(60) }, 60_000],
    ['Retry-After', { 'retry-after': '7' }, 7000],
    ['nothing', {}, 1000],
  ])(
    'a write is sent again after a 429 with %s, by the clock of the platform',
    async (_name, headers, waitMs) => {
      await withNockPlatform(async (platform) => {
        platform.post(path).reply(429, tooMany, { date, ...headers });
        platform.post(path).reply(200, { data: {} }, { date });
        const { client, waits } = createTestClient(mockedAddress);

        await client.call(write);

        expect(waits).toEqual([{ reason: 'rate_limit', untilMs: startOfTest + waitMs, path }]);
        expect(client.requests).toBe(2);
      });
    },
  );

  test('a 429 without a readable body is a refusal nevertheless', async () => {
    await withNockPlatform(async (platform) => {
      platform.post(path).reply(429, '<html>').post(path).reply(200, {});

      const { status } = await createTestClient(mockedAddress).client.call(write);

      expect(status).toBe(200);
    });
  });

  test('a refusal that stays is told with the wait that it asks for', async () => {
    await withNockPlatform(async (platform) => {
      platform.post(path).times(30).reply(429, tooMany, { date, 'retry-after': '3' });

      const error = await failureOf(createTestClient(mockedAddress).client.call(write));

      expect([error.outcome, error.status, error.retryAfterMs]).toEqual(['refused', 429, 3000]);
    });
  });

  test.each([{ 'retry-after': '2' }, {}])(
    'a read waits out a 503 with %j, a write does not',
    async (headers) => {
      await withNockPlatform(async (platform) => {
        const down = { errors: [{ code: 'SERVICE_UNAVAILABLE', message: 'no' }] };
        platform.get(path).reply(503, down, headers).get(path).reply(200, {});
        platform.post(path).reply(503, down, headers);
        const { client } = createTestClient(mockedAddress);

        const { status } = await client.call(read);
        const error = await failureOf(client.call(write));

        expect([status, error.outcome, client.requests]).toEqual([200, 'unknown', 3]);
      });
    },
  );

  test('a write is sent again after 423', async () => {
    await withNockPlatform(async (platform) => {
      platform.post(path).reply(423, { errors: [{ code: 'LOCK_ACQUISITION_TIMEOUT', message: 'locked' }] });
      platform.post(path).reply(200, {});
      const { client, waits } = createTestClient(mockedAddress);

      await client.call(write);

      expect(waits.map(({ reason }) => reason)).toEqual(['lock']);
    });
  });

  test('a budget that is used up is waited for before the next request of its kind', async () => {
    await withNockPlatform(async (platform) => {
      const usedUp = { date, 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(45) };
      platform.get(path).twice().reply(200, {}, usedUp);
      platform.post(path).reply(200, {});
      const { client, waits } = createTestClient(mockedAddress);

      await client.call(read);
      await client.call(write);
      const before = waits.length;
      await client.call(read);

      expect(before).toBe(0);
      expect(waits).toEqual([{ reason: 'rate_limit', untilMs: startOfTest + 45_000, path }]);
    });
  });

  test('ends when the client is closed, with what the platform said', async () => {
    await withNockPlatform(async (platform) => {
      platform.post(path).reply(429, tooMany, { date, 'retry-after': '600' });
      const asleep = Promise.withResolvers<undefined>();
      const client = createClient({
        ...clientOptions(mockedAddress),
        clock: {
          now: () => startOfTest,
          sleep: async (_ms, signal) => {
            asleep.resolve(undefined);
            await once(signal, 'abort');
            signal.throwIfAborted();
          },
        },
      });
      const call = failureOf(client.call(write));
      await asleep.promise;

      await client.close();

      expect([(await call).status, (await failureOf(client.call(write))).outcome]).toEqual([429, 'not-sent']);
    });
  });

  test('that fails makes the call fail', async () => {
    await withNockPlatform(async (platform) => {
      platform.post(path).reply(429, tooMany);
      const clock = {
        now: () => startOfTest,
        sleep: async () => await Promise.reject(new Error('no clock')),
      };
      const client = createClient({ ...clientOptions(mockedAddress), clock });

      await expect(client.call(write)).rejects.toThrow('no clock');
    });
  });
});
