import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/runs/system-clock.ts';
import { type Bench, campaigns, createBench } from '../cli/harness.ts';

const gb = '18ce5uk0000';
/** How late the sandbox's lists are is counted in real time. */
const inRealTime = { clock: systemClock };
const active = {
  c1: 'name: C1, status: ACTIVE, daily_budget: 5',
  c2: 'name: C2, status: ACTIVE, daily_budget: 7',
};

async function statuses(bench: Bench): Promise<Readonly<Record<string, unknown>>> {
  const all = await bench.records('campaigns');
  const named = all.filter(({ name }) => /^[CG]\d/.test(String(name)));
  return Object.fromEntries(named.map(({ name, entity_status: status }) => [String(name), status]));
}

async function applied(document = campaigns(active)): Promise<Bench> {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

/** Campaigns in two accounts. */
function twoAccounts(): string {
  return `${campaigns(active)}  acme-gb:
    id: ${gb}
    funding_instruments: { credit: { id: hxgb1 } }
    campaigns: { g1: { name: G1, funding_instrument: credit, status: ACTIVE, daily_budget: 9 } }
`;
}

async function inTwoAccounts(): Promise<Bench> {
  const bench = await createBench(twoAccounts());
  await bench.control('POST', 'seed', {
    funding_instruments: [{ id: 'hxgb1', account_id: gb, currency: 'GBP' }],
  });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

/** A line item that reaches everybody, with a budget of its own. */
function lineItem(key: string): string {
  const what = `name: ${key}, objective: ENGAGEMENTS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER]`;
  const flight = 'start_time: 2026-11-01T00:00:00Z, end_time: 2036-12-31T00:00:00Z';
  return `{ ${key}: { ${what}, ${flight}, status: ACTIVE, daily_budget: 5, targeting: [] } }`;
}

const stop = ['stop', '--reason', 'now', '--yes'] as const;
const later = { advance_seconds: 60 };

describe('a stop', () => {
  test('right after an apply waits for lists that are late', async () => {
    const bench = await applied(campaigns({ c1: 'name: C1, status: PAUSED, daily_budget: 5' }));
    await bench.write('campaigns.yaml', campaigns({ c1: active.c1, c2: active.c2 }));
    await bench.control('PUT', 'faults', [{ method: 'GET', path: '/12/**', effect: 'stale', ms: 2000 }]);
    expect(await bench.adsync(['apply', '--yes'], inRealTime)).toMatchObject({ code: 0 });
    const { code } = await bench.adsync(stop, inRealTime);
    expect({ code, ...(await statuses(bench)) }).toEqual({ code: 0, C1: 'PAUSED', C2: 'PAUSED' });

    // A resume is followed by late lists too, and so is a stop.
    expect(await bench.adsync(['resume', '--yes'], inRealTime)).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });
    expect(await bench.adsync(stop, inRealTime)).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED' });
  }, 60_000);

  test('of an account that cannot be read stands, and holds up no other', async () => {
    const bench = await inTwoAccounts();
    await bench.control('PUT', 'faults', [
      { method: 'GET', path: `/12/accounts/${gb}/**`, effect: 'status', status: 403 },
    ]);
    const { code, stdout } = await bench.adsync(stop);
    expect(code).toBe(5);
    expect(stdout).toContain('acme-us (18ce54d4x5t): 2 campaigns paused. The stop ');
    expect(stdout).toContain('acme-gb (18ce5uk0000): nothing could be paused. What ended it: ');
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED', G1: 'ACTIVE' });

    // The end of the stop holds up no other account either, and keeps that of this one.
    const resumed = await bench.adsync(['resume', '--yes']);
    expect(resumed.code).toBe(5);
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE', G1: 'ACTIVE' });
    await bench.control('PUT', 'faults', []);
    const again = await bench.adsync(['resume', '--yes']);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(
      'acme-gb (18ce5uk0000): nothing had to be switched on. The stop has ended.',
    );
  });

  test('of an account that gives no answer holds up no other', async () => {
    const bench = await inTwoAccounts();
    await bench.control('PUT', 'faults', [{ method: 'GET', path: `/12/accounts/${gb}/**`, effect: 'hold' }]);
    const running = bench.adsync(stop);
    await expect
      .poll(async () => await statuses(bench), { timeout: 10_000 })
      .toEqual({ C1: 'PAUSED', C2: 'PAUSED', G1: 'ACTIVE' });
    await bench.control('PUT', 'faults', []);
    await bench.control('POST', 'release');
    expect(await running).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED', G1: 'PAUSED' });
  });

  test('by a pattern stands in the accounts that the pattern can mean, and no other', async () => {
    const bench = await inTwoAccounts();
    const { stdout } = await bench.adsync(['stop', 'acme-us/**', '--reason', 'now', '--yes']);
    expect(stdout).not.toContain('acme-gb');
    expect((await bench.adsync(['state', 'list'])).code).toBe(0);
    expect((await bench.adsync(['plan', '--account', 'acme-gb'])).stdout).not.toContain('A stop stands');
  });

  test('holds what it paused under another address too', async () => {
    const bench = await applied();
    expect(await bench.adsync(['stop', 'acme-us/campaigns/c*', '--reason', 'now', '--yes'])).toMatchObject({
      code: 0,
    });
    const moved = 'moved: [{ from: acme-us/campaigns/c*, to: acme-us/campaigns/k* }]\n';
    await bench.write('campaigns.yaml', campaigns({ k1: active.c1, k2: active.c2 }, moved));
    expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 4 });
    expect(await bench.adsync(['apply', '--yes', '--target', 'acme-us/campaigns/k1'])).toMatchObject({
      code: 4,
    });
    expect(await bench.adsync(['state', 'mv', 'acme-us/campaigns/c1', 'acme-us/campaigns/k1'])).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await bench.adsync(['apply', '--yes', '--target', 'acme-us/campaigns/k1'])).toMatchObject({
      code: 4,
    });
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED' });
    expect(await bench.adsync(['resume', '--yes'])).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });
  });

  test('that is given while a resume goes on stands, and everything is paused', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'faults', [
      { method: 'POST', path: '/12/batch/**', effect: 'delay', ms: 700, nth: [1] },
    ]);
    const before = (await bench.requests()).length;
    const resuming = bench.adsync(['resume', '--yes']);
    await expect
      .poll(async () =>
        (await bench.requests()).slice(before).some((each) => each.startsWith('POST /12/batch')),
      )
      .toBe(true);
    const stopped = await bench.adsync(['stop', '--reason', 'two', '--yes']);
    await resuming;
    expect(stopped.code).toBe(0);
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED' });
    expect((await bench.adsync(['plan'])).stdout).toContain('"two"');
    expect(await bench.adsync(['resume', '--yes'])).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });
  }, 90_000);
});

