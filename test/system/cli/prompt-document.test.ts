import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ran, RunOptions } from '../../support/run-with.ts';
import { type Bench, campaigns, createBench } from './harness.ts';

const declared = 'name: Sale, status: ACTIVE, daily_budget: "${var.budget}"';
const document = (budget: number, more = ''): string =>
  campaigns({ sale: declared }, `variables: { budget: ${budget} }\n${more}`);
const buyers = 'email\na@example.com\nb@example.com\n';

/** A campaign that was applied with 55 a day, 60 since; in a folder, with a file of variables and one of members. */
async function benchToApply(): Promise<Bench> {
  const bench = await createBench();
  await bench.write('ads/campaigns.yaml', document(55));
  await bench.adsync(['apply', '--yes', 'ads']);
  await bench.write('ads/campaigns.yaml', document(60));
  await bench.write(
    'ads/audiences.yaml',
    'version: 1\naccounts: { acme-us: { audiences: { buyers: { name: Buyers, users: { file: buyers.csv } } } } }\n',
  );
  await bench.write('ads/buyers.csv', buyers);
  return bench;
}

/** Runs a command that asks, does something while the question waits, and answers `yes`. */
async function whileAsked(
  bench: Bench,
  work: () => Promise<unknown>,
  argv: readonly string[] = ['apply', 'ads'],
  more: RunOptions = {},
): Promise<Ran & { readonly written: number }> {
  const before = (await bench.writes()).length;
  const beforeAnswer = async (): Promise<void> => void (await work());
  const ran = await bench.adsync(argv, { typed: 'yes\n', beforeAnswer, env: { NO_COLOR: '1' }, ...more });
  return { ...ran, written: (await bench.writes()).length - before };
}

const stale =
  'error[ADSYNC_PLAN_STALE]: what the plan was made from has changed while the question waited; nothing was sent';

const changes: readonly (readonly [string, (bench: Bench) => Promise<unknown>, string])[] = [
  [
    'a policy that the plan breaks',
    async (bench) => bench.write('ads/campaigns.yaml', document(60, 'policy: { max_daily_budget: 1 }\n')),
    'ads/campaigns.yaml has changed',
  ],
  [
    'no campaign any more',
    async (bench) =>
      bench.write('ads/campaigns.yaml', 'version: 1\naccounts: { acme-us: { id: 18ce54d4x5t } }\n'),
    'ads/campaigns.yaml has changed',
  ],
  [
    'nothing that can be read',
    async (bench) => bench.write('ads/campaigns.yaml', 'version: [1\n'),
    'ads/campaigns.yaml is no document any more',
  ],
  [
    'another file',
    async (bench) => bench.write('ads/policy.yaml', 'version: 1\npolicy: { max_bid: 1 }\naccounts: {}\n'),
    'ads/policy.yaml is new',
  ],
  [
    'a file less',
    async (bench) => rm(join(bench.folder, 'ads', 'audiences.yaml')),
    'ads/audiences.yaml is gone',
  ],
  [
    'no folder any more',
    async (bench) => rm(join(bench.folder, 'ads'), { recursive: true }),
    'ads does not exist',
  ],
  [
    'other members',
    async (bench) => bench.write('ads/buyers.csv', 'email\nc@example.com\n'),
    'ads/buyers.csv has changed: the members of acme-us/audiences/buyers/users',
  ],
  [
    'no members any more',
    async (bench) => rm(join(bench.folder, 'ads', 'buyers.csv')),
    'the file of members ads/buyers.csv cannot be read',
  ],
];

describe('a document that changes while the question waits', () => {
  test.each(changes)('to %s stops what was agreed to, by name', async (_what, change, line) => {
    const bench = await benchToApply();

    const { code, stderr, written } = await whileAsked(bench, async () => change(bench));

    expect([code, written]).toEqual([3, 0]);
    expect(stderr).toContain(`${stale}\n  ${line}\n  Run apply again, and look at the new plan.\n`);
  });

  test('so of values in a file of variables', async () => {
    const bench = await benchToApply();
    await bench.write('values.yaml', 'budget: 61\n');
    const argv = ['apply', 'ads', '--var-file', 'values.yaml'];

    const changed = await whileAsked(bench, async () => bench.write('values.yaml', 'budget: 99\n'), argv);
    const same = await whileAsked(
      bench,
      async () => bench.write('values.yaml', '# as agreed\nbudget: 99\n'),
      argv,
    );

    expect([changed.code, changed.written]).toEqual([3, 0]);
    expect(changed.stderr).toContain(`${stale}\n  values of variables have changed in values.yaml\n`);
    expect([same.code, same.stdout.includes('99.00')]).toEqual([0, true]);
  });

  test('so of a saved plan that is asked about, and of destroy', async () => {
    const bench = await benchToApply();
    await bench.adsync(['plan', 'ads', '-o', 'plan.json']);
    const change = async (): Promise<void> => bench.write('ads/campaigns.yaml', document(900));

    const saved = await whileAsked(bench, change, ['apply', '--plan', 'plan.json']);
    const destroyed = await whileAsked(bench, async () => bench.write('ads/campaigns.yaml', document(60)), [
      'destroy',
      'ads',
    ]);

    expect([saved.code, saved.written, destroyed.code, destroyed.written]).toEqual([3, 0, 3, 0]);
    expect(saved.stderr).toContain('ads/campaigns.yaml has changed');
    expect(destroyed.stderr).toContain('Run destroy again');
  });

  test('so where it changes while everything is read again', async () => {
    const bench = await benchToApply();

    const { code, stderr, written } = await whileAsked(bench, async () => {
      await bench.control('PUT', 'faults', [{ method: 'GET', path: '/**', effect: 'delay', ms: 1000 }]);
      setTimeout(() => void bench.write('ads/campaigns.yaml', document(900)), 500);
    });

    expect([code, written]).toEqual([3, 0]);
    expect(stderr).toContain('ads/campaigns.yaml has changed');
  });

  test('what was written again as it was, and a file that is none of the document, stop nothing', async () => {
    const bench = await benchToApply();

    const { code, stdout } = await whileAsked(bench, async () => {
      await bench.write('ads/campaigns.yaml', document(60));
      await bench.write('ads/notes.txt', 'unrelated');
    });

    expect(code).toBe(0);
    expect(stdout).toContain('Applied');
  });
});
