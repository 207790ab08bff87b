import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, campaigns, createBench } from './harness.ts';

const account = '18ce54d4x5t';
const two = {
  one: 'name: One, status: ACTIVE, daily_budget: 10',
  two: 'name: Two, status: PAUSED, daily_budget: 20',
};
const incremental = ['--refresh', 'incremental'];

const dumpSchema = z.looseObject({
  campaigns: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});

interface Kept {
  readonly bench: Bench;
  /** How often a command read campaigns, its exit code, and the last line that it wrote. */
  readonly ran: (argv: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
  readonly mutate: (name: string, change: object) => Promise<unknown>;
  /** The file of the kept campaigns. */
  readonly file: () => Promise<string>;
}

/** Two campaigns beside a page of others, all an hour old, of which nothing is kept yet. */
async function hourOld(): Promise<Kept> {
  const bench = await createBench(campaigns(two));
  await bench.control('PUT', 'clock', { advance_seconds: -3600 });
  await bench.control('POST', 'generate', { account_id: account, campaigns: 1500, active_share: 0.02 });
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(0);
  await bench.control('PUT', 'clock', { advance_seconds: 3600 });
  return {
    bench,
    ran: async (argv, env = {}) => {
      const before = (await bench.requests()).length;
      const { code, stdout } = await bench.adsync(argv, { env });
      const read = (await bench.requests()).slice(before).filter((each) => /^GET .*\/campaigns$/.test(each));
      return `${read.length} read, exit ${code}: ${stdout.trim().split('\n').at(-1)}`;
    },
    mutate: async (name, change) => {
      const { campaigns: all } = dumpSchema.parse(await bench.control('GET', 'dump'));
      const id = all.find((each) => each.name === name)?.id;
      return await bench.control('POST', 'mutate', [{ collection: 'campaigns', id, ...change }]);
    },
    file: async () => {
      const folder = join(bench.folder, '.adsync', 'cache');
      const found = (await readdir(folder)).filter((name) => name.endsWith('.list'));
      expect(found).toHaveLength(1);
      return join(folder, found[0] ?? '');
    },
  };
}

const nothing = 'Nothing to change: 3 unchanged, 1501 unmanaged.';

test('once a list was kept, one page tells what was changed, deleted, made and restored since', async () => {
  const { ran, mutate, bench } = await hourOld();
  const plan = ['plan', ...incremental];

  expect(await ran(plan)).toBe(`2 read, exit 0: ${nothing}`);
  expect(await ran(plan)).toBe(`1 read, exit 0: ${nothing}`);
  await mutate('Generated 000007', { set: { deleted: true } });
  expect(await ran(plan)).toBe('1 read, exit 0: Nothing to change: 3 unchanged, 1500 unmanaged.');
  await mutate('Generated 000007', { set: { deleted: false } });
  await bench.control('POST', 'generate', { account_id: account, campaigns: 3 });
  expect(await ran(plan)).toBe('1 read, exit 0: Nothing to change: 3 unchanged, 1504 unmanaged.');
  expect(await ran(['plan', '--refresh', 'full'])).toBe(
    '2 read, exit 0: Nothing to change: 3 unchanged, 1504 unmanaged.',
  );
  await mutate('One', { set: { daily_budget_amount_local_micro: 9_000_000 } });
  expect(await ran(['drift', ...incremental, '--detailed-exitcode'])).toMatch(/^1 read, exit 2: /);
  // Our own campaign that is deleted is asked for by its id as well.
  await mutate('Two', { set: { entity_status: 'DRAFT' } });
  expect(await ran(plan)).toMatch(/^2 read, exit 4: /);
});

test('what was changed without a date is seen by a full reading alone, and nothing is sent because of what was kept', async () => {
  const { ran, mutate, bench } = await hourOld();
  await ran(['plan', ...incremental]);
  const writes = await bench.writes();
  await mutate('One', { set: { daily_budget_amount_local_micro: 9_000_000 }, touch: false });

  expect(await ran(['plan', ...incremental])).toBe(`1 read, exit 0: ${nothing}`);
  expect(await ran(['apply', '--yes', ...incremental])).toBe(`1 read, exit 0: ${nothing}`);
  await bench.write('campaigns.yaml', campaigns({ ...two, two: 'name: Zwei, daily_budget: 20' }));
  // All that is changed is planned from what is read now, and so is refused for what somebody lowered.
  expect(await ran(['apply', '--yes', ...incremental])).toMatch(/^(?:\d|10) read, exit 4: /);
  expect(await bench.writes()).toEqual(writes);
  expect(await ran(['apply', '--yes', ...incremental, '--undo-drift', 'acme-us'])).toMatch(
    /^(?:\d|10) read, exit 0: Applied: 2 updated/,
  );
});

test('a list is built upon only where it is whole, of this user, of this platform and of no pipeline', async () => {
  const { ran, file, bench } = await hourOld();
  const plan = ['plan', ...incremental];
  const [whole, changes] = [`2 read, exit 0: ${nothing}`, `1 read, exit 0: ${nothing}`];
  await ran(plan);
  const path = await file();
  const text = await readFile(path);

  for (const damaged of [
    text.subarray(0, 5000),
    Buffer.from(text).fill(0x31, 3000, 3010),
    Buffer.concat([createHash('sha256').update('{}').digest(), Buffer.from('{}')]),
    Buffer.concat([createHash('sha256').update('{').digest(), Buffer.from('{')]),
  ]) {
    await writeFile(path, damaged);
    expect(await ran(plan)).toBe(whole);
    expect(await ran(plan)).toBe(changes);
  }
  await chmod(path, 0o644);
  expect(await ran(plan)).toBe(whole);
  expect(await ran(plan)).toBe(changes);
  // A clock that was set since.
  await bench.control('PUT', 'clock', { advance_seconds: 60 });
  expect(await ran(plan)).toBe(`3 read, exit 0: ${nothing}`);
  expect(await ran(plan)).toBe(changes);
  const inPipeline = await ran(plan, { ADSYNC_WORK_TREE: bench.folder });
  expect(inPipeline).toBe('2 read, exit 0: Nothing to change: 3 unchanged, unmanaged not counted.');
  await bench.control('POST', 'reset');
  expect(await ran(plan)).toMatch(/^2 read, exit 1: /);
});
