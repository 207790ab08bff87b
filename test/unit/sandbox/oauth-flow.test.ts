import { describe, expect, test } from 'vitest';
import { sign } from '../../support/sign.ts';
import { parsed } from './data-client.ts';
import { aText, textLike } from './matchers.ts';
import { type Answer, type SandboxClient, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const admin = '756201191646691328';
const callback = 'http://127.0.0.1:5555/done?keep=1';

type Pairs = Readonly<Record<string, string>>;

/** What a text of key=value pairs says. */
function pairsOf({ text }: Answer): Pairs {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The header of a request that the application signs alone, or with a request token. */
function signedBy(
  { baseUrl, secrets }: SandboxClient,
  path: string,
  { token = '', secret = '', form = {} }: { token?: string; secret?: string; form?: Pairs },
): string {
  const own = { ...secrets, access_token: token, access_token_secret: secret };
  return sign('POST', `${baseUrl}${path}`, own, { form: Object.entries(form) });
}

function askForToken(form: Pairs): Promise<Answer> {
  const path = '/oauth/request_token';
  return client.send('POST', path, { form, authorization: signedBy(client, path, { form }) });
}

/** A step in the browser: what is shown, and where it leads. */
async function browse(
  path: string,
  { form, cookie }: { form?: Pairs; cookie?: string } = {},
): Promise<{ status: number; page: string; location: URL | undefined; cookie: string }> {
  const response = await fetch(`${client.baseUrl}${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: cookie === undefined ? {} : { cookie },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  const target = response.headers.get('location');
  return {
    status: response.status,
    page: await response.text(),
    location: target === null ? undefined : new URL(target),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

const yes = { screen_name: 'acme_admin', decision: 'approve' };

function exchange(request: Pairs, verifier: string | undefined, by: Pairs = request): Promise<Answer> {
  const path = '/oauth/access_token';
  const form: Pairs = {
    oauth_token: request['oauth_token'] ?? '',
    ...(verifier === undefined ? {} : { oauth_verifier: verifier }),
  };
  const authorization = signedBy(client, path, {
    token: by['oauth_token'] ?? '',
    secret: by['oauth_token_secret'] ?? '',
    form,
  });
  return client.send('POST', path, { form, authorization });
}

async function approved(
  form: Pairs = { oauth_callback: callback },
): Promise<{ request: Pairs; verifier: string }> {
  const request = pairsOf(await askForToken(form));
  const { location } = await browse('/oauth/authorize', {
    form: { ...yes, oauth_token: request['oauth_token'] ?? '' },
  });
  return { request, verifier: location?.searchParams.get('oauth_verifier') ?? '' };
}

async function tokensOf(form?: Pairs): Promise<Pairs> {
  const { request, verifier } = await approved(form);
  return pairsOf(await exchange(request, verifier));
}

function withTokens(tokens: Pairs): {
  readonly secrets: { readonly access_token: string; readonly access_token_secret: string };
} {
  return {
    secrets: {
      access_token: tokens['oauth_token'] ?? '',
      access_token_secret: tokens['oauth_token_secret'] ?? '',
    },
  };
}

async function seedToken(fields: object): Promise<ReturnType<typeof withTokens>> {
  const record = { token: 'seeded', secret: 'seeded secret', user_id: admin, ...fields };
  await client.control('POST', '/seed', { access_tokens: [record] });
  return withTokens({ oauth_token: 'seeded', oauth_token_secret: 'seeded secret' });
}

describe('request tokens', () => {
  test('R008 R009 R016 R029 R030 R042 R043 one is three pairs, for the application alone', async () => {
    const answer = await askForToken({ oauth_callback: callback });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\//);
    expect(Object.keys(pairsOf(answer))).toEqual([
      'oauth_token',
      'oauth_token_secret',
      'oauth_callback_confirmed',
    ]);
    expect(pairsOf(answer)['oauth_callback_confirmed']).toBe('true');
  });

  test('R039 R042 R043 the callback may be a member of the header, percent-encoded, without a body', async () => {
    const path = '/oauth/request_token';
    const unsigned = sign(
      'POST',
      `${client.baseUrl}${path}`,
      {
        ...client.secrets,
        access_token: '',
        access_token_secret: '',
      },
      { form: [['oauth_callback', callback]] },
    );
    const authorization = `${unsigned}, oauth_callback="${encodeURIComponent(callback)}"`;

    const answer = await client.send('POST', path, { authorization });

    expect([answer.status, pairsOf(answer)['oauth_callback_confirmed']]).toEqual([200, 'true']);
  });

  test.each([
    ['R044', {}, 'MISSING_PARAMETER'],
    ['R045', { oauth_callback: 'not an address' }, 'INVALID_PARAMETER'],
    ['R045', { oauth_callback: 'javascript:alert(1)' }, 'INVALID_PARAMETER'],
    ['R046', { oauth_callback: 'https://elsewhere.example.com/' }, 'INVALID_PARAMETER'],
    ['R047', { oauth_callback: 'oob', svc_auth_access_type: 'own' }, 'INVALID_PARAMETER'],
    ['R047', { oauth_callback: 'oob', x_auth_access_type: 'own' }, 'INVALID_PARAMETER'],
  ])('%s %o is refused', async (_rule, form: Pairs, code) => {
    const answer = await askForToken(form);

    expect([answer.status, answer.codes]).toEqual([400, [code]]);
  });

  test('R045 R046 a callback of the settings, a custom scheme too, is let in', async () => {
    await client.control('POST', '/mutate', [
      {
        collection: 'apps',
        id: '27000001',
        set: { callbacks: ['https://shop.example.com/done', 'acme://*'] },
      },
    ]);

    const answers = await Promise.all(
      ['https://shop.example.com/done', 'acme://back', 'oob', callback].map((each) =>
        askForToken({ oauth_callback: each }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  });

  test('R038 R040 R041 another method, another version and a nonce beyond ASCII are refused', async () => {
    const path = '/oauth/request_token';
    const right = signedBy(client, path, { form: { oauth_callback: 'oob' } });
    const wrong = [
      right.replace('HMAC-SHA1', 'PLAINTEXT'),
      right.replace('oauth_version="1.0"', 'oauth_version="2.0"'),
      right.replace(/oauth_nonce="[^"]*"/, 'oauth_nonce="caf%C3%A9"'),
      '',
    ];

    const answers = await Promise.all(
      wrong.map((authorization) =>
        client.send('POST', path, { form: { oauth_callback: 'oob' }, authorization }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 400]);
  });

  test('R028 over plain HTTP, a step is for this machine only, unless that is switched off', async () => {
    const { secrets, baseUrl } = client;
    const own = { ...secrets, access_token: '', access_token_secret: '' };
    const address = `${baseUrl}/oauth/request_token?oauth_callback=oob`.replace(
      '127.0.0.1',
      'sandbox.example.com',
    );
    const send = async (): Promise<number> => {
      const { request } = await import('undici');
      const { statusCode, body } = await request(address.replace('sandbox.example.com', '127.0.0.1'), {
        method: 'POST',
        headers: { host: new URL(address).host, authorization: sign('POST', address, own) },
      });
      await body.dump();
      return statusCode;
    };

    const before = await send();
    await client.control('PUT', '/limits', { oauth: { https: 'never' } });
    const after = await send();

    expect([before, after]).toEqual([400, 200]);
  });
});

describe('the approval', () => {
  test('R017 R031 R048 R049 the page is self-contained, prefills the name, and escapes what others wrote', async () => {
    await client.control('POST', '/mutate', [
      { collection: 'apps', id: '27000001', set: { name: '<b>"Acme"</b>' } },
    ]);
    const { oauth_token: token = '' } = pairsOf(await askForToken({ oauth_callback: callback }));

    const { status, page } = await browse(
      `/oauth/authorize?oauth_token=${token}&screen_name=acme_analyst&oauth_callback=http://evil`,
    );

    expect(status).toBe(200);
    expect(page).toContain('value="acme_analyst"');
    expect(page).toContain('&lt;b&gt;&quot;Acme&quot;&lt;/b&gt;');
    expect(page).not.toMatch(/<b>|src=|href=|https?:/);
  });

  test('R017 R048 approving leads back to the callback with a verifier, what it held is kept', async () => {
    const { oauth_token: token = '' } = pairsOf(await askForToken({ oauth_callback: callback }));

    const { status, location } = await browse('/oauth/authorize', { form: { ...yes, oauth_token: token } });

    expect(status).toBe(302);
    expect(location?.origin).toBe('http://127.0.0.1:5555');
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      keep: '1',
      oauth_token: token,
      oauth_verifier: textLike(/^\w{20,}$/),
    });
  });

  test('R018 R045 R050 with oob the verifier is a PIN on a page, and only oauth/authorize has it', async () => {
    const request = pairsOf(await askForToken({ oauth_callback: 'oob' }));
    const token = request['oauth_token'] ?? '';

    const elsewhere = await browse(`/oauth/authenticate?oauth_token=${token}`);
    const { status, page } = await browse('/oauth/authorize', { form: { ...yes, oauth_token: token } });
    const pin = /<kbd>(\d{7})<\/kbd>/.exec(page)?.[1];
    const answer = await exchange(request, pin);

    expect([elsewhere.status, status, answer.status]).toEqual([400, 200, 200]);
    expect(pairsOf(answer)['user_id']).toBe(admin);
  });

  test('a declined request leads back saying so, and is of no more use', async () => {
    const request = pairsOf(await askForToken({ oauth_callback: callback }));
    const token = request['oauth_token'] ?? '';

    const { location } = await browse('/oauth/authorize', {
      form: { oauth_token: token, decision: 'decline' },
    });
    const late = await browse('/oauth/authorize', { form: { ...yes, oauth_token: token } });
    const answer = await exchange(request, 'x');

    expect(location?.searchParams.get('denied')).toBe(token);
    expect([late.status, answer.status, answer.codes]).toEqual([400, 401, [89]]);
  });

  test('somebody unknown is told so, and a request that nobody made is not shown', async () => {
    const { oauth_token: token = '' } = pairsOf(await askForToken({ oauth_callback: callback }));

    const stranger = await browse('/oauth/authorize', {
      form: { oauth_token: token, screen_name: 'nobody', decision: 'approve' },
    });
    const unknown = await browse('/oauth/authorize?oauth_token=nothing');
    const without = await browse('/oauth/authorize');

    expect([stranger.status, unknown.status, without.status]).toEqual([400, 400, 400]);
    expect(stranger.page).toContain('Try again');
  });

  test('R032 R051 R052 R053 who approved before and is signed in is sent straight back, unless sign-in is off or forced', async () => {
    const first = pairsOf(await askForToken({ oauth_callback: callback }));
    const { cookie, location } = await browse('/oauth/authenticate', {
      form: { ...yes, oauth_token: first['oauth_token'] ?? '' },
    });
    const verifier = location?.searchParams.get('oauth_verifier') ?? '';
    await exchange(first, verifier);
    const next = async (suffix = ''): Promise<{ status: number; page: string }> => {
      const { oauth_token: token = '' } = pairsOf(await askForToken({ oauth_callback: callback }));
      return browse(`/oauth/authenticate?oauth_token=${token}${suffix}`, { cookie });
    };

    const known = await next();
    const forced = await next('&force_login=true');
    const set = { collection: 'apps', id: '27000001', set: { sign_in: false } };
    await client.control('POST', '/mutate', [set]);
    const off = await next();

    expect([known.status, forced.status, off.status]).toEqual([302, 200, 200]);
    expect(forced.page).toContain('id="screen_name"');
    expect(off.page).toContain('signed in as <strong>@acme_admin');
  });
});

