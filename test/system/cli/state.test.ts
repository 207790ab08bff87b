import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Intent } from '../../../src/schemas/state-entry.ts';
import { currentHolder } from '../../../src/state/holder.ts';
import { openStore } from '../../../src/state/open-store.ts';
import type { Lease, StateStore } from '../../../src/state/store.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const two = campaigns({
  sale: 'name: Sale, status: ACTIVE, daily_budget: 55.00, line_items: { clicks: { name: Clicks, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_amount: 1.20, bid_strategy: MAX, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z } }',
  news: 'name: News, daily_budget: 5',
});

async function appliedBench(document = two): Promise<Bench> {
  const bench = await createBench(document);
  const { code, stderr } = await bench.adsync(['apply', '--yes']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return bench;
}

async function withStore<T>(bench: Bench, work: (store: StateStore) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${join(bench.folder, '.adsync/state.db')}`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Holds the lock of the account while the work is done, as a run on another machine would. */
async function locked<T>(bench: Bench, work: (lease: Lease) => Promise<T>): Promise<T> {
  return await withStore(bench, async (store) => {
    const holder = { ...currentHolder('other'), user: 'ann', machine: 'build-7', pid: 4711, bootId: '' };
    const { bindings } = await store.read();
    const lease = await store.acquire({ accounts: bindings, document: '', command: 'apply' }, holder);
    try {
      return await work(lease);
    } finally {
      await lease.release();
    }
  });
}

async function addresses(bench: Bench): Promise<readonly string[]> {
  const { entries } = await withStore(bench, async (store) => await store.read());
  return entries.map(({ address }) => address);
}

describe('state mv', () => {
  test('moves an address and all beneath it, and the plan with the new key is empty', async () => {
    const bench = await appliedBench();

    const moved = await bench.adsync(['state', 'mv', 'acme-us/campaigns/sale', 'acme-us/campaigns/spring']);
    await bench.write('campaigns.yaml', two.replace('      sale:', '      spring:'));
    const planned = await bench.adsync(['plan', '--detailed-exitcode']);

    expect(moved).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'acme-us/campaigns/sale → acme-us/campaigns/spring\n' +
        'acme-us/campaigns/sale/line_items/clicks → acme-us/campaigns/spring/line_items/clicks\n',
    });
    expect(planned.code).toBe(0);
  });

  test.each([
    ['acme-us/campaigns/nothing', 'acme-us/campaigns/x', 'nothing has the address acme-us/campaigns/nothing'],
    [
      'acme-us/campaigns/sale',
      'acme-us/campaigns/news',
      'the state knows something at the new address already',
    ],
    ['acme-us/campaigns/sale', 'acme-uk/campaigns/sale', 'entries move within their account only'],
    ['acme-us/campaigns', 'acme-us/cards', 'acme-us/cards is no address'],
    ['acme-us/campaigns/sale', 'acme-us/campaigns/Sale!', 'is no address'],
    ['acme-us/campaigns/sale', 'acme-us/campaigns/sale', 'the new address must not stand at or beneath'],
    [
      'acme-us/campaigns/sale',
      'acme-us/campaigns/news/line_items/sale',
      'is the address of a line item, not of a campaign',
    ],
  ])('%s to %s is refused, and nothing changes', async (from, to, reason) => {
    const bench = await appliedBench();
    const before = await addresses(bench);

    const { code, stderr } = await bench.adsync(['state', 'mv', from, to]);

    expect(code).toBe(1);
    expect(stderr).toContain(reason);
    expect(await addresses(bench)).toEqual(before);
  });
});

describe('state rm', () => {
  test('forgets what stands at and beneath the addresses, and leaves the platform alone', async () => {
    const bench = await appliedBench();
    const writes = await bench.writes();

    const gone = await bench.adsync(['state', 'rm', 'acme-us/campaigns/sale', '--yes']);
    const planned = await bench.adsync(['plan']);

    expect(gone.code).toBe(0);
    expect(gone.stdout).toMatch(/^acme-us\/campaigns\/sale +campaign +\w+\n/);
    expect(gone.stdout).toMatch(/\nForgotten: 2 resources\.\n$/);
    expect(await addresses(bench)).toEqual(['acme-us/campaigns/news']);
    expect(await bench.writes()).toEqual(writes);
    expect(planned.code).toBe(4);
    expect(planned.stderr + planned.stdout).toContain('--adopt acme-us/campaigns/sale');
  });

  test.each([
    ['no', 1],
    [undefined, 1],
    ['yes', 0],
  ])('asks first: the answer %s', async (answer, code) => {
    const bench = await appliedBench();

    const ran = await bench.adsync(
      ['state', 'rm', 'acme-us/campaigns/news', 'acme-us/campaigns/sale'],
      answer === undefined ? {} : { typed: `${answer}\n` },
    );

    expect(ran.code).toBe(code);
    if (code === 1) expect(ran.stderr).toMatch(/error\[ADSYNC_DECLINED\].*; nothing was changed/);
    expect(await addresses(bench)).toHaveLength(code === 0 ? 0 : 3);
    expect(await withStore(bench, async (store) => await store.locks())).toEqual([]);
  });
});

test.each([
  [['state', 'mv', 'acme-us/campaigns/sale', 'acme-us/campaigns/spring']],
  [['state', 'rm', 'acme-us/campaigns/sale', '--yes']],
])('%j waits for its turn: while another run works it exits 6', async (argv) => {
  const bench = await appliedBench();

  const { code, stderr } = await locked(bench, async () => await bench.adsync(argv));

  expect(code).toBe(6);
  expect(stderr).toContain('is locked by ann on build-7, process 4711, since ');
  expect(await addresses(bench)).toHaveLength(3);
});

describe('state unlock', () => {
  test('says so where nobody holds a lock', async () => {
    const bench = await appliedBench();

    expect(await bench.adsync(['state', 'unlock'])).toEqual({
      code: 0,
      stdout: 'No account is locked.\n',
      stderr: '',
    });
  });

  test('shows who holds it, asks, and the old holder can record nothing more', async () => {
    const bench = await appliedBench();
    const refused = await locked(bench, async (lease) => {
      const declined = await bench.adsync(['state', 'unlock']);
      await lease.renew();
      const broken = await bench.adsync(['state', 'unlock', '--yes']);
      const planned = await bench.adsync(['apply', '--yes']);

      expect(declined.code).toBe(1);
      expect(broken.code).toBe(0);
      expect(broken.stdout).toMatch(
        /^acme-us \(account 18ce54d4x5t\) is locked by ann on build-7, process 4711\n {2}since \S+Z; the lease runs out, unless renewed, at \S+Z\n {2}whether the process still runs cannot be seen from here\nUnlocked: acme-us/,
      );
      expect(planned.code).toBe(0);
      return await lease.recordIntent(createIntent('x')).catch((error: unknown) => error);
    });

    expect(refused).toMatchObject({ code: 'ADSYNC_LEASE_LOST' });
    const { stdout } = await bench.adsync(['state', 'history']);
    expect(stdout).toContain('unlock');
    expect(stdout).toContain('held by ann@build-7, process 4711');
  });
});

const accountFacts =
  'address    acme-us\nkind       account\nid         18ce54d4x5t\nplatform   loopback \\(sandbox [0-9a-f-]+\\)\norigin     external: adsync neither made it nor deletes it\nresources  1 in the state\n';

describe('state show of an account', () => {
  test.each([
    ['that only holds campaigns', campaigns(), accountFacts],
    [
      'with settings and a policy',
      campaigns(undefined, 'policy: { max_bid: 3.00 }\n').replace(
        '    funding',
        '    name: ACME\n    funding',
      ),
      `${accountFacts}file       campaigns\\.yaml\nlast applied\n  name  ACME\npolicy of the last apply\n  max_bid  3.00\n`,
    ],
  ])('%s', async (_name, document, expected) => {
    const bench = await appliedBench(document);

    const byKey = await bench.adsync(['state', 'show', 'acme-us']);
    const byId = await bench.adsync(['state', 'show', '18ce54d4x5t']);
    const json = await bench.adsync(['state', 'show', 'acme-us', '--json']);

    expect(byKey).toMatchObject({ code: 0, stderr: '' });
    expect(byKey.stdout).toMatch(new RegExp(`^${expected}$`));
    expect(byId).toEqual(byKey);
    expect(JSON.parse(json.stdout)).toMatchObject({
      address: 'acme-us',
      kind: 'account',
      id: '18ce54d4x5t',
      origin: 'external',
      host: 'loopback',
      resources: 1,
      stops: [],
    });
  });

  test('names the stop that stands over it', async () => {
    const bench = await appliedBench(campaigns());
    await bench.adsync(['stop', '--reason', 'the price is wrong', '--yes']);

    const { stdout } = await bench.adsync(['state', 'show', 'acme-us']);

    expect(stdout).toMatch(/^stopped {4}by the stop \w+ of .* by .* \("the price is wrong"\)$/m);
  });

  test('of another account than the run is limited to is not shown', async () => {
    const bench = await appliedBench(campaigns());

    const other = await bench.adsync(['state', 'show', 'acme-us', '--account', '18ce5uk0000']);
    const wrong = await bench.adsync(['state', 'show', 'acme-u']);

    expect(other.stderr).toContain('error[ADSYNC_ADDRESS_UNKNOWN]: nothing has the address acme-us');
    expect(wrong.stderr).toContain('Did you mean acme-us?');
  });
});

test('the history says who did what, from which document, and what was agreed to', async () => {
  const bench = await appliedBench();
  await bench.adsync(['state', 'rm', 'acme-us/campaigns/news', '--yes']);
  await bench.adsync(['apply', '--yes', '--adopt', 'acme-us/campaigns/news']);

  const all = await bench.adsync(['state', 'history']);
  const some = await bench.adsync(['state', 'history', 'acme-us/campaigns/news', '--json']);

  const { user } = currentHolder('x');
  const who = `by ${user}@${hostname()}, process ${process.pid}`;
  expect(all.code).toBe(0);
  expect(all.stdout).toMatch(
    new RegExp(
      String.raw`^20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ {2}apply of acme-us \(18ce54d4x5t\) ${who}\n {2}document sha256:[0-9a-f]{64}\n`,
    ),
  );
  expect(all.stdout).toMatch(/^ {2}create +acme-us\/campaigns\/sale +applied +.*daily_budget/m);
  expect(all.stdout).toMatch(/^ {2}forget {2}acme-us\/campaigns\/news$/m);
  expect(all.stdout).toMatch(/^ {2}agreed to --adopt acme-us\/campaigns\/news$/m);
  expect(all.stdout).not.toContain('55.00');
  const runs: unknown = JSON.parse(some.stdout);
  expect(some.stdout).toMatch(/"document": "sha256:[0-9a-f]{64}"/);
  expect(runs).toMatchObject([
    {
      command: 'apply',
      user,
      account_key: 'acme-us',
      changes: [
        { address: 'acme-us/campaigns/news', action: 'create', kind: 'campaign', outcome: 'applied' },
      ],
    },
    { command: 'state', document: null, changes: [{ action: 'forget', outcome: 'recorded' }] },
    {
      command: 'apply',
      consents: [{ consent: 'adopt', address: 'acme-us/campaigns/news' }],
      changes: [{ action: 'adopt', address: 'acme-us/campaigns/news', outcome: 'recorded' }],
    },
  ]);
});

test('the history says what ended a run that changed nothing, and a consent with its account alone', async () => {
  const uk = '  acme-uk:\n    id: 18ce5uk0000\n    campaigns: {}\n';
  const bench = await appliedBench();
  await bench.write('campaigns.yaml', `${await bench.read('campaigns.yaml')}${uk}`);
  await bench.adsync(['state', 'rm', 'acme-us/campaigns/news', '--yes']);

  expect((await bench.adsync(['apply', '--yes'])).code).toBe(4);
  expect((await bench.adsync(['apply', '--yes', '--adopt', 'acme-us/campaigns/news'])).code).toBe(0);

  const { stdout } = await bench.adsync(['state', 'history']);
  expect(stdout).toContain(
    '  changed nothing\n  ended early: the plan is refused (adopt); nothing was sent\n',
  );
  expect(stdout.match(/agreed to --adopt/g)).toHaveLength(1);
  const [of] = /apply of (?:(?!apply of).)*agreed to/s.exec(stdout) ?? [];
  expect(of).toContain('apply of acme-us ');
});

test('an empty history', async () => {
  const bench = await createBench();

  expect(await bench.adsync(['state', 'history'])).toMatchObject({
    code: 0,
    stdout: 'The history is empty.\n',
  });
  expect(readdirSync(bench.folder)).toEqual(['campaigns.yaml']);
});

/** A request that creates campaigns, of which nothing is known. */
function createIntent(...keys: readonly string[]): Intent {
  return {
    run: 'other',
    accountId: '18ce54d4x5t',
    step: 1,
    method: 'POST',
    path: '/12/batch/accounts/18ce54d4x5t/campaigns',
    at: Date.parse('2026-11-20T10:00:00Z'),
    timeoutMs: 30_000,
    operations: keys.map((key, index) => {
      const params = {
        name: key,
        funding_instrument_id: 'hxtet',
        daily_budget_amount_local_micro: 5_000_000,
        entity_status: 'PAUSED',
        budget_optimization: 'CAMPAIGN',
      };
      const entry = {
        address: `acme-us/campaigns/${key}`,
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
      return {
        operation: index + 1,
        type: 'Create',
        address: entry.address,
        kind: 'campaign',
        id: null,
        params,
        known: [],
        entry,
      };
    }),
  };
}

const twins = campaigns({
  one: 'name: one, daily_budget: 5, status: PAUSED',
  other: 'name: other, daily_budget: 5, status: PAUSED',
});

/** An open request for two campaigns; of the first there are two on the platform, so that nobody can tell. */
async function doubtfulBench(): Promise<Bench> {
  const bench = await createBench(twins);
  await withStore(bench, async (store) => {
    const account = { accountKey: 'acme-us', accountId: '18ce54d4x5t', host: 'loopback' };
    const lease = await store.acquire(
      { accounts: [account], document: '', command: 'apply' },
      currentHolder('killed'),
    );
    await lease.recordIntent(createIntent('one', 'other'));
    await lease.release();
  });
  const record = {
    account_id: '18ce54d4x5t',
    funding_instrument_id: 'hxtet',
    entity_status: 'PAUSED',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 5_000_000,
  };
  await bench.control('POST', 'seed', {
    campaigns: [
      { ...record, id: 'one1', name: 'one' },
      { ...record, id: 'one2', name: 'one' },
      { ...record, id: 'oth1', name: 'other' },
    ],
  });
  const before = { updated_at: '2026-02-03T04:05:06Z' };
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: '8zva0', set: before }]);
  return bench;
}

describe('state resolve', () => {
  test('takes the id that the user names, finds the rest of the request, and the plan is empty', async () => {
    const bench = await doubtfulBench();
    const stuck = await bench.adsync(['apply', '--yes']);

    const resolved = await bench.adsync(['state', 'resolve', 'acme-us/campaigns/one', '--id', 'one2']);
    const planned = await bench.adsync(['plan', '--detailed-exitcode']);

    expect(stuck.code).toBe(7);
    expect(resolved).toMatchObject({ code: 0, stderr: '' });
    expect(resolved.stdout).toBe(
      'acme-us/campaigns/one: create took effect, one2\nacme-us/campaigns/other: create took effect, oth1\nRecorded. Run `adsync plan` to see what is left to do.\n',
    );
    expect(planned.code).toBe(0);
    const { entries, openIntents } = await withStore(bench, async (store) => await store.read());
    expect(openIntents).toEqual([]);
    expect(entries.map(({ address, id }) => [address, id])).toEqual([
      ['acme-us/campaigns/one', 'one2'],
      ['acme-us/campaigns/other', 'oth1'],
    ]);
    const { stdout } = await bench.adsync(['state', 'history']);
    expect(stdout).toMatch(
      /create {2}acme-us\/campaigns\/one +took effect, found by reading +.*said by the user/,
    );
  });

  test('records that it did not take effect, and the next apply creates', async () => {
    const bench = await doubtfulBench();

    const resolved = await bench.adsync(['state', 'resolve', 'acme-us/campaigns/other', '--absent'], {
      env: { ADSYNC_CONSUMER_KEY: undefined },
    });

    expect(resolved).toMatchObject({ code: 0, stderr: '' });
    expect(resolved.stdout).toContain('acme-us/campaigns/one: create did not take effect\n');
    expect(await withStore(bench, async (store) => await store.read())).toMatchObject({
      entries: [],
      openIntents: [],
    });
  });

  test.each<[readonly string[], number, string]>([
    [['acme-us/campaigns/one'], 1, 'one of --id and --absent is needed'],
    [['acme-us/campaigns/one', '--id', 'one1', '--absent'], 1, 'one of --id and --absent is needed'],
    [['acme-us/campaigns/won', '--absent'], 1, 'no request is open about acme-us/campaigns/won'],
    [['acme-us/campaigns/one', '--id', 'one9'], 1, 'the account has no campaign one9'],
    [['acme-us/campaigns/one', '--id', '8zva0'], 1, 'was there before the request was sent'],
    [['acme-us/campaigns/other', '--id', 'oth1'], 7, '--id acme-us/campaigns/one=one1'],
    [['acme-us/campaigns/one', '--id', 'acme-us/campaigns/x=one1'], 1, 'was not part of the same request'],
  ])('%j is refused with exit code %i, and the request stays open', async (argv, expected, reason) => {
    const bench = await doubtfulBench();

    const { code, stderr } = await bench.adsync(['state', 'resolve', ...argv]);

    expect(code).toBe(expected);
    expect(stderr).toContain(reason);
    const { openIntents } = await withStore(bench, async (store) => await store.read());
    expect(openIntents).toHaveLength(1);
  });

  test('takes what was sent for what was last applied, so that what somebody changed since is drift', async () => {
    const bench = await doubtfulBench();
    await bench.control('POST', 'mutate', [
      { collection: 'campaigns', id: 'one2', set: { daily_budget_amount_local_micro: 500_000_000 } },
    ]);

    const resolved = await bench.adsync(['state', 'resolve', 'acme-us/campaigns/one', '--id', 'one2']);
    const planned = await bench.adsync(['plan', '--detailed-exitcode']);

    expect(resolved.code).toBe(0);
    expect(planned.code).toBe(2);
    expect(planned.stdout).toMatch(/daily_budget +500\.00 → 5\.00 USD\/day +-99 % +drift/);
  });

  test('every record can be named', async () => {
    const bench = await doubtfulBench();

    const { code, stdout } = await bench.adsync([
      'state',
      'resolve',
      'acme-us/campaigns/other',
      '--id',
      'oth1',
      '--id',
      'acme-us/campaigns/one=one1',
    ]);

    expect(code).toBe(0);
    expect(stdout).toContain('acme-us/campaigns/one: create took effect, one1\n');
  });

  test('an address with an open request is neither moved nor forgotten', async () => {
    const bench = await doubtfulBench();
    await bench.adsync(['state', 'resolve', 'acme-us/campaigns/one', '--id', 'one2']);
    await locked(bench, async (lease) => await lease.recordIntent(createIntent('one')));

    const moved = await bench.adsync(['state', 'mv', 'acme-us/campaigns/one', 'acme-us/campaigns/two']);
    const gone = await bench.adsync(['state', 'rm', 'acme-us/campaigns/one', '--yes']);

    expect([moved.code, gone.code]).toEqual([7, 7]);
    expect(gone.stderr).toContain('adsync state resolve');
  });
});

describe('state rebuild', () => {
  test('finds everything again in a state that is lost, and the plan is empty', async () => {
    const bench = await appliedBench();
    const before = await addresses(bench);
    const env = { ADSYNC_STATE: 'sqlite:new.db' };

    const rebuilt = await bench.adsync(['state', 'rebuild', '--yes'], { env });
    const planned = await bench.adsync(['plan', '--detailed-exitcode'], { env });
    const listed = await bench.adsync(['state', 'list', '--json'], { env });

    expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
    expect(rebuilt.stdout).toMatch(/^acme-us\/campaigns\/news +campaign +\w+\n/m);
    expect(rebuilt.stdout).toContain('Recorded: 3 resources.');
    expect(planned.code).toBe(0);
    expect(JSON.parse(listed.stdout)).toMatchObject(
      before.map((address) => ({ address, origin: 'adopted' })),
    );
  });

  test('keeps what the state knows, and finds the rest', async () => {
    const bench = await appliedBench();
    await bench.adsync(['state', 'rm', 'acme-us/campaigns/sale', '--yes']);

    const { code, stdout } = await bench.adsync(['state', 'rebuild', '--yes']);
    const again = await bench.adsync(['state', 'rebuild']);

    expect(code).toBe(0);
    expect(stdout).not.toContain('news');
    expect(stdout).toContain('Recorded: 2 resources.');
    expect(again.stdout).toBe('Nothing that the state does not know was found.\n');
    expect(await addresses(bench)).toHaveLength(3);
  });

  test('lists what several records fit with what chooses, and what is not there', async () => {
    const bench = await doubtfulBench();
    const env = { ADSYNC_STATE: 'sqlite:new.db' };
    await bench.write('campaigns.yaml', twins.replace('name: other', 'name: third'));

    const first = await bench.adsync(['state', 'rebuild', '--yes'], { env });
    const chosen = await bench.adsync(
      ['state', 'rebuild', '--yes', '--adopt', 'acme-us/campaigns/one=one2'],
      { env },
    );

    expect(first.stdout).toContain(
      'Still ambiguous:\n  acme-us/campaigns/one: 2 live campaigns have this name',
    );
    expect(first.stdout).toContain(
      '--adopt acme-us/campaigns/one=one1 or --adopt acme-us/campaigns/one=one2',
    );
    expect(first.stdout).toContain(
      'Nothing on the platform that is not managed already fits:\n  acme-us/campaigns/other\n',
    );
    expect(chosen.stdout).toMatch(/^acme-us\/campaigns\/one +campaign +one2\n/);
    expect(chosen.stdout).toContain('Recorded: 1 resource.');
  });

  test.each([
    [
      'takes consent to be raised again',
      '',
      {
        listed: `nobody can tell who changed what, and when; so plan and drift will show these values as changed outside adsync:
  acme-us/campaigns/sale
    status: PAUSED on the platform, ACTIVE in the document
    daily_budget: 40.00 USD/day on the platform, 55.00 USD/day in the document
`,
        code: 4,
        told: '--undo-drift acme-us/campaigns/sale',
      },
    ],
    [
      'stays so where the document ignores that',
      ', lifecycle: { ignore_changes: [status, daily_budget] }',
      { listed: undefined, code: 0, told: 'Nothing to change' },
    ],
  ])('what people lowered before it %s', async (_, handling, expected) => {
    const document = campaigns({ sale: `name: Sale, status: ACTIVE, daily_budget: 55.00${handling}` });
    const bench = await appliedBench(document);
    const record = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
    const set = { entity_status: 'PAUSED', daily_budget_amount_local_micro: 40_000_000 };
    await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: record?.['id'], set }]);
    const env = { ADSYNC_STATE: 'sqlite:new.db' };
    const rebuilt = await bench.adsync(['state', 'rebuild', '--yes'], { env });

    const { code, stdout } = await bench.adsync(['apply', '--yes'], { env });

    expect(rebuilt.code).toBe(0);
    if (expected.listed === undefined) expect(rebuilt.stdout).not.toContain('on the platform,');
    else expect(rebuilt.stdout).toContain(expected.listed);
    expect([code, stdout]).toEqual([expected.code, expect.stringContaining(expected.told)]);
  });

  test('sets a damaged state aside once the user agrees, and never deletes it', async () => {
    const bench = await appliedBench();
    const before = await addresses(bench);
    const path = join(bench.folder, '.adsync/state.db');
    writeFileSync(path, 'not a database '.repeat(100));
    const files = () => readdirSync(join(bench.folder, '.adsync'));

    const refused = await bench.adsync(['apply', '--yes']);
    const declined = await bench.adsync(['state', 'rebuild'], { typed: 'no\n' });
    const untouched = files();
    const rebuilt = await bench.adsync(['state', 'rebuild'], { typed: 'yes\n' });
    const planned = await bench.adsync(['plan', '--detailed-exitcode']);

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('adsync state rebuild');
    expect([declined.code, untouched]).toEqual([1, ['state.db']]);
    expect(rebuilt.code).toBe(0);
    expect(rebuilt.stdout).toContain('is not a database');
    const aside = files().find((name) => name.startsWith('state.db.damaged-')) ?? '';
    expect(rebuilt.stdout).toContain(aside);
    expect(await bench.read(join('.adsync', aside))).toMatch(/^not a database/);
    expect(await addresses(bench)).toEqual(before);
    expect(planned.code).toBe(0);
  });

  test('does not set aside what is only out of reach', async () => {
    const bench = await createBench();

    const { code, stderr } = await bench.adsync(['state', 'rebuild', '--yes'], {
      env: { ADSYNC_STATE: 'sqlite:.' },
    });

    expect(code).toBe(1);
    expect(stderr).toContain('is a folder');
  });
});

describe('state copy', () => {
  test('says what it copied, and the copy serves the next run', async () => {
    const bench = await appliedBench();

    const copied = await bench.adsync(['state', 'copy', 'sqlite:.adsync/state.db', 'sqlite:team/state.db']);
    const planned = await bench.adsync(['plan', '--detailed-exitcode', '--state', 'sqlite:team/state.db']);
    const again = await bench.adsync(['state', 'copy', 'sqlite:.adsync/state.db', 'sqlite:team/state.db']);

    expect(copied).toMatchObject({ code: 0, stderr: '' });
    expect(copied.stdout).toMatch(
      /^Copied 3 resources, 1 account, 0 open requests, 0 audience members, \d+ records of history\n {2}from sqlite:.*state\.db\n {2}to {3}sqlite:.*team\/state\.db\n/,
    );
    expect(planned.code).toBe(0);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('holds something already');
  });

  test('while another run works it exits 6', async () => {
    const bench = await appliedBench();

    const { code } = await locked(bench, async () =>
      bench.adsync(['state', 'copy', 'sqlite:.adsync/state.db', 'sqlite:new.db']),
    );

    expect(code).toBe(6);
  });
});
