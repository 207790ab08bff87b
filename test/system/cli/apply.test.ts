import { expect, test } from 'vitest';
import { currentHolder } from '../../../src/state/holder.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { campaigns, createBench } from './harness.ts';

const lineItem = (fields: string): string =>
  `line_items: { clicks: { name: Clicks, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], start_time: "2026-12-01T00:00:00Z", end_time: "2026-12-31T00:00:00Z", ${fields} } }`;

test('apply carries out the plan, and the next plan is empty', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['apply', '--yes']);
  const again = await bench.adsync(['apply', '--yes']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /✓ create {3}acme-us\/campaigns\/sale {2}\w+\n\nApplied: 1 created \(1 of them activated\); sent 2 requests, and \d+ more to read, in \d+\.\d s\.\n$/,
  );
  expect(await bench.records('campaigns')).toContainEqual(
    expect.objectContaining({
      name: 'Sale',
      entity_status: 'ACTIVE',
      daily_budget_amount_local_micro: 55_000_000,
    }),
  );
  expect(again).toEqual({ code: 0, stdout: 'Nothing to change: 2 unchanged, 1 unmanaged.\n', stderr: '' });
});

test('what a plan pauses or activates is called so by apply and by the history', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', campaigns({ sale: 'name: Sale, status: PAUSED, daily_budget: 55' }));

  const paused = await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', campaigns());
  const activated = await bench.adsync(['apply', '--yes', '--json']);
  const history = await bench.adsync(['state', 'history']);

  expect(paused.stdout).toMatch(/^ +‖ pause +config$/m);
  expect(paused.stdout).toContain('Plan: 1 to pause.');
  expect(paused.stdout).toContain('✓ pause    acme-us/campaigns/sale');
  expect(paused.stdout).toContain('Applied: 1 paused; sent 1 request');
  expect(activated.stdout).toContain('"status_change":"activate"');
  expect(history.stdout).toMatch(/^ {2}pause +acme-us\/campaigns\/sale +applied/m);
  expect(history.stdout).toMatch(/^ {2}activate +acme-us\/campaigns\/sale +applied/m);
});

test('without a terminal and without --yes apply refuses, and sends nothing', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['apply']);

  expect(code).toBe(1);
  expect(stdout).toContain('Apply sends 2 requests.');
  expect(stderr).toBe(
    'error[ADSYNC_DECLINED]: there is no terminal to ask for approval on; nothing was changed\n  Look at the plan first: adsync plan\n  Then run the command again with --yes, which does not ask.\n',
  );
  expect(await bench.writes()).toEqual([]);
});

test.each([
  ['yes\n', 0, 1],
  [' yes \n', 0, 1],
  ['y\n', 1, 0],
  ['no\n', 1, 0],
  ['\n', 1, 0],
  ['', 1, 0],
])('at the prompt %j ends with %i', async (typed, expected, created) => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, daily_budget: 5' }));

  const { code, stderr } = await bench.adsync(['apply'], { typed });

  expect(code).toBe(expected);
  expect(stderr).toContain('Only yes is accepted');
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(created);
});

test('Ctrl-C at the prompt ends with 130 and lets go of the lock', async () => {
  const bench = await createBench();

  const { code, stderr } = await bench.adsync(['apply'], { typed: '\u0003' });
  const next = await bench.adsync(['apply', '--yes']);

  expect(code).toBe(130);
  expect(stderr).toContain('Interrupted before anything was sent.');
  expect(next.code).toBe(0);
});

test('--json streams events, the version first and the summary last', async () => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['apply', '--yes', '--json']);

  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(code).toBe(0);
  expect(events[0]).toMatchObject({ type: 'version', format_version: '1.2' });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'change_applied', address: 'acme-us/campaigns/sale' }),
  );
  const counts = { create: 1, update: 0, replace: 0, delete: 0, adopt: 0, move: 0, forget: 0 };
  expect(events.at(-1)).toMatchObject({
    type: 'summary',
    planned: counts,
    done: counts,
    applied: 1,
    failed: 0,
    exit_code: 0,
  });
  expect(stderr).toContain('Plan: 1 to create');
});

test('--json with nothing to change still gives version and summary', async () => {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);

  const { stdout } = await bench.adsync(['apply', '--json']);

  expect(stdout.split('\n').map((line) => line.slice(0, 17))).toEqual([
    '{"type":"version"',
    '{"type":"summary"',
    '',
  ]);
});

