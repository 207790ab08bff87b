import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

const account = '18ce54d4x5t';
const three = {
  one: 'name: One, status: ACTIVE, daily_budget: 10',
  two: 'name: Two, status: PAUSED, daily_budget: 20',
  three: 'name: Three, status: PAUSED, daily_budget: 30',
};

/** Three applied campaigns in an account that has two pages of others, 40 of which are ACTIVE. */
async function fewOfMany(): Promise<Bench> {
  const bench = await createBench(campaigns(three));
  await bench.control('POST', 'generate', { account_id: account, campaigns: 2000, active_share: 0.02 });
  const { code } = await bench.adsync(['apply', '--yes']);
  expect(code).toBe(0);
  return bench;
}

/** How often a command reads campaigns; and what it gave. */
async function reads(bench: Bench, argv: readonly string[]) {
  const before = (await bench.requests()).length;
  const ran = await bench.adsync(argv);
  const read = (await bench.requests()).slice(before).filter((request) => request.endsWith('/campaigns'));
  return { ...ran, read: read.filter((request) => request.startsWith('GET ')).length };
}

/** A page of the list, which shows that there are more, and the three by their ids. */
const partly = 2;
const wholly = 3;
/** What others may spend a day. */
const others = 400;

test('few of many are read by their ids, as long as nothing depends on the others', async () => {
  const bench = await fewOfMany();
  const shown = async (...argv: readonly string[]): Promise<string> => {
    const { code, read, stdout } = await reads(bench, argv);
    return `${code} ${read} ${stdout.trim()}`;
  };

  const unchanged = 'Nothing to change: 4 unchanged';
  expect(await shown('plan')).toBe(`0 ${partly} ${unchanged}, unmanaged not counted.`);
  expect(await shown('plan', '--refresh', 'full')).toBe(`0 ${wholly} ${unchanged}, 2001 unmanaged.`);
  expect(await shown('drift')).toMatch(/^0 2 In sync: 3 in sync, unmanaged not counted\.$/);
  expect(await shown('drift', '--unmanaged')).toMatch(/^0 3 .*In sync: 3 in sync, 2001 unmanaged\.$/s);

  await bench.write('campaigns.yaml', campaigns({ ...three, two: 'name: Zwei, daily_budget: 20' }));
  expect(await shown('plan', '-o', 'renamed.json')).toMatch(/^0 2 .*campaigns not counted/s);
  const all = ['--refresh', 'full'];
  expect(await shown('plan', '-o', 'counted.json', ...all)).toMatch(/^0 3 .*41 of 200 campaigns active/s);
  expect(await shown('apply', '--plan', 'counted.json', '--yes')).toMatch(
    /^0 5 .*41 of 200 campaigns active/s,
  );
  expect(await shown('plan')).toBe(`0 ${partly} ${unchanged}, unmanaged not counted.`);
  expect(await shown('apply', '--plan', 'renamed.json', '--yes')).toMatch(/^3 /);

  await bench.write(
    'campaigns.yaml',
    campaigns({ ...three, one: 'name: One, status: PAUSED, daily_budget: 5' }),
  );
  expect(await shown('apply', '--yes')).toMatch(/^0 2 .*campaigns not counted/s);
});

test('what others spend is read where a plan raises what is spent, and bounds it', async () => {
  const bench = await fewOfMany();
  const policy = `policy: { max_daily_budget: ${others + 15} }\n`;
  const raised = (budget: number): string =>
    campaigns({ ...three, one: `name: One, status: ACTIVE, daily_budget: ${budget}` }, policy);

  await bench.write('campaigns.yaml', raised(16));
  const refused = await reads(bench, ['apply', '--yes']);
  await bench.write('campaigns.yaml', raised(15));
  const applied = await reads(bench, ['apply', '--yes']);

  // A page and the ids, and then all pages, since the plan depends on them.
  expect([refused.code, refused.read]).toEqual([4, partly + wholly]);
  expect(refused.stdout).toContain(`could spend ${others + 16}.00 USD a day`);
  expect([applied.code, applied.read]).toEqual([0, partly + wholly]);
  expect(applied.stdout).toContain(`${others + 15}.00 USD a day`);
});

test('what is gone, new or beneath a stop takes the whole list', async () => {
  const bench = await fewOfMany();
  const [, two] = (await bench.records('campaigns')).filter(({ name }) => /^(?:One|Two)$/.test(String(name)));
  const change = (set: object) => [{ collection: 'campaigns', id: two?.['id'], ...set }];

  await bench.control('POST', 'mutate', change({ set: { deleted: true } }));
  const gone = await reads(bench, ['plan']);
  await bench.control('POST', 'mutate', change({ set: { deleted: false } }));
  await bench.write(
    'campaigns.yaml',
    campaigns({ ...three, four: 'name: Generated 000007, daily_budget: 1' }),
  );
  const added = await reads(bench, ['plan']);
  await bench.write('campaigns.yaml', campaigns(three));
  await bench.adsync(['stop', 'acme-us/campaigns/one', '--reason', 'test', '--yes']);
  const stopped = await reads(bench, ['plan', '--keep-stopped']);

  // The one that the ids do not show is asked for once more, by its id alone: a list may be late.
  expect([gone.read, added.read, stopped.read]).toEqual([wholly + 2, wholly, wholly]);
  expect(gone.stdout).toContain('1 to create');
  expect(added.stdout).toContain('1 to adopt');
  expect(stopped.stdout).toContain('2001 unmanaged');
});
