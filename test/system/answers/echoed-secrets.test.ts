import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import type { Ran } from '../../support/run-with.ts';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';
import { type Answer, type AnswerProxy, startAnswerProxy, unchanged } from './answer-proxy.ts';

interface Site {
  readonly bench: Bench;
  readonly proxy: AnswerProxy;
  /** What must not be seen: what requests are signed with, and the answers' own copies of it. */
  readonly secrets: readonly string[];
  adsync(...argv: readonly string[]): Promise<Ran>;
}

async function createSite(): Promise<Site> {
  const bench = await createBench(campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 55' }));
  const { ready } = bench.sandbox;
  const proxy = await startAnswerProxy(ready.base_url);
  onTestFinished(async () => await proxy.stop());
  const names = Object.keys(sandboxEnvironment(ready)).filter((name) => name.endsWith('BASE_URL'));
  const env = Object.fromEntries(names.map((name) => [name, proxy.url]));
  return {
    bench,
    proxy,
    secrets: [
      ready.consumer_key,
      ready.consumer_secret,
      ready.access_token_secret,
      ready.access_token.replace(/^\d+-/, ''),
    ],
    adsync: async (...argv) => await bench.adsync(argv, { env }),
  };
}

/** A secret in the forms in which a server may repeat it, and parts of it. */
function copiesOf(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString('hex');
  const bytes = hex.match(/../g) ?? [];
  const percent = bytes.map((byte) => `%${byte}`).join('');
  const json = bytes.map((byte) => `\\u00${byte}`).join('');
  const base64 = ['', 'a', 'ab', 'key:'].map((before) =>
    Buffer.from(`${before}${secret}:`).toString('base64').replaceAll('=', ''),
  );
  return [
    secret,
    secret.slice(0, 8),
    secret.slice(0, -3),
    secret.slice(1),
    secret.slice(-8),
    hex,
    hex.toUpperCase(),
    percent,
    percent.toUpperCase(),
    encodeURIComponent(percent),
    json,
    JSON.stringify(JSON.stringify({ token: `${secret}/` })),
    ...base64,
    ...base64.map((text) => encodeURIComponent(encodeURIComponent(text))),
  ];
}

/** Every copy of every secret, and the signature of the request, with what it is the signature of. */
function echoOf({ secrets }: Site, authorization: string): string {
  const signature = /oauth_signature="([^"]+)"/.exec(authorization)?.[1] ?? '';
  return [
    ...secrets.flatMap(copiesOf),
    authorization,
    decodeURIComponent(signature),
    `POST&${encodeURIComponent('http://127.0.0.1/12/x')}&${encodeURIComponent(authorization)}`,
    secrets.join('&'),
  ].join(' | ');
}

/** The signatures of the requests since the last reset. */
function signaturesOf({ proxy }: Site): readonly string[] {
  return proxy
    .answers()
    .map(({ authorization }) =>
      decodeURIComponent(/oauth_signature="([^"]+)"/.exec(authorization)?.[1] ?? ''),
    );
}

/** What the text holds of the secrets, undone as a reader would undo it. */
function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const unescaped = text.replace(/\\+u([\da-f]{4})/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const decoded = [1, 2, 3].reduce<string>(
    (known) =>
      known.replace(/%([2-7][\da-f])/gi, (_all, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      ),
    unescaped,
  );
  const base64 = (decoded.match(/[\w+/-]{8,}/g) ?? []).flatMap((word) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(word.slice(skipped), 'base64').toString('latin1')),
  );
  const hex = (decoded.match(/[\da-f]{16,}/gi) ?? []).map((word) =>
    Buffer.from(word, 'hex').toString('latin1'),
  );
  const seen = [text, unescaped, decoded, ...base64, ...hex].join('\n');
  return secrets.filter((secret) => seen.includes(secret.slice(0, 8)) || seen.includes(secret.slice(-8)));
}

async function filesOf(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')] as const),
  );
}

/** Where secrets are seen: in outputs of commands, and in files. */
async function leaks(
  { bench, secrets }: Site,
  ran: ReadonlyMap<string, Ran>,
  signatures: readonly string[] = [],
): Promise<readonly string[]> {
  const texts = [
    ...[...ran].map(([name, { stdout, stderr }]) => [name, stdout + stderr] as const),
    ...(await filesOf(bench.folder)),
  ];
  return texts
    .filter(([, text]) => leaksIn(text, [...secrets, ...signatures]).length > 0)
    .map(([name]) => name);
}

