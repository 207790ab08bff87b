import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryLink } from '../../../src/lookups/try-link.ts';
import { createBench } from './harness.ts';

interface Seen {
  readonly line: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const seen: Seen[] = [];
let server: Server;
let origin = '';
let atOnce = 0;
let mostAtOnce = 0;

const pages: Readonly<Record<string, RequestListener>> = {
  '/fine': (_, response) => response.end('here'),
  '/no-head': ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end(),
  '/gone': (_, response) => response.writeHead(410).end(),
  '/moved': (_, response) => response.writeHead(302, { location: '/gone' }).end(),
  '/home': (_, response) => response.writeHead(301, { location: 'fine#part' }).end(),
  '/circle': (_, response) => response.writeHead(307, { location: '/circle#again' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/nowhere': (_, response) => response.writeHead(302).end(),
  '/cut': (_, response) => void response.socket?.destroy(),
  '/never': () => undefined,
  '/endless': ({ method }, response) => {
    response.writeHead(method === 'HEAD' ? 403 : 200);
    const write = (): void => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', write);
    };
    if (method === 'GET') write();
    else response.end();
  },
  '/headers': (_, response) => {
    response.writeHead(200, { 'x-much': 'x'.repeat(40_000) }).end();
  },
  '/drip': (_, response) => {
    const socket = response.socket;
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write('x-more: 1\r\n'), 20);
    socket?.once('close', () => clearInterval(timer));
  },
};

const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    const { pathname } = new URL(request.url ?? '', origin);
    const step = /^\/far\/(\d+)$/.exec(pathname)?.[1];
    if (step !== undefined) response.writeHead(302, { location: `/far/${Number(step) + 1}` }).end();
    else if (pathname.startsWith('/slow/')) setTimeout(() => response.end(), 5);
    else (pages[pathname] ?? ((_, own) => own.writeHead(404).end()))(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function cards(urls: readonly string[]): string {
  const entries = urls.map(
    (url, index) => `      c${index}:
        name: Card ${index}
        components:
          - { type: MEDIA, media_key: 13_1191948012077092867 }
          - type: DETAILS
            title: Sale
            destination: { type: WEBSITE, url: "${url}" }
`,
  );
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    cards:
${entries.join('')}`;
}

test('links that do not work are told at their place, each asked for once, and nothing is refused for them', async () => {
  const paths = [
    'fine',
    'no-head',
    'gone',
    'moved',
    'home',
    'circle',
    'far/1',
    'file',
    'nowhere',
    'cut',
    'endless',
  ];
  const urls = [...paths, 'headers', 'missing'].map((path) => `${origin}/${path}`);
  const own = `${origin.replace('//', '//somebody:hunter2@')}/fine#other`;
  const bench = await createBench(cards([...urls, own, 'http://127.0.0.1:1/closed']));
  seen.length = 0;

  const { code, stderr, stdout } = await bench.adsync(['plan', '--check-links']);

  expect(code).toBe(0);
  expect(stdout).toContain('15 to create');
  const told = stderr.split('\n').filter((line) => line !== '');
  expect(told).toEqual([
    `campaigns.yaml:23:11: ${origin}/gone answers 410 (acme-us/cards/c2)`,
    `campaigns.yaml:30:11: ${origin}/moved leads to ${origin}/gone, which answers 410 (acme-us/cards/c3)`,
    `campaigns.yaml:44:11: ${origin}/circle answers 307: redirects in a circle (acme-us/cards/c5)`,
    `campaigns.yaml:51:11: ${origin}/far/1 leads to ${origin}/far/11, which answers 302: more than 10 redirects (acme-us/cards/c6)`,
    `campaigns.yaml:58:11: ${origin}/file answers 302: a redirect to what is no web address (acme-us/cards/c7)`,
    `campaigns.yaml:65:11: ${origin}/nowhere answers 302: a redirect to nowhere (acme-us/cards/c8)`,
    expect.stringMatching(/:72:11: \S+\/cut does not answer: .+ \(acme-us\/cards\/c9\)$/),
    expect.stringMatching(/:86:11: \S+\/headers does not answer: .+ \(acme-us\/cards\/c11\)$/),
    `campaigns.yaml:93:11: ${origin}/missing answers 404 (acme-us/cards/c12)`,
    expect.stringMatching(
      /:107:11: http:\/\/127\.0\.0\.1:1\/closed does not answer: .*ECONNREFUSED.* \(acme-us\/cards\/c14\)$/,
    ),
    'Tried 14 links: 10 of them do not work.',
  ]);
  expect(stderr).not.toContain('hunter2');
  const lines = seen.map(({ line }) => line);
  // Once as itself, once where another page leads to it.
  expect(lines.filter((line) => line.endsWith('/fine'))).toEqual(['HEAD /fine', 'HEAD /fine']);
  expect(lines.filter((line) => line.endsWith('/no-head'))).toEqual(['HEAD /no-head', 'GET /no-head']);
  expect(lines.filter((line) => line.startsWith('GET ') && line.endsWith('/fine'))).toEqual([]);
  for (const { headers } of seen) {
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent']);
    expect(headers['user-agent']).toMatch(/^adsync\//);
  }

  seen.length = 0;
  expect((await bench.adsync(['plan'])).stderr).not.toContain('links');
  expect(seen).toEqual([]);
  const chosen = await bench.adsync(['plan', '--check-links', '--target', 'acme-us/cards/c2']);
  expect(chosen.stderr).toContain('Tried 1 link: 1 of them does not work.');
});

test('a document is validated with its links, eight at a time, and none is a remark too', async () => {
  const bench = await createBench(cards(Array.from({ length: 40 }, (_, index) => `${origin}/slow/${index}`)));
  seen.length = 0;
  mostAtOnce = 0;
  const { code, stdout, stderr } = await bench.adsync(['validate', '--check-links']);
  expect(code).toBe(0);
  expect(stdout).toContain('Valid: 40 resources');
  expect(stderr).toContain('Tried 40 links: all answer.');
  expect(seen).toHaveLength(40);
  expect(mostAtOnce).toBeGreaterThan(1);
  expect(mostAtOnce).toBeLessThanOrEqual(8);

  await bench.write('campaigns.yaml', 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n');
  expect((await bench.adsync(['validate', '--check-links'])).stderr).toContain('There are no links to try.');
});

test.each(['never', 'drip'])('a server that answers /%s ends with its time', async (path) => {
  const dispatcher = new Agent();
  const attempt = { dispatcher, version: '0', timeoutMs: 100, signal: new AbortController().signal };
  expect(await tryLink(`${origin}/${path}`, attempt)).toMatchObject({
    status: undefined,
    problem: 'no answer within 0.1 s',
  });
  await dispatcher.destroy();
});
