import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBench } from './harness.ts';

const campaign = (name: string, status: string): string =>
  `{ name: "${name}", funding_instrument: credit, status: ${status}, daily_budget: 5, line_items: { clicks: { name: Clicks, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: [{ type: LANGUAGE, value: en }] } } }`;

const live = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      a: ${campaign('Spring US', 'ACTIVE')}
      b: ${campaign('Spring UK', 'PAUSED')}
      c: ${campaign('Sum (mer).*', 'ACTIVE')}
`;
const entries = z.array(z.looseObject({ kind: z.string() }));
const env = { ADSYNC_STATE: 'sqlite:imported.db' };

test.each([
  [['--active'], ['Spring US', 'Sum (mer).*']],
  [
    ['--name', 'Spring *'],
    ['Spring UK', 'Spring US'],
  ],
  [['--name', 'Spring U?', '--active'], ['Spring US']],
  [['--name', 'Spring US', '--name', 'Sum (mer).[*]'], ['Spring US']],
  [['--name', 'Sum (*).*'], ['Sum (mer).*']],
])(
  'import %j takes those campaigns with what stands beneath, and leaves the others alone',
  async (argv, expected) => {
    const bench = await createBench(live);
    expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

    const imported = await bench.adsync(['import', '18ce54d4x5t', '-o', 'live', ...argv], { env });
    const planned = await bench.adsync(['plan', 'live', '--detailed-exitcode'], { env });
    const owned = await bench.adsync(['state', 'list', '--json'], { env });

    expect(imported.code).toBe(0);
    const document = await bench.read('live/campaigns.yaml');
    for (const name of ['Spring UK', 'Spring US', 'Sum (mer).*'])
      expect(document.includes(name)).toBe(expected.includes(name));
    expect(planned.code).toBe(0);
    const kinds = entries.parse(JSON.parse(owned.stdout));
    const count = (wanted: string): number => kinds.filter(({ kind }) => kind === wanted).length;
    expect(['campaign', 'line_item', 'targeting_criterion'].map(count)).toEqual(
      Array.from({ length: 3 }, () => expected.length),
    );
  },
);

test('where no campaign is left nothing is written', async () => {
  const bench = await createBench(live);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  const { code, stderr } = await bench.adsync(['import', '18ce54d4x5t', '-o', 'live', '--name', 'spring *'], {
    env,
  });

  expect(code).toBe(1);
  expect(stderr).toContain('error[ADSYNC_IMPORT_REFUSED]: no campaign of the account is called "spring *"');
  await expect(bench.read('live/campaigns.yaml')).rejects.toThrow('ENOENT');
});
