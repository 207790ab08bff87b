import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, createBench } from './harness.ts';

const estimatesSchema = z.array(
  z.strictObject({
    line_item: z.string().nullable(),
    account_id: z.string(),
    least: z.number().nullable(),
    greatest: z.number().nullable(),
    criteria: z.array(z.object({ type: z.string(), operator: z.string(), value: z.string() })),
    left_out: z.array(z.object({ value: z.string(), reason: z.string() })),
    problem: z.string().nullable(),
  }),
);

const lineItem = (targeting: string): string =>
  `{ name: N, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: [${targeting}] }`;

/** A document with line items under one campaign, by key with their targeting, and an audience that is not there yet. */
function documentWith(lineItems: Readonly<Record<string, string>>): string {
  const lines = Object.entries(lineItems).map(
    ([key, targeting]) => `          ${key}: ${lineItem(targeting).replace('name: N', `name: N ${key}`)}\n`,
  );
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    audiences: { regulars: { id: 1nmth }, buyers: { name: Buyers } }
    campaigns:
      sale:
        name: Sale
        funding_instrument: credit
        daily_budget: 5
        line_items:
${lines.join('')}`;
}

const under = 'acme-us/campaigns/sale/line_items';
const interest = '{ type: INTEREST, value: "1001" }';
const place = '{ type: LOCATION, value: 96683cc9126741d1 }';

async function estimates(bench: Bench, ...argv: readonly string[]) {
  const { code, stdout, stderr } = await bench.adsync(['audience', 'estimate', ...argv, '--format', 'json']);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
  return estimatesSchema.parse(JSON.parse(stdout));
}

test('a line item is estimated before it exists, from the document, and after from the same criteria', async () => {
  const bench = await createBench(
    documentWith({
      clicks: `${interest}, ${place}, { type: CUSTOM_AUDIENCE, value: { audience: regulars } }`,
    }),
  );
  const before = await estimates(bench, `${under}/clicks`);
  expect(await bench.records('line_items')).not.toContainEqual(expect.objectContaining({ name: 'N clicks' }));
  await bench.adsync(['apply', '--yes']);
  const id = (await bench.records('line_items')).find(({ name }) => name === 'N clicks')?.['id'];

  const [byId] = await estimates(bench, String(id));

  expect(before).toMatchObject([{ line_item: `${under}/clicks`, left_out: [], problem: null }]);
  expect(before[0]?.least).toBeGreaterThan(0);
  expect(before[0]?.criteria).toContainEqual({ type: 'CUSTOM_AUDIENCE', operator: 'EQ', value: '1nmth' });
  expect(byId?.criteria.toSorted(byType)).toEqual(before[0]?.criteria.toSorted(byType));
  const table = await bench.adsync(['audience', 'estimate', `${under}/clicks`]);
  expect(table.stdout).toMatch(/^line item .*people, about +criteria\nacme-us\S+ +[\d,]+ to [\d,]+ +3\n$/);
});

const byType = (one: { readonly type: string }, other: { readonly type: string }): number =>
  one.type.localeCompare(other.type);

test('what does not exist yet, and operators that are not estimated, are left out and said so', async () => {
  const bench = await createBench(
    documentWith({
      clicks: `${interest}, { type: CUSTOM_AUDIENCE, value: { audience: buyers }, operator: NE }, { type: PLATFORM_VERSION, value: 17ai, operator: GTE }`,
    }),
  );

  const [estimate] = await estimates(bench, under);
  const table = await bench.adsync(['audience', 'estimate', `${under}/clicks`]);

  expect(estimate?.criteria).toEqual([{ type: 'INTEREST', operator: 'EQ', value: '1001' }]);
  expect(estimate?.left_out.map(({ reason }) => reason)).toEqual([
    'acme-us/audiences/buyers does not exist yet',
    'the platform estimates nothing with GTE',
  ]);
  expect(table.stdout).toContain(
    `${under}/clicks: without CUSTOM_AUDIENCE:NE:acme-us/audiences/buyers, for acme-us/audiences/buyers does not exist yet.`,
  );
  await bench.adsync(['apply', '--yes']);
  const buyers = (await bench.records('custom_audiences')).find(({ name }) => name === 'Buyers')?.['id'];
  const [after] = await estimates(bench, under);
  expect(after?.criteria).toContainEqual({ type: 'CUSTOM_AUDIENCE', operator: 'NE', value: buyers });
});

test('all line items beneath an address are estimated, equal targeting once, and what cannot be is named', async () => {
  const bench = await createBench(
    documentWith({ a: interest, b: interest, c: place, d: `${place}, { type: INTEREST, value: "1002" }` }),
  );

  const ran = await bench.adsync(['audience', 'estimate', 'acme-us/campaigns', '--format', 'json']);
  const csv = await bench.adsync(['audience', 'estimate', 'acme-us/campaigns/*', '--format', 'csv']);

  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(`the targeting of ${under}/c only narrows whom it reaches`);
  const all = estimatesSchema.parse(JSON.parse(ran.stdout));
  expect(all.map(({ least, problem }) => [least !== null, problem])).toEqual([
    [true, null],
    [true, null],
    [false, `the targeting of ${under}/c only narrows whom it reaches`],
    [true, null],
  ]);
  expect(all[0]?.least).toBe(all[1]?.least);
  // Two questions for each of the two runs.
  expect(await bench.writes()).toHaveLength(4);
  expect(csv.stdout.split('\n')[1]).toMatch(/^acme-us\S+,18ce54d4x5t,\d+,\d+,INTEREST:EQ:1001,,$/);
});

test('criteria of the command line are added to a line item, or stand alone', async () => {
  const bench = await createBench(documentWith({ clicks: place }));

  const criteria = ['--targeting', 'BROAD_KEYWORD:NE:a:b', '--targeting', 'INTEREST:1001'];
  const [alone] = await estimates(bench, '--account', '18ce54d4x5t', ...criteria);
  const [added] = await estimates(bench, `${under}/clicks`, '--targeting', 'EXACT_KEYWORD:EQ: x ');
  const [live] = await estimates(bench, '6zva', '--account', 'acme-us', '--targeting', 'INTEREST:EQ:1001');

  expect(alone).toMatchObject({ line_item: null, account_id: '18ce54d4x5t' });
  expect(alone?.criteria).toEqual([
    { type: 'BROAD_KEYWORD', operator: 'NE', value: 'a:b' },
    { type: 'INTEREST', operator: 'EQ', value: '1001' },
  ]);
  expect(added?.criteria).toContainEqual({ type: 'EXACT_KEYWORD', operator: 'EQ', value: ' x ' });
  expect(live).toMatchObject({ line_item: '6zva' });
  expect(await bench.writes()).toEqual(Array(3).fill('POST /12/accounts/18ce54d4x5t/audience_estimate'));
});

const refused: readonly (readonly [line: string, code: string, text: string])[] = [
  ['', 'ADSYNC_USAGE', 'nothing says whose targeting is to be estimated'],
  [`${under}/clickz`, 'ADSYNC_ADDRESS_UNKNOWN', `Did you mean ${under}/clicks?`],
  ['9zzzz --account acme-us', 'ADSYNC_RECORD_UNKNOWN', 'there is no line item 9zzzz'],
  ['../x', 'ADSYNC_ADDRESS_UNKNOWN', 'nothing has the address ../x'],
  ['6zva --account 18ceother', 'ADSYNC_ACCOUNT_UNKNOWN', 'They see 18ce54d4x5t (Acme US)'],
  ['x..y', 'ADSYNC_USAGE', '"x..y" is neither an address nor an id'],
  ['--targeting INTREST:1', 'ADSYNC_USAGE', 'Did you mean INTEREST?'],
  ['--targeting __proto__:1', 'ADSYNC_USAGE', 'there is no sort of targeting "__proto__"'],
  ['--targeting constructor', 'ADSYNC_USAGE', 'there is no sort of targeting "constructor"'],
  ['--targeting INTEREST:x', 'ADSYNC_USAGE', 'its value is the number of an interest'],
  ['--targeting INTEREST:NE:1', 'ADSYNC_USAGE', 'INTEREST takes the operator EQ'],
  [`--targeting BROAD_KEYWORD:${'x'.repeat(300)}`, 'ADSYNC_USAGE', 'at most 255 characters'],
  ['--targeting LOCATION:96683cc9126741d1', 'ADSYNC_USAGE', 'only narrows whom it reaches'],
];

test('what cannot be meant is refused, and nothing is sent', async () => {
  const bench = await createBench(documentWith({ clicks: interest }));
  for (const [line, code, text] of refused) {
    const words = line.split(' ').filter((word) => word !== '');
    const ran = await bench.adsync(['audience', 'estimate', ...words]);

    expect({ line, ...ran }).toMatchObject({ line, code: 1, stdout: '' });
    expect(ran.stderr).toContain(`error[${code}]`);
    expect(ran.stderr).toContain(text);
  }
  expect(await bench.writes()).toEqual([]);
});

test('an answer without a size is an error, and a refusal is said as the platform says it', async () => {
  const bench = await createBench(documentWith({ clicks: interest }));
  const path = '/12/accounts/*/audience_estimate';
  const withFault = async (fault: object) => {
    await bench.control('PUT', 'faults', [{ method: 'POST', path, ...fault }]);
    return await bench.adsync(['audience', 'estimate', `${under}/clicks`]);
  };

  const odd = await withFault({
    effect: 'status',
    status: 200,
    body: { data: { audience_size: { min: '-1' } } },
  });
  const turned = await withFault({
    effect: 'status',
    status: 400,
    body: { errors: [{ code: 'INVALID_PARAMETER', message: 'no \u001B[2Jsuch interest' }] },
  });

  expect(odd).toMatchObject({ code: 1, stdout: '' });
  expect(odd.stderr).toContain('error[ADSYNC_ANSWER_INVALID]: the platform estimated no size');
  expect(turned).toMatchObject({ code: 1, stdout: '' });
  expect(turned.stderr).toContain('INVALID_PARAMETER: no �[2Jsuch interest');
});
