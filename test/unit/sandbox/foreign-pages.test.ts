import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({});
});

afterAll(() => sandbox.stop());

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status and the text of an answer below `/_sandbox`; `fetch` would not let a test set these headers. */
async function ask({ method = 'GET', path = '/dump', headers = {} }: Asked): Promise<[number, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number, string]>();
  const request = http.request(`${sandbox.ready.admin_url}${path}`, { method, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
  });
  request.on('error', reject);
  request.end();
  return await promise;
}

const port = () => new URL(sandbox.baseUrl).port;

describe('a page of another origin', () => {
  const foreign: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    'a name that points at this machine': () => ({ host: `evil.example:${port()}` }),
    'a name that begins like this machine': () => ({ host: `localhost.evil.example:${port()}` }),
    'a name that begins with an address of this machine': () => ({ host: '127.0.0.1.evil.example' }),
    'another machine of the network': () => ({ host: '10.0.0.7' }),
    'another origin': () => ({ origin: 'https://evil.example' }),
    'another port of this machine': () => ({ origin: 'http://127.0.0.1:1' }),
    'another name of this machine': () => ({ origin: `http://localhost:${port()}` }),
    'an origin that is not told': () => ({ origin: 'null' }),
    'no origin at all': () => ({ origin: '' }),
    'an image of another site': () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
    'a script of another port': () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }),
  };
  const calls: readonly Asked[] = [
    { path: '/dump' },
    { path: '/requests?bodies=true' },
    { method: 'POST', path: '/reset' },
    { method: 'PUT', path: '/limits' },
    { path: '/' },
    { path: '/nothing' },
  ];

  test.each(Object.entries(foreign))('%s is refused every control call', async (_name, headersOf) => {
    const answers = await Promise.all(calls.map((call) => ask({ ...call, headers: headersOf() })));

    expect(answers.map(([status]) => status)).toEqual(calls.map(() => 403));
    for (const [, text] of answers) expect(text).not.toContain(sandbox.ready.access_token_secret);
  });

  test('a refused call changes nothing', async () => {
    const before = await ask({});
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };

    const [status] = await ask({ method: 'POST', path: '/reset', headers });

    expect(status).toBe(403);
    expect(await ask({})).toEqual(before);
  });
});

describe('the own page and programs', () => {
  const own: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    'a program': () => ({}),
    'the console': () => ({
      origin: sandbox.baseUrl,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
    }),
    'the console at the name of this machine': () => ({
      host: `LocalHost:${port()}`,
      origin: `http://localhost:${port()}`,
    }),
    'an address that somebody typed': () => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }),
    'a link on another page': () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
    'the sixth version of the protocol': () => ({ host: `[::1]:${port()}` }),
  };

  test.each(Object.entries(own))('%s is answered', async (_name, headersOf) => {
    const answers = await Promise.all(
      ['/', '/dump', '/status'].map((path) => ask({ path, headers: headersOf() })),
    );

    expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
  });

  test('a sandbox that listens elsewhere is answered at that address', async () => {
    const elsewhere = await startSandbox({ host: '::1' });

    const { status } = await fetch(`${elsewhere.ready.admin_url}/health`);
    await elsewhere.stop();

    expect(status).toBe(200);
  });
});