test('what the platform refuses is shown at its line, the rest is applied, and the next apply completes', async () => {
  const bench = await createBench(
    campaigns({
      sale: `name: Sale, status: ACTIVE, daily_budget: 55, ${lineItem('status: ACTIVE, targeting: []')}`,
      other: 'name: Other, daily_budget: 5',
    }),
  );
  await bench.control('PUT', 'faults', [
    {
      method: 'POST',
      path: '/12/batch/accounts/*/line_items',
      effect: 'refuse',
      match: { name: 'Clicks' },
      code: 'INVALID_PARAMETER',
      parameter: 'name',
    },
  ]);

  const { code, stdout, stderr } = await bench.adsync(['apply', '--yes']);
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  await bench.control('PUT', 'faults', []);
  const next = await bench.adsync(['apply', '--yes']);

  expect(code).toBe(5);
  expect(stdout).toContain('✗ create   acme-us/campaigns/sale/line_items/clicks  failed:');
  expect(stdout).toContain('    at campaigns.yaml:7:');
  expect(stdout).toMatch(/^ {4}7 \| .*\n {6}\| +\^$/m);
  expect(stdout).toContain('the platform said INVALID_PARAMETER');
  expect(stdout).toMatch(/✓ create {3}acme-us\/campaigns\/other/);
  expect(stderr).toContain('error[ADSYNC_APPLY_INCOMPLETE]');
  expect(sale).toMatchObject({ entity_status: 'PAUSED' });
  expect(next.code).toBe(0);
});

test('nothing is sent against a violation', async () => {
  const bench = await createBench(
    campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55' }, 'policy: { max_daily_budget: 50 }\n'),
  );

  const refused = await bench.adsync(['apply', '--yes', '--json']);
  const agreed = await bench.adsync(['apply', '--yes', '--override', 'max_daily_budget']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toMatch(/^\{"type":"version".*\n$/);
  expect(refused.stderr).toContain('max_daily_budget  acme-us');
  expect(agreed.code).toBe(0);
});

test('while another run holds the lock apply ends with 6, or waits as long as it may', async () => {
  const bench = await createBench();
  const store = await openStore(`sqlite:${bench.folder}/.adsync/state.db`);
  const binding = { accountKey: 'acme-us', accountId: '18ce54d4x5t', host: 'loopback' };
  const start = { accounts: [binding], document: 'sha256:00', command: 'apply' as const };
  const lease = await store.acquire(start, currentHolder('another'));

  const held = await bench.adsync(['apply', '--yes']);
  let released: Promise<void> | undefined;
  const waiting = bench.adsync(['apply', '--yes', '--lock-timeout', '10s'], {
    onOutput: (text) => {
      if (text.includes('Waiting for the lock')) released ??= lease.release();
    },
  });

  expect(held.code).toBe(6);
  expect(held.stderr).toContain('error[ADSYNC_LOCK_HELD]: acme-us (account 18ce54d4x5t) is locked by');
  expect((await waiting).code).toBe(0);
  await released;
  await store.close();
});

test('Ctrl-C while waiting for the lock ends with 130', async () => {
  const bench = await createBench();
  const store = await openStore(`sqlite:${bench.folder}/.adsync/state.db`);
  const binding = { accountKey: 'acme-us', accountId: '18ce54d4x5t', host: 'loopback' };
  const start = { accounts: [binding], document: 'sha256:00', command: 'apply' as const };
  await store.acquire(start, currentHolder('another'));

  const { code } = await bench.adsync(['apply', '--yes', '--lock-timeout', '1m'], {
    onOutput: (text, press) => {
      if (text.endsWith('Z\n')) press();
    },
  });

  expect(code).toBe(130);
  await store.close();
});

test('an outcome that reading cannot tell ends with 7', async () => {
  const bench = await createBench();
  const twin = {
    account_id: '18ce54d4x5t',
    funding_instrument_id: 'hxtet',
    name: 'Sale',
    entity_status: 'PAUSED',
  };
  await bench.control('POST', 'seed', {
    campaigns: [
      { ...twin, id: 'twin1' },
      { ...twin, id: 'twin2' },
    ],
  });
  const params = { name: 'Sale', funding_instrument_id: 'hxtet', entity_status: 'PAUSED' };
  const address = 'acme-us/campaigns/sale';
  const store = await openStore(`sqlite:${bench.folder}/.adsync/state.db`);
  const binding = { accountKey: 'acme-us', accountId: '18ce54d4x5t', host: 'loopback' };
  const lease = await store.acquire(
    { accounts: [binding], document: 'sha256:00', command: 'apply' },
    currentHolder('crashed'),
  );
  const entry = {
    address,
    kind: 'campaign',
    accountKey: 'acme-us',
    accountId: '18ce54d4x5t',
    id: '',
    origin: 'created' as const,
    declared: params,
    answered: params,
    file: 'campaigns.yaml',
    preventDestroy: false,
  };
  await lease.recordIntent({
    run: 'crashed',
    accountId: '18ce54d4x5t',
    step: 1,
    method: 'POST',
    path: '/12/accounts/18ce54d4x5t/campaigns',
    at: Date.now() - 120_000,
    timeoutMs: 1000,
    operations: [
      { operation: 1, type: 'Create', address, kind: 'campaign', id: null, params, known: [], entry },
    ],
  });
  await lease.release();
  await store.close();

  const planned = await bench.adsync(['plan']);
  const { code, stderr } = await bench.adsync(['apply', '--yes']);

  expect(planned.stdout).toContain('acme-us/campaigns/sale  still unknown');
  expect(code).toBe(7);
  expect(stderr).toContain('error[ADSYNC_OUTCOME_UNKNOWN]');
  expect(stderr).toMatch(/twin1.*twin2/);
  expect(await bench.writes()).toEqual([]);
});

test('Ctrl-C finishes what is in flight, says what is left, and the next apply goes on', async () => {
  const bench = await createBench(campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55' }));
  await bench.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'delay', ms: 300 }]);

  const run = bench.adsync(['apply', '--yes'], {
    onOutput: (text, press) => {
      if (text.endsWith('requests.\n')) setTimeout(press, 150);
    },
  });
  const { code, stderr } = await run;
  await bench.control('PUT', 'faults', []);
  const next = await bench.adsync(['apply', '--yes']);

  expect(code).toBe(130);
  expect(stderr).toContain('Interrupted: finishing what is in flight');
  expect(stderr).toContain('1 of 1 changes is left:\n  acme-us/campaigns/sale');
  expect(bench.ended).toEqual([]);
  expect(next.code).toBe(0);
  expect((await bench.records('campaigns')).filter(({ name }) => name === 'Sale')).toHaveLength(1);
});

