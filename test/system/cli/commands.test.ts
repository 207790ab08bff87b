import { expect, test } from 'vitest';
import { driftReportSchema } from '../../../src/schemas/drift.ts';
import { campaigns, createBench } from './harness.ts';

async function changedOutside() {
  const bench = await createBench(campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55' }));
  await bench.adsync(['apply', '--yes']);
  const id = (await bench.records('campaigns')).find(({ name }) => name === 'Sale')?.['id'];
  await bench.control('POST', 'mutate', [
    {
      collection: 'campaigns',
      id,
      set: { entity_status: 'PAUSED', daily_budget_amount_local_micro: 40_000_000 },
    },
  ]);
  return bench;
}

test('drift names what changed outside, and sends no write', async () => {
  const bench = await changedOutside();
  const before = await bench.writes();

  const plain = await bench.adsync(['drift']);
  const detailed = await bench.adsync(['drift', '--detailed-exitcode']);

  expect(plain.code).toBe(0);
  expect(detailed.code).toBe(2);
  expect(plain.stdout).toMatch(
    /~ daily_budget {3}55\.00 → 40\.00 USD\/day {2,}the document says 55\.00 USD\/day/,
  );
  expect(plain.stdout).toMatch(/~ status {9}ACTIVE → PAUSED/);
  expect(plain.stdout).toMatch(
    /^Drift: 1 modified, .*\.\nacme-us: 0\.00 USD live on the highest day, 55\.00 USD as last applied; 0 of 200 campaigns active, 1 as last applied\.\n$/m,
  );
  expect(await bench.writes()).toEqual(before);
});

test('drift as JSON, on standard output and in a file', async () => {
  const bench = await changedOutside();

  const { stdout } = await bench.adsync(['drift', '--format', 'json']);
  const saved = await bench.adsync(['drift', '--format', 'json', '-o', 'drift.json']);

  const report = driftReportSchema.parse(JSON.parse(stdout));
  expect(report).toMatchObject({ in_sync: false, summary: { modified: 1 } });
  // The two runs may fall into different seconds.
  const written = (await bench.read('drift.json')).replace(
    /"created_at": "[^"]*"/,
    `"created_at": "${report.created_at}"`,
  );
  expect(written).toBe(stdout);
  expect(saved).toMatchObject({ stdout: '', stderr: 'The report is in drift.json.\n' });
});

test('without outside changes there is no drift', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const { code, stdout } = await bench.adsync(['drift', '--detailed-exitcode']);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^In sync: /);
});

test('the state is listed and shown', async () => {
  const bench = await createBench();
  const empty = await bench.adsync(['state', 'list']);
  await bench.adsync(['apply', '--yes']);

  const list = await bench.adsync(['state', 'list', 'acme-us/campaigns']);
  const shown = await bench.adsync(['state', 'show', 'acme-us/campaigns/sale']);
  const json = await bench.adsync(['state', 'show', 'acme-us/campaigns/sale', '--json']);
  const listJson = await bench.adsync(['state', 'list', '--json']);

  expect(empty.stdout).toBe('The state is empty.\n');
  expect(list.stdout).toMatch(/^acme-us\/campaigns\/sale {2}campaign {2}\w+\n$/);
  expect(shown.stdout).toMatch(/^ {2}daily_budget +55\.00/m);
  expect(shown.stdout).toMatch(/^origin +created$/m);
  expect(JSON.parse(json.stdout)).toMatchObject({ address: 'acme-us/campaigns/sale', kind: 'campaign' });
  expect(JSON.parse(listJson.stdout)).toContainEqual(JSON.parse(json.stdout));
});

test.each([['list'], ['show']])('state %s of an address that the state does not have', async (verb) => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const { code, stderr } = await bench.adsync(['state', verb, 'acme-us/campaigns/sail']);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_ADDRESS_UNKNOWN]');
  expect(stderr).toContain('Did you mean acme-us/campaigns/sale?');
});