describe('beneath a stop', () => {
  test('a budget is lowered without switching anything on, and resume does that', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c1: 'name: C1, status: ACTIVE, daily_budget: 1' }),
    );
    const refused = await bench.adsync(['apply', '--yes']);
    expect(refused.code).toBe(4);
    // The stop paused it, and nobody else.
    expect(refused.stdout + refused.stderr).not.toContain('undo_drift');
    expect(refused.stdout + refused.stderr).toContain(
      '--keep-stopped leaves PAUSED what the stop has paused',
    );

    expect(await bench.adsync(['plan', '--keep-stopped', '-o', 'plan.json'])).toMatchObject({ code: 0 });
    expect(await bench.adsync(['apply', '--plan', 'plan.json', '--yes'])).toMatchObject({ code: 0 });
    const daily = async (): Promise<unknown> =>
      (await bench.records('campaigns')).find(({ name }) => name === 'C1')?.[
        'daily_budget_amount_local_micro'
      ];
    expect({ ...(await statuses(bench)), daily: await daily() }).toEqual({
      C1: 'PAUSED',
      C2: 'PAUSED',
      daily: 1_000_000,
    });
    const again = await bench.adsync(['plan', '--keep-stopped', '--detailed-exitcode']);
    expect(again.code).toBe(0);
    // What is new is not held, and would be switched on.
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c3: 'name: C3, status: ACTIVE, daily_budget: 1' }),
    );
    expect(await bench.adsync(['apply', '--yes', '--keep-stopped'])).toMatchObject({ code: 4 });
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c1: 'name: C1, status: ACTIVE, daily_budget: 1' }),
    );

    expect(await bench.adsync(['resume', '--yes'])).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });

  test('somebody changes a budget: that alone is drift, and that alone is accepted', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'clock', later);
    const c1 = (await bench.records('campaigns')).find(({ name }) => name === 'C1');
    await bench.control('POST', 'mutate', [
      { collection: 'campaigns', id: c1?.['id'], set: { daily_budget_amount_local_micro: 2_000_000 } },
    ]);
    const drift = await bench.adsync(['drift']);
    expect(drift.stdout).toContain('daily_budget');
    expect(drift.stdout).not.toMatch(/status +ACTIVE/);
    expect(await bench.adsync(['drift', '--accept', '--yes'])).toMatchObject({ code: 0 });
    const text = await bench.read('campaigns.yaml');
    expect(text).toContain('name: C1, status: ACTIVE, daily_budget: 2');
  });

  test('what is active is told: in a plan, in a drift report, and by its exit code', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'clock', later);
    const c1 = (await bench.records('campaigns')).find(({ name }) => name === 'C1');
    await bench.control('POST', 'mutate', [
      { collection: 'campaigns', id: c1?.['id'], set: { entity_status: 'ACTIVE' } },
    ]);
    const told =
      'But beneath it is ACTIVE: acme-us/campaigns/c1. Run adsync stop again to pause what is active, or adsync resume to end the stop.';
    const drift = await bench.adsync(['drift', '--detailed-exitcode']);
    expect(drift.code).toBe(2);
    expect(drift.stdout.replaceAll(/\s+/g, ' ')).toContain(told);
    expect((await bench.adsync(['plan'])).stdout.replaceAll(/\s+/g, ' ')).toContain(told);
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    expect(await bench.adsync(['drift', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });
});