describe('access tokens', () => {
  test('R010 R011 R012 R019 R029 R054 the verifier is exchanged for a token that signs', async () => {
    const { request, verifier } = await approved();

    const answer = await exchange(request, verifier);
    const tokens = pairsOf(answer);
    const used = await client.send('GET', '/12/accounts', withTokens(tokens));

    expect(answer.headers.get('content-type')).toMatch(/^text\//);
    expect(tokens).toEqual({
      oauth_token: textLike(/^756201191646691328-\w+$/),
      oauth_token_secret: aText,
      user_id: admin,
      screen_name: 'acme_admin',
    });
    expect([used.status, used.records.length]).toEqual([200, 2]);
  });

  test('R054 the parameters may stand in the query, and a token that is in the header too is signed once or twice', async () => {
    const { request, verifier } = await approved();
    const path = '/oauth/access_token';
    const query = { oauth_token: request['oauth_token'] ?? '', oauth_verifier: verifier };
    const own = {
      ...client.secrets,
      access_token: request['oauth_token'] ?? '',
      access_token_secret: request['oauth_token_secret'] ?? '',
    };
    // Some clients keep parameters by name, and so sign the token once.
    const address = `${client.baseUrl}${path}?${new URLSearchParams({ oauth_verifier: verifier }).toString()}`;

    const answer = await client.send('POST', path, { query, authorization: sign('POST', address, own) });

    expect(answer.status).toBe(200);
  });

  test.each([
    ['R056', 'no verifier', undefined, 400, 'MISSING_PARAMETER'],
    ['R056', 'another verifier', 'wrong', 400, 'INVALID_PARAMETER'],
  ])('%s %s fails the flow', async (_rule, _case, verifier, status, code) => {
    const { request } = await approved();

    const answer = await exchange(request, verifier);

    expect([answer.status, answer.codes]).toEqual([status, [code]]);
  });

  test('R033 R055 the request token must be the one that signs, and is good for one exchange', async () => {
    const first = await approved();
    const second = await approved();

    const crossed = await exchange(first.request, first.verifier, second.request);
    const unsigned = await client.send('POST', '/oauth/access_token', {
      form: { oauth_token: first.request['oauth_token'] ?? '', oauth_verifier: first.verifier },
      authorization: '',
    });
    const right = await exchange(first.request, first.verifier);
    const again = await exchange(first.request, first.verifier);

    expect([crossed, unsigned, right, again].map(({ status }) => status)).toEqual([401, 400, 200, 401]);
    expect([crossed.codes, again.codes]).toEqual([[89], [89]]);
  });

  test.each([
    [899, 200],
    [901, 401],
  ])('a request token is over %i seconds later: %i', async (seconds, status) => {
    await client.control('PUT', '/clock', { now: '2026-12-01T00:00:00Z', frozen: true });
    const { request, verifier } = await approved();
    await client.control('PUT', '/clock', { advance_seconds: seconds });

    expect((await exchange(request, verifier)).status).toBe(status);
  });

  test('a request token lasts for ever where the setting says so', async () => {
    await client.control('PUT', '/limits', { oauth: { request_token_seconds: null } });
    const { request, verifier } = await approved();
    await client.control('PUT', '/clock', { advance_seconds: 10_000_000 });

    expect((await exchange(request, verifier)).status).toBe(200);
  });

  test.each(['svc_auth_access_type', 'x_auth_access_type'])(
    'R047 %s=read gives a token that only reads',
    async (name) => {
      const tokens = await tokensOf({ oauth_callback: callback, [name]: 'read' });
      const path = `/12/accounts/${us}`;

      const read = await client.send('GET', path, withTokens(tokens));
      const written = await client.send('PUT', path, { ...withTokens(tokens), query: { name: 'x' } });
      const posted = await client.send('POST', '/2/tweets', { ...withTokens(tokens), json: { text: 'x' } });

      expect([read.status, written.status, written.codes, posted.status]).toEqual([
        200,
        403,
        ['READONLY_CLIENT_APPLICATION'],
        403,
      ]);
    },
  );
});

describe('revocation', () => {
  test.each(['/1.1/oauth/invalidate_token', '/1.1/oauth/invalidate_token.json'])(
    'R015 R020 R021 R034 R057 R058 R066 R070 R071 %s ends the token that signs it; the next one differs',
    async (path) => {
      const tokens = await tokensOf();
      const same = await tokensOf();

      const answer = await client.send('POST', path, withTokens(tokens));
      const later = await client.send('GET', '/12/accounts', withTokens(tokens));
      const data = await client.send('GET', '/2/tweets?ids=1', withTokens(tokens));
      const next = await tokensOf();

      expect([answer.status, parsed(answer.text)]).toEqual([200, { access_token: tokens['oauth_token'] }]);
      expect([later.status, parsed(later.text)]).toEqual([
        401,
        { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
      ]);
      expect([data.status, data.text.includes('Invalid or expired token.')]).toEqual([401, true]);
      expect(same['oauth_token']).toBe(tokens['oauth_token']);
      expect(next['oauth_token']).not.toBe(tokens['oauth_token']);
    },
  );

  test('a user whose own token is invalidated keeps those of the flow', async () => {
    const tokens = await tokensOf();

    await client.send('POST', '/1.1/oauth/invalidate_token');
    const own = await client.send('GET', '/12/accounts');
    const issued = await client.send('GET', '/12/accounts', withTokens(tokens));

    expect([own.status, own.codes, issued.status]).toEqual([401, [89], 200]);
  });

  test('R071 a token that expires is refused from then on, by the clock', async () => {
    const ids = await seedToken({ expires_at: '2026-12-01T01:00:00Z' });

    const before = await client.send('GET', '/12/accounts', ids);
    await client.control('PUT', '/clock', { advance_seconds: 3601 });
    const after = await client.send('GET', '/12/accounts', ids);

    expect([before.status, after.status, after.codes]).toEqual([200, 401, [89]]);
  });

  test('a token of one application cannot be used by another', async () => {
    await client.control('POST', '/seed', {
      apps: [{ id: '27000002', consumer_key: 'other', consumer_secret: 'other secret' }],
    });
    const tokens = await tokensOf();
    const { secrets } = withTokens(tokens);

    const answer = await client.send('GET', '/12/accounts', {
      secrets: { ...secrets, consumer_key: 'other', consumer_secret: 'other secret' },
    });

    expect([answer.status, answer.codes]).toEqual([401, ['UNAUTHORIZED_ACCESS']]);
  });
});

describe('replays', () => {
  test.each([
    ['accept', [200, 200]],
    ['refuse', [200, 401]],
  ])('a nonce that comes twice: %s', async (nonce_replay, statuses) => {
    await client.control('PUT', '/limits', { oauth: { nonce_replay } });
    const authorization = sign('GET', `${client.baseUrl}/12/accounts`, client.secrets);

    const first = await client.send('GET', '/12/accounts', { authorization });
    const second = await client.send('GET', '/12/accounts', { authorization });

    expect([first.status, second.status]).toEqual(statuses);
  });

  test('the timestamp window can be set', async () => {
    await client.control('PUT', '/limits', { oauth: { timestamp_window_seconds: 10 } });
    const timestamp = Math.floor(Date.now() / 1000) - 60;
    const authorization = sign('GET', `${client.baseUrl}/12/accounts`, client.secrets, { timestamp });

    const answer = await client.send('GET', '/12/accounts', { authorization });

    expect([answer.status, answer.codes]).toEqual([401, [135]]);
  });
});

test.each([
  ['GET', '/oauth/request_token', 405],
  ['POST', '/oauth/nothing', 404],
  ['GET', '/1.1/oauth/nothing', 404],
  ['PUT', '/oauth2/token', 405],
  ['POST', '/12/oauth/request_token', 404],
])('R070 %s %s is answered with %i', async (method, path, status) => {
  expect((await client.send(method, path)).status).toBe(status);
});