test('validate counts what is declared, and needs neither credentials nor network', async () => {
  const bench = await createBench();

  const { code, stdout } = await bench.adsync(['validate'], { env: { ADSYNC_CONSUMER_KEY: undefined } });

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Valid: 2 resources in 1 account, from 1 file.\n' });
});

test('every problem of the document is shown with its place, and nothing is sent', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, dayly_budget: 5', other: 'name: Other, status: ON' }),
  );

  const { code, stdout, stderr } = await bench.adsync(['validate']);
  const applied = await bench.adsync(['apply', '--yes']);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^campaigns\.yaml:7:\d+ {2}/);
  expect(stderr).toContain('campaigns.yaml:8:');
  expect(stderr).toMatch(/error\[ADSYNC_DOCUMENT_INVALID\]: the document has 2 problems\n$/);
  expect(applied.stderr).toBe(stderr);
  expect(await bench.writes()).toEqual([]);
});

test('a document that does not exist is an error', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan', 'missing.yaml']);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_DOCUMENT_MISSING]');
});

test('the sandbox says where it is, and stops on Ctrl-C', async () => {
  const bench = await createBench();

  const { code, stdout } = await bench.adsync(['sandbox', '--port', '0', '--json'], {
    onOutput: (text, press) => {
      if (text.includes('admin_url')) press();
    },
  });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    user_id: '756201191646691328',
    accounts: ['18ce54d4x5t', '18ce5uk0000'],
  });
});

test('the sandbox takes a seed and a clock', async () => {
  const bench = await createBench();
  await bench.write('seed.json', '{"accounts":[{"id":"abc12"}]}');
  const answers: Promise<readonly [Response, Response]>[] = [];

  const { code, stdout } = await bench.adsync(
    ['sandbox', '--port', '0', '--seed', 'seed.json', '--clock', '2026-12-01T00:00:00Z'],
    {
      onOutput: (text, press) => {
        const url = /^export ADSYNC_ADS_BASE_URL=(\S+)$/m.exec(text)?.[1];
        if (url === undefined || answers.length > 0) return;
        const both = Promise.all([fetch(`${url}/12/accounts`), fetch(`${url}/_sandbox/dump`)]);
        answers.push(both);
        void both.finally(press);
      },
    },
  );

  expect(code).toBe(0);
  expect(stdout).toContain('export ADSYNC_ACCESS_TOKEN_SECRET=');
  const [[list, dump] = []] = await Promise.all(answers);
  expect(list?.headers.get('date')).toMatch(/01 Dec 2026/);
  expect(await dump?.json()).toMatchObject({ accounts: [{ id: 'abc12' }] });
});

test('a port that is taken is an error', async () => {
  const bench = await createBench();
  const { port } = new URL(bench.sandbox.baseUrl);

  const { code, stderr } = await bench.adsync(['sandbox', '--port', port]);

  expect(code).toBe(1);
  expect(stderr).toContain(`error[ADSYNC_USAGE]: port ${port} is taken`);
});

test.each([
  ['--clock', 'yesterday'],
  ['--seed', 'missing.json'],
])('the sandbox cannot start with %s %s', async (option, value) => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['sandbox', '--port', '0', option, value]);

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_USAGE]: the sandbox cannot start with these settings');
});

test('the demo tells its story without credentials', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['demo'], {
    env: { ADSYNC_CONSUMER_KEY: undefined, ADSYNC_STATE: 'sqlite:/nowhere/state.db' },
  });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const part of [
    '$ adsync plan\n',
    'Plan: 6 to create',
    '$ adsync apply --yes\n',
    'Nothing to change',
    '$ adsync drift --detailed-exitcode\n',
    'ACTIVE → PAUSED',
    'Refused, for one reason:',
    '--undo-drift acme-us/campaigns/newsletter',
  ])
    expect(stdout).toContain(part);
  expect(stdout.split('\n').length).toBeLessThan(130);
});

test('credentials that the platform refuses are an error that shows none of them', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['plan', '-v'], {
    env: { ADSYNC_CONSUMER_SECRET: 'hush-hush' },
  });

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
  expect(stderr).not.toContain('hush-hush');
});