/** Runs each command line, in order. */
async function runAll(site: Site, lines: readonly string[]): Promise<ReadonlyMap<string, Ran>> {
  const ran = new Map<string, Ran>();
  for (const line of lines) ran.set(line, await site.adsync(...line.split(' ')));
  return ran;
}

/** The answer as a refusal that repeats what the request was signed with, also in its headers. */
function refusal(site: Site, answer: Answer): Answer {
  const echo = echoOf(site, answer.authorization);
  const fault = { code: echo, message: echo, parameter: echo, attribute: echo };
  const body = JSON.stringify({
    errors: [fault],
    operation_errors: [[fault]],
    request: { params: { [echo]: echo } },
  });
  return { ...answer, status: 403, body, headers: echoing(site, answer, body) };
}

function echoing({ secrets }: Site, { headers }: Answer, body: string): Readonly<Record<string, string>> {
  return {
    ...headers,
    'content-type': `text/html; ${secrets.join(';')}`,
    'x-transaction-id': secrets.join('-'),
    'content-length': String(Buffer.byteLength(body)),
  };
}

test('what the platform repeats of the credentials in a refusal is shown nowhere and kept nowhere', async () => {
  const site = await createSite();
  site.proxy.reset((answer) => refusal(site, answer));
  const reads = await runAll(site, [
    'plan -v',
    'plan --json -v',
    'drift -v',
    'drift --format junit',
    'import 18ce54d4x5t -v',
    'apply --yes -v --log-format json',
  ]);
  const signatures = [...signaturesOf(site)];
  site.proxy.reset((answer) => (answer.request.startsWith('GET') ? answer : refusal(site, answer)));
  const writes = new Map<string, Ran>();
  for (const line of ['apply --yes -v', 'apply --yes --json', 'apply --yes --log-format json']) {
    // The platform did what the answer denies.
    await site.bench.control('POST', 'reset');
    writes.set(line, await site.adsync(...line.split(' ')));
  }
  signatures.push(...signaturesOf(site));
  const histories = await runAll(site, ['state history', 'state history --json']);

  expect([...writes, ...histories].map(([, { code }]) => code)).toEqual([5, 5, 5, 0, 0]);
  expect(signatures.length).toBeGreaterThan(10);
  expect(writes.get('apply --yes -v')?.stdout).toContain('[redacted]');
  expect(await leaks(site, new Map([...reads, ...writes, ...histories]), signatures)).toEqual([]);
});

test('an answer that is cut or no JSON, with credentials in its text, shows none', async () => {
  const site = await createSite();
  site.proxy.reset((answer) => {
    const body = `<p>${echoOf(site, answer.authorization)}</p>`;
    return { ...answer, status: 400, body, headers: echoing(site, answer, body) };
  });
  const ran = await runAll(site, ['plan -v', 'drift -v', 'apply --yes -v']);

  expect([...ran].map(([, { code }]) => code)).toEqual([1, 1, 1]);
  expect(await leaks(site, ran)).toEqual([]);
});

test('names of live records that repeat credentials are told without them, and kept without them', async () => {
  const site = await createSite();
  site.proxy.reset(unchanged);
  await site.adsync('apply', '--yes');
  const sale = (await site.bench.records('campaigns')).find(({ name }) => name === 'Sale');
  site.proxy.reset((answer) => {
    const record: unknown = JSON.stringify(sale?.['name']);
    const body = answer.body.replaceAll(`"name":${String(record)}`, () => {
      return `"name":${JSON.stringify(site.secrets.flatMap(copiesOf).join(' ').slice(0, 20_000))}`;
    });
    return {
      ...answer,
      body,
      headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) },
    };
  });
  const forms = ['text', 'json', 'markdown', 'html'];
  const ran = await runAll(site, [
    ...[...forms, 'junit'].map((form) => `drift -v --format ${form}`),
    ...forms.map((form) => `plan --format ${form}`),
    'plan -o plan.json',
    'plan --why acme-us/campaigns/sale',
    'drift --accept acme-us/campaigns/sale --yes',
    'import 18ce54d4x5t -o imported.yaml',
    'apply --yes --json --undo-drift acme-us',
    'state history --json',
    'state show acme-us/campaigns/sale --json',
  ]);

  expect(ran.get('drift -v --format text')?.stdout).toContain('[redacted]');
  expect(await leaks(site, ran)).toEqual([]);
});