test('the second Ctrl-C stops at once', async () => {
  const bench = await createBench();

  await bench.adsync(['apply', '--yes'], {
    onOutput: (text, press) => {
      if (!text.endsWith('requests.\n')) return;
      press();
      press();
    },
  });

  expect(bench.ended).toEqual([130]);
});

test('destroy deletes what adsync owns and lets the rest be', async () => {
  const bench = await createBench(
    campaigns({ sale: `name: Sale, daily_budget: 5, ${lineItem('status: PAUSED')}` }),
  );
  await bench.adsync(['apply', '--yes']);

  const planned = await bench.adsync(['plan', '--destroy', '--detailed-exitcode']);
  const unasked = await bench.adsync(['destroy']);
  const { code } = await bench.adsync(['destroy', '--yes']);

  expect(planned.code).toBe(2);
  expect(planned.stdout).toContain('- delete, cannot be undone');
  expect(unasked.code).toBe(1);
  expect(code).toBe(0);
  expect((await bench.records('campaigns')).map(({ name }) => name)).not.toContain('Sale');
  expect((await bench.adsync(['state', 'list'])).stdout).not.toContain('sale');
});

test('an account that is gone from the document is forgotten where it says so', async () => {
  const uk =
    '  acme-uk: { id: 18ce5uk0000, campaigns: { tea: { name: Tea, daily_budget: 5, funding_instrument: { id: hxuk1 } } } }\n';
  const bench = await createBench(campaigns() + uk);
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', `${campaigns()}removed: [{ from: acme-uk, destroy: false }]\n`);

  const { code, stdout } = await bench.adsync(['apply', '--yes']);
  const state = await bench.adsync(['state', 'list']);
  const next = await bench.adsync(['plan', '--detailed-exitcode']);

  expect(code).toBe(0);
  expect(stdout).toContain('forget, stays on the platform');
  expect(state.stdout).not.toContain('acme-uk');
  expect(next.code).toBe(0);
  expect((await bench.records('campaigns')).map(({ name }) => name)).toContain('Tea');
});

test('a wait that the platform asks for is visible, in words and as an event', async () => {
  const bench = await createBench();
  const busy = [
    {
      method: 'GET',
      path: '/12/accounts/*/campaigns',
      nth: [1],
      effect: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
    },
  ];
  await bench.control('PUT', 'faults', busy);
  const words = await bench.adsync(['plan']);
  await bench.control('PUT', 'faults', busy);
  const events = await bench.adsync(['apply', '--yes', '--json']);

  expect(words.code).toBe(0);
  expect(words.stderr).toMatch(
    /^Waiting until \d\d:\d\d:\d\d UTC: the platform allows no more requests for now \(.*campaigns\)\n$/,
  );
  expect(events.code).toBe(0);
  expect(events.stdout).toMatch(/^\{"type":"version".*\n\{"type":"waiting","reason":"the platform allows/);
});
