import { describe, expect, test } from 'vitest';
import { documentedEndpoints } from '../../../src/platform/documented-endpoints.ts';
import { SandboxClient } from '../../unit/sandbox/sandbox-client.ts';
import { type Draft, validDraft } from '../../unit/sandbox/walk/draft.ts';
import { type EndpointRow, endpointRows } from '../../unit/sandbox/walk/inventory.ts';
import { openLimits, subscriber, world } from '../../unit/sandbox/walk/world.ts';
import { type Bench, createBench } from './harness.ts';

/** What the platform refuses here: tokens that are none, for a person makes them in a browser, or sign-in. */
const refused = new Set(['E002', 'E003', 'E004', 'E008']);
/** A stream has no end. */
const stream = 'E030';
/** What the calls of sign-in are made with, where the table of valid calls leaves them out. */
const signIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  E001: { oauth_callback: 'oob' },
  E002: { oauth_token: 'request-token' },
  E003: { oauth_token: 'request-token' },
  E004: { oauth_token: 'request-token', oauth_verifier: '1234567' },
  E007: { grant_type: 'client_credentials' },
  E008: { access_token: 'some-bearer-token' },
};

/** The command line of a valid call. */
function lineOf({ row, path, query, body }: Draft): readonly string[] {
  const filled = row.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
  const fields = Object.entries({ ...query, ...signIn[row.id] }).flatMap(([name, value]) => [
    '-f',
    `${name}=${value}`,
  ]);
  const input = body === undefined ? [] : ['--input', 'body.json'];
  const yes = row.method === 'GET' ? [] : ['--yes'];
  return ['api', row.method, filled, ...fields, ...input, ...yes];
}

async function fill(bench: Bench): Promise<void> {
  await bench.control('PUT', 'clock', { now: '2026-12-01T00:00:00Z' });
  await bench.control('POST', 'seed', world);
  await bench.control('PUT', 'limits', openLimits);
  await bench.control('POST', 'mutate', subscriber);
}

/** Some calls are those of another user. */
function envOf({ recipe }: Draft): Readonly<Record<string, string | undefined>> {
  if (recipe.as !== 'manager') return {};
  const { secrets } = new SandboxClient().as('manager');
  return {
    ADSYNC_ACCESS_TOKEN: secrets.access_token,
    ADSYNC_ACCESS_TOKEN_SECRET: secrets.access_token_secret,
  };
}

async function callValid(bench: Bench, row: EndpointRow, more: readonly string[] = []) {
  const draft = validDraft(row);
  await bench.write('body.json', JSON.stringify(draft.body) ?? '');
  return await bench.adsync([...lineOf(draft), ...more], { env: envOf(draft) });
}

test('the table in the program is that of the inventory', () => {
  expect(documentedEndpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
    endpointRows.map(({ method, path }) => `${method} ${path}`),
  );
  expect(documentedEndpoints).toHaveLength(129);
});

test('every endpoint of the inventory is called through the program and answers as documented', {
  timeout: 240_000,
}, async () => {
  const bench = await createBench();
  const outcomes: Record<string, unknown>[] = [];

  for (const row of endpointRows.filter(({ id }) => id !== stream)) {
    await bench.control('POST', 'reset');
    await fill(bench);
    const ran = await callValid(bench, row);
    const { id, method, path } = row;
    const isRefusal = ran.code === 1 && /\(HTTP 4\d\d\)/.test(ran.stderr) && ran.stdout !== '';
    if (refused.has(id) ? !isRefusal : ran.code !== 0 || ran.stderr !== '')
      outcomes.push({ id, method, path, ...ran });
  }

  expect(outcomes).toEqual([]);
});

describe('without sending anything', () => {
  test('every endpoint is shown as the request that would be sent', { timeout: 120_000 }, async () => {
    const bench = await createBench();
    await fill(bench);
    const { consumer_secret: key, access_token: token, access_token_secret: secret } = bench.sandbox.ready;
    const before = await bench.requests();

    for (const row of endpointRows.filter(({ id }) => id !== stream)) {
      const { code, stdout, stderr } = await callValid(bench, row, ['--dry-run']);
      const [first = '', ...lines] = stdout.split('\n');
      expect({ id: row.id, code, stderr }).toEqual({ id: row.id, code: 0, stderr: '' });
      expect(first).toMatch(new RegExp(`^${row.method} http://127\\.0\\.0\\.1:\\d+/`));
      for (const each of [key, token, secret, 'some-bearer-token', 'request-token', '1234567'])
        expect(stdout).not.toContain(each);
      const { body } = validDraft(row);
      if (body !== undefined) expect(JSON.parse(lines.slice(lines.indexOf('')).join('\n'))).toEqual(body);
    }

    expect(await bench.requests()).toEqual(before);
  });
});