describe('a resume', () => {
  test('right after a stop waits for lists that are late', async () => {
    const bench = await applied();
    await bench.control('PUT', 'faults', [{ method: 'GET', path: '/12/**', effect: 'stale', ms: 2000 }]);
    expect(await bench.adsync(stop, inRealTime)).toMatchObject({ code: 0 });
    expect(await bench.adsync(['resume', '--yes'], inRealTime)).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });
  }, 60_000);

  test('that the platform refuses leaves the stop, which a later one ends', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'refuse' }]);
    const refused = await bench.adsync(['resume', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stdout).toContain('The stop stands on.');
    expect(refused.stderr).toContain('adsync resume --leave-refused');

    await bench.control('PUT', 'faults', []);
    const again = await bench.adsync(['resume', '--yes']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('2 campaigns switched on. The stop has ended.');

    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'refuse' }]);
    expect(await bench.adsync(['resume', '--yes', '--leave-refused'])).toMatchObject({ code: 5 });
    expect((await bench.adsync(['resume', '--yes'])).stdout).toBe('No stop stands.\n');
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED' });
  });

  test('whose answer is lost counts what it switched on', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'faults', [
      { method: 'POST', path: '/12/batch/**', effect: 'drop_after', nth: [1] },
    ]);
    const { code, stdout } = await bench.adsync(['resume', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('2 campaigns switched on. The stop has ended.');
    expect(stdout).not.toContain('is active already');
  });

  test('leaves what an apply has declared PAUSED since', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c1: 'name: C1, status: PAUSED, daily_budget: 5' }),
    );
    expect(await bench.adsync(['apply', '--yes', '--exclude', 'acme-us/campaigns/c2'])).toMatchObject({
      code: 0,
    });
    const { stdout } = await bench.adsync(['resume', '--yes']);
    expect(stdout).toContain('campaign  C1  acme-us/campaigns/c1  was declared PAUSED since');
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'ACTIVE' });
    expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  });

  test('leaves a campaign beneath which somebody changed what can be spent, and names amounts', async () => {
    const fields = 'status: ACTIVE, budget_optimization: LINE_ITEM';
    const bench = await applied(
      campaigns({
        c1: `name: C1, ${fields}, line_items: ${lineItem('one')}`,
        c2: `name: C2, ${fields}, line_items: ${lineItem('two')}`,
      }),
    );
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.control('PUT', 'clock', later);
    const one = (await bench.records('line_items')).find(({ name }) => name === 'one');
    await bench.control('POST', 'mutate', [
      { collection: 'line_items', id: one?.['id'], set: { daily_budget_amount_local_micro: 5_000_000_000 } },
    ]);
    const { stdout } = await bench.adsync(['resume', '--yes']);
    expect(stdout).toContain('campaign  C1  acme-us/campaigns/c1  something beneath it was changed since');
    expect(stdout).toContain('campaign  C2  acme-us/campaigns/c2  5.00 USD/day');
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'ACTIVE' });
  });

  test('of an account that nobody knows is an error', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    const { code, stderr } = await bench.adsync(['resume', '--yes', '--account', 'acme-uss']);
    expect(code).toBe(1);
    expect(stderr).toContain('the state knows no account acme-uss');
    expect(stderr).toContain('Did you mean acme-us?');
  });
});

