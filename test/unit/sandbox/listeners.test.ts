import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { afterEach, expect, test } from 'vitest';
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../packages/sandbox/src/start-sandbox.ts';
import { sign } from '../../support/sign.ts';
import { SandboxClient, us } from './sandbox-client.ts';

let running: Sandbox | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function start(options: SandboxOptions): Promise<Sandbox> {
  running = await startSandbox(options);
  return running;
}

function clientAt(baseUrl: string, { ready }: Sandbox): SandboxClient {
  const client = new SandboxClient();
  client.baseUrl = baseUrl;
  client.secrets = ready;
  return client;
}

test('R001 R002 R003 split: the four operations for sandbox accounts are on their own port, and only there', async () => {
  const sandbox = await start({ split: true });
  const { ads_base_url: ads, ads_sandbox_base_url: apart } = sandbox.ready;
  const query = { currency: 'USD', start_time: '2026-12-01', type: 'CREDIT_CARD' };
  const both = async (method: string, path: string, sending = {}) => [
    (await clientAt(ads, sandbox).send(method, path, sending)).status,
    (await clientAt(apart, sandbox).send(method, path, sending)).status,
  ];

  const statuses = {
    'POST accounts': await both('POST', '/12/accounts'),
    'POST funding_instruments': await both('POST', `/12/accounts/${us}/funding_instruments`, { query }),
    'DELETE funding_instruments': await both('DELETE', `/12/accounts/${us}/funding_instruments/hxtet`),
    'GET accounts': await both('GET', '/12/accounts'),
    'GET campaigns': await both('GET', `/12/accounts/${us}/campaigns`),
    'DELETE accounts': await both('DELETE', `/12/accounts/${us}`),
  };

  expect(ads).not.toBe(apart);
  expect(statuses).toEqual({
    'POST accounts': [405, 200],
    'POST funding_instruments': [405, 200],
    'DELETE funding_instruments': [405, 200],
    'GET accounts': [200, 405],
    'GET campaigns': [200, 404],
    'DELETE accounts': [405, 200],
  });
  expect((await fetch(`${apart}/_sandbox/health`)).status).toBe(404);
});

test('without split, everything is on one port', async () => {
  const sandbox = await start({});

  const { status } = await clientAt(sandbox.baseUrl, sandbox).send('POST', '/12/accounts');

  expect([status, sandbox.ready.ads_sandbox_base_url]).toEqual([200, sandbox.baseUrl]);
  expect(sandbox.ready).not.toHaveProperty('https_base_url');
});

function getOverTls(address: string, headers: http.OutgoingHttpHeaders, options: https.RequestOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  https
    .get(address, { ...options, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    })
    .on('error', reject);
  return promise;
}

test('HTTPS: the certificate holds for every name, and signatures are over the scheme of the listener', async () => {
  const { ready } = await start({ httpsPort: 0 });
  const { https_base_url: base = '', certificate: ca = '' } = ready;
  const port = new URL(base).port;
  const authorization = (address: string) => ({ authorization: sign('GET', address, ready) });
  const path = '/12/accounts';

  const right = await getOverTls(`${base}${path}`, authorization(`${base}${path}`), { ca });
  const wrongScheme = await getOverTls(`${base}${path}`, authorization(`http://127.0.0.1:${port}${path}`), {
    ca,
  });
  const localhost = `https://localhost:${port}${path}`;
  const byName = await getOverTls(localhost, authorization(localhost), {
    ca,
    host: '127.0.0.1',
    servername: 'localhost',
  });

  expect([right, wrongScheme, byName]).toEqual([200, 401, 200]);
  await expect(getOverTls(`${base}${path}`, {}, {})).rejects.toThrow('self-signed');
  const certificate = new X509Certificate(ca);
  const services = ['api', 'ads-api', 'ads-api-sandbox', 'upload'];
  const domains = ['x.com', 'twitter.com'];
  const hosts = services.flatMap((service) => domains.map((domain) => `${service}.${domain}`));
  const names = ['localhost', ...hosts];
  expect(names.map((name) => certificate.checkHost(name))).toEqual(names);
  expect(['127.0.0.1', '::1'].map((ip) => certificate.checkIP(ip))).toEqual(['127.0.0.1', '::1']);
  expect([certificate.ca, certificate.checkHost('example.com')]).toEqual([false, undefined]);
});

test.each([
  ['https', 'https', 200],
  ['HTTPS, http', 'https', 200],
  ['http', 'http', 200],
  ['https', 'http', 401],
  ['ftp', 'http', 200],
  ['', 'http', 200],
])(
  'behind a proxy that tells the scheme %j, a signature over %s is answered with %i',
  async (told, signed, expected) => {
    const { ready } = await start({});
    const { host } = new URL(ready.base_url);
    const authorization = sign('GET', `${signed}://${host}/12/accounts`, ready);

    const { status } = await fetch(`${ready.base_url}/12/accounts`, {
      headers: { authorization, 'x-forwarded-proto': told },
    });

    expect(status).toBe(expected);
  },
);

test('a client that fixes its addresses signs for the names that it asked', async () => {
  const { ready } = await start({ httpsPort: 0 });
  const { https_base_url: base = '', certificate: ca = '' } = ready;
  const address = 'https://api.twitter.com/12/accounts';
  const headers = { host: 'api.twitter.com', authorization: sign('GET', address, ready) };

  const status = await getOverTls(`${base}/12/accounts`, headers, { ca, servername: 'api.twitter.com' });

  expect(status).toBe(200);
});

test('a port that is taken leaves none open behind', async () => {
  const blocker = http.createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const probe = await startSandbox({});
  const free = Number(new URL(probe.baseUrl).port);
  await probe.stop();

  await expect(startSandbox({ port: free, httpsPort: port })).rejects.toThrow('EADDRINUSE');

  const again = await start({ port: free });
  expect(again.baseUrl).toContain(String(free));
  blocker.close();
});
