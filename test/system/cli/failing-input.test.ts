import { expect, test } from 'vitest';
import { createBench } from './harness.ts';

/** What reading a terminal that is gone fails with. */
const gone = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });

/** A campaign of ours with another budget than was applied, and another document. */
async function createDrift() {
  const bench = await createBench();
  await bench.adsync(['apply', '--yes']);
  const sale = (await bench.records('campaigns')).find(({ name }) => name === 'Sale');
  const set = { daily_budget_amount_local_micro: 40_000_000 };
  await bench.control('POST', 'mutate', [{ collection: 'campaigns', id: sale?.['id'], set }]);
  return bench;
}

test.each([
  ['apply', 1, ['apply', '--undo-drift', 'acme-us']],
  ['destroy', 1, ['destroy']],
  ['drift --accept', 1, ['drift', '--accept']],
  ['import', 0, ['import', '18ce5uk0000', '-o', 'live']],
  ['state rm', 1, ['state', 'rm', 'acme-us/campaigns/sale']],
  ['state rebuild', 0, ['state', 'rebuild']],
  ['state unlock', 0, ['state', 'unlock']],
  ['fmt -', 1, ['fmt', '-']],
])(
  '%s changes nothing where its question cannot be read from, and says so',
  async (_name, expected, argv) => {
    const bench = await createDrift();
    const before = await bench.read('campaigns.yaml');
    const writes = await bench.writes();

    const { code, stdout, stderr } = await bench.adsync(argv, { typed: '', inputFails: gone });

    expect(`${stdout}${stderr}`).not.toMatch(/ADSYNC_INTERNAL|^\s+at /m);
    expect(code).toBe(expected);
    expect(await bench.writes()).toEqual(writes);
    expect(await bench.read('campaigns.yaml')).toBe(before);
  },
);
