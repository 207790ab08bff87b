import { describe, expect, test } from 'vitest';
import { basic, bearerOf, callData, parsed, textAt } from './data-client.ts';
import { aText, having } from './matchers.ts';
import { type Answer, type Sending, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const form = { grant_type: 'client_credentials' };

function ask(sending: Sending = {}): Promise<Answer> {
  return client.send('POST', '/oauth2/token', { form, authorization: basic(client), ...sending });
}

function tokenIn({ text }: Answer): string {
  return textAt(parsed(text), 'access_token');
}

function read(token: string): Promise<Answer> {
  return client.send('GET', '/2/tweets?ids=1', { authorization: `Bearer ${token}` });
}

describe('an application', () => {
  test('R013 R014 R022 R023 R026 R035 R061 R062 has one bearer token at a time, URL-encoded', async () => {
    const first = await ask();
    const second = await ask();

    expect(parsed(first.text)).toEqual({ token_type: 'bearer', access_token: aText });
    expect(tokenIn(first)).toMatch(/^[\w%]+%[0-9A-F]{2}/);
    expect(tokenIn(second)).toBe(tokenIn(first));
  });

  test('R014 R068 reads with it, as returned or decoded', async () => {
    const token = tokenIn(await ask());

    const answers = [await read(token), await read(decodeURIComponent(token))];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each<[string, Sending, number, unknown]>([
    ['R059', { form: {} }, 400, 'MISSING_PARAMETER'],
    ['R059', { form: { grant_type: 'password' } }, 400, 'INVALID_PARAMETER'],
    ['R060', { json: form }, 400, 'MISSING_PARAMETER'],
    ['R060', { query: form, form: {} }, 400, 'MISSING_PARAMETER'],
    ['R035', { authorization: '' }, 400, 215],
    ['R035', { authorization: `Basic ${btoa('sandboxConsumerKey:wrong')}` }, 401, 'UNAUTHORIZED_ACCESS'],
    ['R061', { authorization: `Basic ${btoa('nobody:sandboxConsumerSecret')}` }, 401, 'UNAUTHORIZED_ACCESS'],
  ])('%s %o is refused', async (_rule, sending, status, code) => {
    const base = { authorization: basic(client) };
    const answer = await client.send('POST', '/oauth2/token', { ...base, ...sending });

    expect([answer.status, answer.codes]).toEqual([status, [code]]);
  });

  test('R063 is refused with 403 and code 99 where it asks too often, by the clock', async () => {
    await client.control('PUT', '/limits', { oauth: { bearer_calls_per_minute: 2 } });
    await client.control('PUT', '/clock', { frozen: true });

    const answers = [await ask(), await ask(), await ask()];
    await client.control('PUT', '/clock', { advance_seconds: 61 });
    const later = await ask();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(answers[2]?.codes).toEqual([99]);
    expect(later.status).toBe(200);
  });

  test('R037 every endpoint of authentication is rate limited, where rates are on', async () => {
    await client.control('PUT', '/limits', { rates: { other: { limit: 1, window_seconds: 60 } } });
    const paths = [
      ['POST', '/oauth/request_token'],
      ['GET', '/oauth/authorize'],
      ['GET', '/oauth/authenticate'],
      ['POST', '/oauth/access_token'],
      ['POST', '/oauth2/token'],
      ['POST', '/oauth2/invalidate_token'],
      ['POST', '/1.1/oauth/invalidate_token'],
    ] as const;

    for (const [method, path] of paths) {
      const first = await client.send(method, path);
      const second = await client.send(method, path);

      expect([path, first.status === 429, second.status]).toEqual([path, false, 429]);
      expect(second.headers.get('x-rate-limit-reset')).toMatch(/^\d+$/);
    }
  });
});

describe('taking a bearer token back', () => {
  const path = '/oauth2/invalidate_token';

  test('R015 R024 R025 R036 R064 R065 R066 R071 is for the owner of the application; the next one differs', async () => {
    const token = tokenIn(await ask());

    const answer = await client.send('POST', path, { query: { access_token: decodeURIComponent(token) } });
    const later = await read(token);
    const next = tokenIn(await ask());

    expect([answer.status, parsed(answer.text)]).toEqual([200, { access_token: token }]);
    expect([later.status, parsed(later.text)]).toEqual([
      401,
      having({ errors: [{ code: 89, message: 'Invalid or expired token.' }], status: 401 }),
    ]);
    expect(next).not.toBe(token);
  });

  test('R064 takes the encoded value too, in a form too', async () => {
    const token = tokenIn(await ask());

    const answer = await client.send('POST', path, { form: { access_token: token } });

    expect(answer.status).toBe(200);
  });

  test('R036 R064 is refused to others, without a token, and for one that is nobody’s or over', async () => {
    const access_token = tokenIn(await ask());
    const query = { access_token };

    const answers = [
      await client.send('POST', path, { ...client.as('manager'), query }),
      await client.send('POST', path, { query, authorization: basic(client) }),
      await client.send('POST', path),
      await client.send('POST', path, { query: { access_token: 'nobodys' } }),
      await client.send('POST', path, { query }),
      await client.send('POST', path, { query }),
    ];

    expect(answers.map(({ status, codes }) => [status, ...codes])).toEqual([
      [403, 'ACTION_NOT_ALLOWED'],
      [400, 215],
      [400, 'MISSING_PARAMETER'],
      [400, 'INVALID_PARAMETER'],
      [200],
      [401, 89],
    ]);
  });
});

describe('the data API', () => {
  test.each([
    ['none', ''],
    ['unknown', 'Bearer unknown'],
    ['of another scheme', 'Basic abc'],
    ['malformed', 'OAuth x'],
  ])('R068 a token that is %s gets a 401 problem', async (_case, authorization) => {
    const { status, json, headers } = await callData(client, 'GET', '/2/tweets?ids=1', { authorization });

    expect(status).toBe(401);
    expect(json).toMatchObject({
      title: 'Unauthorized',
      type: 'about:blank',
      status: 401,
      detail: 'Unauthorized',
    });
    expect(headers.get('content-type')).toMatch(/json/);
  });

  test('R068 takes OAuth 1.0a as well, and a token of a user that expires by the clock', async () => {
    const record = { token: 'users', user_id: '756201191646691328', expires_at: '2026-12-01T02:00:00Z' };
    await client.control('POST', '/seed', { bearer_tokens: [record] });

    const signed = await callData(client, 'GET', '/2/tweets?ids=1');
    const before = await read('users');
    await client.control('PUT', '/clock', { advance_seconds: 7201 });
    const after = await read('users');

    expect([signed.status, before.status, after.status]).toEqual([200, 200, 401]);
  });

  test('an application by itself may not act for a user', async () => {
    const authorization = await bearerOf(client);

    const { status, json } = await callData(client, 'POST', '/2/tweets', {
      authorization,
      json: { text: 'x' },
    });

    expect([status, json['title']]).toEqual([403, 'Unsupported Authentication']);
  });

  test("a user's token is for advertising paths too, with the user's roles; an application's is not", async () => {
    const [admin, analyst] = ['756201191646691328', '756201191646691331'];
    const tokens = [
      { token: 'admins', user_id: admin },
      { token: 'analysts', user_id: analyst },
      { token: 'over', user_id: admin, revoked: true },
    ];
    await client.control('POST', '/seed', { bearer_tokens: tokens });
    const campaign = `/12/accounts/${us}/campaigns/8zva0`;
    const as = async (token: string, method = 'PUT') =>
      await client.send(method, campaign, {
        authorization: `Bearer ${token}`,
        ...(method === 'PUT' ? { query: { name: 'By bearer' } } : {}),
      });

    const app = await client.send('GET', campaign, { authorization: await bearerOf(client) });
    const [written, read, refused] = [await as('admins'), await as('analysts', 'GET'), await as('analysts')];
    const [over, unknown] = [await as('over'), await as('nobodys')];

    expect([written.status, read.record['name'], refused.status]).toEqual([200, 'By bearer', 403]);
    expect([over, unknown].map(({ status, codes }) => [status, codes])).toEqual([
      [401, [89]],
      [401, [89]],
    ]);
    expect([app.status, app.codes]).toEqual([400, [215]]);
  });
});
