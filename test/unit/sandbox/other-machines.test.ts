import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../../packages/sandbox/src/start-sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ host: '0.0.0.0' });
});

afterAll(() => sandbox.stop());

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: http.IncomingHttpHeaders;
}

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const request = http.get(`${sandbox.baseUrl}${path}`, { headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
  });
  request.on('error', reject);
  return await promise;
}

const token = () => sandbox.ready.control_token ?? '';

test('a sandbox that other machines reach has a token, one of this machine none', async () => {
  const own = await startSandbox({ host: 'localhost' });
  const six = await startSandbox({ host: '::1' });
  await Promise.all([own.stop(), six.stop()]);

  expect(token()).toMatch(/^[\w-]{32}$/);
  expect([own.ready.control_token, six.ready.control_token]).toEqual([undefined, undefined]);
});

test('control calls and the console need the token, health and the platform do not', async () => {
  for (const path of ['/dump', '/', '/openapi.json', '/nothing']) {
    const answer = await ask(`/_sandbox${path}`);
    expect([path, answer.status]).toEqual([path, 401]);
    expect(answer.text).not.toContain(sandbox.ready.consumer_secret);
  }
  expect((await ask('/_sandbox/dump', { authorization: `Bearer ${token()}x` })).status).toBe(401);
  expect((await ask('/_sandbox/dump', { authorization: 'Bearer ' })).status).toBe(401);
  expect((await ask('/_sandbox/?token=')).status).toBe(401);
  expect((await ask('/_sandbox/health')).status).toBe(200);
  expect((await ask('/12/accounts')).status).toBe(400);
  expect((await ask('/_sandbox/dump', { authorization: `Bearer ${token()}` })).status).toBe(200);
});

test('by any name of the machine, but not for a page of another origin', async () => {
  const authorization = `Bearer ${token()}`;
  const host = 'sandbox.internal:4010';

  const named = await ask('/_sandbox/dump', { authorization, host });
  const foreign = await ask('/_sandbox/dump', { authorization, host, origin: 'https://evil.example' });

  expect([named.status, foreign.status]).toEqual([200, 403]);
});

test('the address of the console sets a cookie, which is enough from then on', async () => {
  const opened = await ask(`/_sandbox/?token=${token()}`);
  const [cookie = ''] = opened.headers['set-cookie'] ?? [];
  const [pair = ''] = cookie.split(';');

  expect([opened.status, opened.headers.location]).toEqual([302, '/_sandbox/']);
  expect(cookie).toMatch(/; Path=\/_sandbox; HttpOnly; SameSite=Strict$/);
  expect((await ask('/_sandbox/', { cookie: `other=1; ${pair}` })).text).toContain('<html');
  expect((await ask('/_sandbox/dump', { cookie: `${pair}x` })).status).toBe(401);
});

test('the health check of the container tells a sandbox that answers from none', async () => {
  const file = await readFile(new URL('../../../packages/sandbox/Containerfile', import.meta.url), 'utf8');
  const [, command = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(file) ?? [];
  const [, ...args] = z.array(z.string()).parse(JSON.parse(command));
  const { port } = new URL(sandbox.baseUrl);
  const run = async (at: string) => {
    const child = spawn(
      process.execPath,
      args.map((each) => each.replace('4010', at)),
    );
    const [code] = z.tuple([z.number(), z.null()]).parse(await once(child, 'exit'));
    return code;
  };

  expect([await run(port), await run('9')]).toEqual([0, 1]);
});
