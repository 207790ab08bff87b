import { expect, test } from 'vitest';
import { allKinds } from '../../src/schemas/registry.ts';
import { createBench } from './harness.ts';

test('every kind and every field is explained', async () => {
  const bench = await createBench();
  const names = allKinds.flatMap((kind) => [
    kind.name,
    ...Object.keys(kind.fields).map((field) => `${kind.name}.${field}`),
  ]);

  for (const name of names) {
    const explained = await bench.adsync(['explain', name]);
    expect(explained.code).toBe(0);
    expect(explained.stdout.split('\n')[0]).toBe(name);
  }
});

test('a field is explained with what a change of it takes', async () => {
  const bench = await createBench();

  const { stdout } = await bench.adsync(['explain', 'campaign.funding_instrument']);

  expect(stdout).toBe(`campaign.funding_instrument
  What pays for it. The platform cannot change it on an existing campaign.
  Value: key of a funding instrument, or { id: … }
  The platform's name: funding_instrument_id
  Needed on a campaign that adsync creates.
  The platform cannot change it: a change makes a new campaign.
  Example: funding_instrument: { id: hxtet }
  Example: funding_instrument: { id: hxtf0 }
`);
});

test.each([
  [['explain', 'campain'], 'there is no kind campain', 'Did you mean campaign?'],
  [
    ['explain', 'campaign.dayly_budget'],
    'there is no field of campaign dayly_budget',
    'Did you mean daily_budget?',
  ],
  [['schema', 'state'], 'there is no schema of state', 'Ask for one of document, plan, drift.'],
])('%s is an error that helps', async (argv, message, remedy) => {
  const bench = await createBench();

  const failed = await bench.adsync(argv);

  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(message);
  expect(failed.stderr).toContain(remedy);
});

test.each([[[]], [['plan']], [['drift']]])('schema %s prints a JSON Schema', async (what) => {
  const bench = await createBench();

  const printed = await bench.adsync(['schema', ...what]);

  expect(JSON.parse(printed.stdout)).toHaveProperty('$schema');
});