describe('a resume that was cut off before it saw an answer', () => {
  test('is told by a plan, and by the resume that goes on', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    const first = { method: 'POST', path: '/12/batch/**', nth: [1] };
    await bench.control('PUT', 'faults', [
      { ...first, effect: 'delay', ms: 500 },
      { ...first, effect: 'drop_after' },
    ]);
    const before = (await bench.requests()).length;
    const resuming = bench.adsync(['resume', '--yes']);
    const isSent = async (): Promise<boolean> =>
      (await bench.requests()).slice(before).some((each) => each.startsWith('POST /12/batch'));
    await expect.poll(isSent).toBe(true);
    await bench.control('PUT', 'faults', [{ method: 'GET', path: '/12/**', effect: 'status', status: 403 }]);
    expect((await resuming).code).toBe(5);
    await bench.control('PUT', 'faults', []);
    expect(await statuses(bench)).toEqual({ C1: 'ACTIVE', C2: 'ACTIVE' });

    const plan = await bench.adsync(['plan']);
    expect(plan.stdout).toContain(
      'A resume was interrupted, or is still running: it has asked for 2 records without seeing the answer. adsync resume goes on where it ended.',
    );
    const json = await bench.adsync(['plan', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ stops: [{ resuming: 2 }] });
    const sent = (await bench.requests()).length;
    const again = await bench.adsync(['resume', '--yes']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain(
      'acme-us (18ce54d4x5t): an interrupted resume has switched on 2 campaigns without seeing the answer\nacme-us (18ce54d4x5t): nothing else to switch on\n',
    );
    expect(again.stdout).toContain(
      'acme-us (18ce54d4x5t): nothing was left to switch on. The stop has ended.',
    );
    expect((await bench.requests()).slice(sent).filter((each) => !each.startsWith('GET'))).toEqual([]);
  });
});

describe('--keep-stopped', () => {
  test('is not offered again where it cannot help', async () => {
    const bench = await applied();
    expect(await bench.adsync(stop)).toMatchObject({ code: 0 });
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c3: 'name: C3, status: ACTIVE, daily_budget: 5' }),
    );
    const { code, stdout, stderr } = await bench.adsync(['apply', '--yes', '--keep-stopped']);
    expect(code).toBe(4);
    expect(`${stdout}${stderr}`).toContain('write status: PAUSED for what is new or replaced beneath it');
    expect(`${stdout}${stderr}`).not.toContain('--keep-stopped leaves');
    await bench.write(
      'campaigns.yaml',
      campaigns({ ...active, c3: 'name: C3, status: PAUSED, daily_budget: 5' }),
    );
    expect(await bench.adsync(['apply', '--yes', '--keep-stopped'])).toMatchObject({ code: 0 });
    expect(await statuses(bench)).toEqual({ C1: 'PAUSED', C2: 'PAUSED', C3: 'PAUSED' });
  });
});
