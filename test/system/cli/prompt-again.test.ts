import { expect, test } from 'vitest';
import type { Ran } from '../../support/run-with.ts';
import { campaigns } from './harness.ts';
import { type BenchWithOthers, benchWithOthers, campaignOf } from './world-of-others.ts';

const sale = 'acme-us/campaigns/sale';
const declared = campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 55' });
const raised = campaigns({ sale: 'name: Sale, status: ACTIVE, daily_budget: 60' });
const daily = 'daily_budget_amount_local_micro';

/** A bench on which the campaign was applied, and the document raises its budget since. */
async function benchToApply(): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(declared, { campaigns: [campaignOf('one'), campaignOf('two')] });
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', raised);
  return bench;
}

/** Runs a command that asks, does something while the question waits, and answers `yes`. */
async function whileAsked(
  bench: BenchWithOthers,
  work: () => Promise<unknown>,
  argv: readonly string[] = ['apply'],
): Promise<Ran & { readonly writes: readonly string[] }> {
  let ran: Ran | undefined;
  const beforeAnswer = async (): Promise<void> => void (await work());
  const writes = await bench.writesOf(async () => {
    ran = await bench.adsync(argv, { typed: 'yes\n', beforeAnswer, env: { NO_COLOR: '1' } });
  });
  if (ran === undefined) throw new Error('the program did not run');
  return { ...ran, writes };
}

async function budgetOf(bench: BenchWithOthers, name: string): Promise<unknown> {
  return (await bench.records('campaigns')).find((one) => one['name'] === name)?.[daily];
}

test('a budget lowered outside while the question waits is not overwritten', async () => {
  const bench = await benchToApply();

  const { code, stderr, writes } = await whileAsked(bench, async () => {
    await bench.outside('campaigns', 'Sale', { [daily]: 20_000_000 });
  });

  expect(code).toBe(3);
  expect(stderr).toContain(
    'error[ADSYNC_PLAN_STALE]: what the plan was made from has changed while the question waited; nothing was sent',
  );
  expect(stderr).toContain(`  ${sale}  daily_budget: then 55.00 USD/day, now 20.00 USD/day\n`);
  expect(stderr).toContain('Run apply again, and look at the new plan.');
  expect(writes).toEqual([]);
  expect(await budgetOf(bench, 'Sale')).toBe(20_000_000);
});

test('what was agreed to is applied where nothing of its effect has changed', async () => {
  const bench = await benchToApply();

  const { code, stdout } = await whileAsked(bench, async () => {
    await bench.outside('campaigns', 'one', { name: 'Another name' });
  });

  expect(stdout).toContain('Applied: 1 updated;');
  expect(code).toBe(0);
  expect(await budgetOf(bench, 'Sale')).toBe(60_000_000);
});

test('another campaign that runs by now stops what was agreed to', async () => {
  const bench = await benchToApply();

  const { code, stderr, writes } = await whileAsked(bench, async () => {
    await bench.seed({ campaigns: [campaignOf('three')] });
  });

  expect({ code, writes }).toEqual({ code: 3, writes: [] });
  expect(stderr).toContain('  acme-us  live campaigns under the limit: then 3, now 4\n');
});

test('destroy asks for nothing that has changed meanwhile', async () => {
  const bench = await benchToApply();

  const { code, stderr, writes } = await whileAsked(
    bench,
    async () => bench.outside('campaigns', 'Sale', { name: 'Renamed outside' }),
    ['destroy', '--override', 'max_deletes'],
  );

  expect({ code, writes }).toEqual({ code: 3, writes: [] });
  expect(stderr).toContain(`  ${sale}  name: then Sale, now Renamed outside\n`);
  expect(stderr).toContain('Run destroy again');
});

test('a saved plan that was asked about is held against what is live after the answer', async () => {
  const bench = await benchToApply();
  await bench.adsync(['plan', '-o', 'plan.json']);

  const { code, writes } = await whileAsked(
    bench,
    async () => bench.outside('campaigns', 'Sale', { [daily]: 20_000_000 }),
    ['apply', '--plan', 'plan.json'],
  );

  expect({ code, writes }).toEqual({ code: 3, writes: [] });
});

test('with --json the differences are an error like any other', async () => {
  const bench = await benchToApply();

  const { code, stdout } = await whileAsked(
    bench,
    async () => bench.outside('campaigns', 'Sale', { [daily]: 20_000_000 }),
    ['apply', '--json'],
  );

  expect(code).toBe(3);
  expect(stdout).not.toContain('change_started');
});

test('only where a person was asked the platform is read a second time', async () => {
  const bench = await benchToApply();
  const listings = async (): Promise<number> =>
    (await bench.requests()).filter((request) => /^GET .*\/campaigns$/.test(request)).length;
  const before = await listings();
  await bench.adsync(['apply', '--yes']);
  const agreed = await listings();
  await bench.write('campaigns.yaml', declared);
  await bench.adsync(['apply'], { typed: 'yes\n' });
  const asked = await listings();

  expect(asked - agreed).toBe(agreed - before + 1);
});

test('a lock that was broken while the question waited ends the run before anything is read', async () => {
  const bench = await benchToApply();

  const { code, stderr, writes } = await whileAsked(bench, async () =>
    bench.adsync(['state', 'unlock', '--yes']),
  );

  expect({ code, writes }).toEqual({ code: 6, writes: [] });
  expect(stderr).toContain('error[ADSYNC_LEASE_LOST]');
});

test('Ctrl-C while everything is read again ends with 130, and nothing is sent', async () => {
  const bench = await benchToApply();
  let press: (() => void) | undefined;
  let ran: Ran | undefined;

  const writes = await bench.writesOf(async () => {
    ran = await bench.adsync(['apply'], {
      typed: 'yes\n',
      onOutput: (_text, pressed) => (press = pressed),
      beforeAnswer: async () => {
        await bench.control('PUT', 'faults', [{ method: 'GET', path: '/**', effect: 'delay', ms: 1000 }]);
        setTimeout(() => press?.(), 300);
      },
    });
  });
  await bench.control('PUT', 'faults', []);
  const next = await bench.adsync(['apply', '--yes']);

  expect(ran).toMatchObject({ code: 130 });
  expect(ran?.stderr).toContain('Interrupted before anything was sent.');
  expect(writes).toEqual([]);
  expect(next.code).toBe(0);
});

test('what stands against the plan by now refuses it, and is shown', async () => {
  const bench = await benchWithOthers(`${declared}      theirs: { id: paused }\n`, {
    campaigns: [campaignOf('paused', { entity_status: 'PAUSED' })],
  });

  const { code, stdout, stderr, writes } = await whileAsked(bench, async () => {
    await bench.outside('campaigns', 'paused', { deleted: true });
  });

  expect({ code, writes }).toEqual({ code: 4, writes: [] });
  expect(stdout).toContain('acme-us/campaigns/theirs');
  expect(stderr).toContain('error[ADSYNC_PLAN_REFUSED]');
});
