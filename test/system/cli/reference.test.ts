import { expect, test } from 'vitest';
import { wordsOfKind } from '../../../src/report/document-words.ts';
import { targetingTypes } from '../../../src/schemas/kinds/targeting-types.ts';
import { allKinds } from '../../../src/schemas/registry.ts';
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
  ['audience', /^custom_audience\n/],
  ['audiences', /^custom_audience\n/],
  ['audience.name', /^custom_audience\.name\n/],
  ['targeting', /^targeting_criterion\n/],
  ['line_item.targeting', /^targeting_criterion\n/],
  ['shared_with', /^audience_permission\n(?:.*\n)*tailored_audience_permission\n/m],
  ['policy', /^policy\n {2}Guards, (?:.*\n)* {2}max_bid +The highest bid/m],
  ['policy.freeze', /^policy\.freeze\n {2}Times (?:.*\n)* {2}from {2}The first moment/m],
  ['lifecycle', /^lifecycle\n {2}What a plan (?:.*\n)* {2}prevent_destroy {2}Refuse/m],
  ['campaign.lifecycle.adopt', /^campaign\.lifecycle\.adopt\n {2}Take over/],
  ['account.limits', /^account\.limits\n(?:.*\n)* {2}count +Which campaigns count/m],
  ['limits.batch', /^limits\.batch\n/],
  ['matrix', /^matrix\n {2}Lists of values by axis(?:.*\n)* {2}include {2}Combinations more/m],
  ['campaign.matrix.exclude', /^campaign\.matrix\.exclude\n {2}Combinations to leave out/],
  ['removed.destroy', /^removed\.destroy\n {2}true deletes/],
  ['targeting.LOCATION', /^type: LOCATION \(targeting criterion\)\n {2}The value is the id of a place/],
  ['targeting.language', /^type: LANGUAGE \(targeting criterion\)\n/],
  ['CUSTOM_AUDIENCE', /The value is \{ audience: KEY \}/],
  ['targeting.type', /^ {2}AGE\n {4}The value is one of AGE_13_TO_24/m],
  ['moved', /^moved\n(?:.*\n)* {2}to +The path/m],
  ['defaults.campaign', /^defaults\.campaign\n\n {2}name /],
])('a word of the document is explained: %s', async (word, text) => {
  const bench = await createBench();

  const { code, stdout, stderr } = await bench.adsync(['explain', word]);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(text);
});

test('without a name everything is listed, each kind and each key at the top of the document', async () => {
  const bench = await createBench();

  const { code, stdout } = await bench.adsync(['explain']);

  expect(code).toBe(0);
  for (const { name } of allKinds) expect(stdout).toContain(`\n  ${name} `);
  for (const key of ['version', 'variables', 'policy', 'accounts', 'moved'])
    expect(stdout).toContain(`\n  ${key} `);
});

test('every sort of targeting is explained', async () => {
  const bench = await createBench();

  for (const type of Object.keys(targetingTypes))
    expect(await bench.adsync(['explain', `targeting.${type}`])).toMatchObject({ code: 0, stderr: '' });
});

test('every key that the schema has for an entry is a word that can be asked for', async () => {
  const bench = await createBench();
  const words = allKinds.flatMap((kind) => wordsOfKind(kind).map((word) => `${kind.name}.${word}`));
  expect(words).toContain('campaign.lifecycle');

  for (const word of words) expect(await bench.adsync(['explain', word])).toMatchObject({ code: 0 });
});

test.each([
  [
    ['explain', 'campain'],
    'there is no kind and no word of the document called campain',
    'Did you mean campaign?',
  ],
  [
    ['explain', 'polcy.max_bid'],
    'there is no kind and no word of the document called polcy.max_bid',
    'There are account, tax_settings',
  ],
  [
    ['explain', 'campaign.lifecycl'],
    'there is no field of campaign called lifecycl',
    'Did you mean lifecycle?',
  ],
  [
    ['explain', 'campaign.dayly_budget'],
    'there is no field of campaign called dayly_budget',
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
