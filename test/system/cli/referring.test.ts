import { expect, test } from 'vitest';
import { type BenchWithOthers, benchWithOthers, campaignOf, lineItemOf } from './world-of-others.ts';

const account = '18ce54d4x5t';
const address = 'acme-us/audiences/visitors';
const criteria = `GET /12/accounts/${account}/targeting_criteria`;
const lineItems = `GET /12/accounts/${account}/line_items`;

/** A document with audiences by their keys, and campaigns, each given by its fields. */
function document(audiences: readonly string[], campaigns: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(campaigns).map(
    ([key, fields]) => `      ${key}: { funding_instrument: { id: hxtet }, ${fields} }\n`,
  );
  return `version: 1
accounts:
  acme-us:
    id: ${account}
    audiences: { ${audiences.map((key) => `${key}: { name: ${key} }`).join(', ')} }
    campaigns:${lines.length === 0 ? ' {}' : ''}
${lines.join('')}`;
}

const both = document(['visitors', 'buyers']);
const one = document(['buyers']);

/** A line item of others with a criterion that names something. */
function targeting(id: string, value: string, type = 'CUSTOM_AUDIENCE', operator = 'NE'): object {
  return {
    id: `x${id}`,
    account_id: account,
    line_item_id: `l${id}`,
    targeting_type: type,
    targeting_value: value,
    operator_type: operator,
  };
}

/** A bench with two audiences of ours and campaigns of others; the document lets one audience go. */
async function audienceGoes(): Promise<BenchWithOthers> {
  const bench = await benchWithOthers(both, {
    campaigns: [campaignOf('theirs')],
    line_items: [lineItemOf('l1', 'theirs'), lineItemOf('l2', 'theirs')],
  });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', one);
  return bench;
}

async function excludedByOthers(): Promise<BenchWithOthers> {
  const bench = await audienceGoes();
  const id = await bench.idOf('custom_audiences', 'visitors');
  await bench.seed({ targeting_criteria: [targeting('1', id)] });
  return bench;
}

async function names(bench: BenchWithOthers): Promise<readonly unknown[]> {
  return (await bench.records('custom_audiences')).map(({ name }) => name);
}

/** The requests that a command sends, with how often it sends each. */
async function readsOf(
  bench: BenchWithOthers,
  argv: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const before = (await bench.requests()).length;
  await bench.adsync(argv);
  const own = (await bench.requests()).slice(before).filter((each) => !each.includes('/_sandbox/'));
  return new Map([...Map.groupBy(own, (each) => each)].map(([each, all]) => [each, all.length]));
}

function total(reads: ReadonlyMap<string, number>): number {
  return [...reads.values()].reduce((a, b) => a + b, 0);
}

test('an audience that the line item of somebody else excludes is deleted with consent only, and it is named', async () => {
  const bench = await excludedByOthers();

  const refused = await bench.adsync(['apply', '--yes']);
  const agreed = await bench.adsync(['apply', '--yes', '--take-along', address]);

  expect(refused.code).toBe(4);
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'deleting this audience would take along what this plan does not manage; referring to it: targeting criterion x1 of line item l1 (Of others l1)',
  );
  expect(refused.stdout).toContain(`--take-along ${address}`);
  expect(agreed.code).toBe(0);
  expect(await names(bench)).not.toContain('visitors');
});

test('an audience that nobody refers to goes without a word', async () => {
  const bench = await audienceGoes();
  const id = await bench.idOf('custom_audiences', 'buyers');
  await bench.seed({ targeting_criteria: [targeting('1', id)] });

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await names(bench)).not.toContain('visitors');
});

test('an audience that a flexible audience of others may be made of is deleted with consent only', async () => {
  const bench = await audienceGoes();
  const id = await bench.idOf('custom_audiences', 'visitors');
  const segments = {
    boolean_operator: 'AND',
    child_segments: [{ custom_audience_id: id, lookback_window: 30 }],
  };
  const theirs = { id: 'flex', account_id: account, name: 'Theirs', audience_type: 'FLEXIBLE', segments };
  await bench.seed({ custom_audiences: [theirs] });

  const refused = await bench.adsync(['apply', '--yes']);
  const agreed = await bench.adsync(['apply', '--yes', '--take-along', address]);

  expect([refused.code, agreed.code]).toEqual([4, 0]);
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'not known, because the platform does not show it: what audience flex (Theirs) refers to',
  );
});

test('destroying names what refers to each audience', async () => {
  const bench = await excludedByOthers();
  await bench.write('campaigns.yaml', both);

  const { code, stdout } = await bench.adsync(['destroy', '--yes']);

  expect(code).toBe(4);
  expect(stdout).toContain(`take_along  ${address}`);
  expect(stdout).not.toContain('take_along  acme-us/audiences/buyers');
});

test('a saved plan keeps the consent, and is stale where somebody refers to the audience since', async () => {
  const bench = await excludedByOthers();
  await bench.adsync(['plan', '-o', 'plan.json', '--take-along', address]);
  await bench.adsync(['plan', '-o', 'later.json', '--take-along', address]);
  const id = await bench.idOf('custom_audiences', 'visitors');
  await bench.seed({ targeting_criteria: [targeting('2', id, 'CUSTOM_AUDIENCE', 'EQ')] });

  const stale = await bench.adsync(['apply', '--plan', 'later.json', '--yes']);
  await bench.control('POST', 'mutate', [{ collection: 'targeting_criteria', id: 'x2', remove: true }]);
  const applied = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);

  expect(stale.code).toBe(3);
  expect(stale.stderr).toContain(`${address}  hangs on it: then nothing, now targeting_criterion x2`);
  expect(applied.code).toBe(0);
});

test('a campaign that others target the public of is deleted with consent only', async () => {
  const other = { other: 'name: Other, daily_budget: 5' };
  const bench = await benchWithOthers(
    document(['buyers'], { sale: 'name: Sale, daily_budget: 5', ...other }),
    {
      campaigns: [campaignOf('theirs')],
      line_items: [lineItemOf('l1', 'theirs')],
    },
  );
  await bench.adsync(['apply', '--yes']);
  const id = await bench.idOf('campaigns', 'Sale');
  await bench.seed({ targeting_criteria: [targeting('1', id, 'CAMPAIGN_ENGAGEMENT', 'EQ')] });
  await bench.write('campaigns.yaml', document(['buyers'], other));

  const { code, stdout } = await bench.adsync(['apply', '--yes', '--override', 'max_deletes']);

  expect(code).toBe(4);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'referring to it: targeting criterion x1 of line item l1 (Of others l1)',
  );
});

test('line items and their targeting are read only for a plan that does away with what targeting refers to', async () => {
  const bench = await excludedByOthers();
  const deleting = await readsOf(bench, ['plan']);
  await bench.write('campaigns.yaml', document(['visitors', 'buyers', 'more']));
  const creating = await readsOf(bench, ['plan']);
  await bench.write('campaigns.yaml', one);
  const excluding = await readsOf(bench, ['plan', '--exclude', address]);
  const drift = await readsOf(bench, ['drift']);

  expect([deleting.get(lineItems), deleting.get(criteria)]).toEqual([1, 1]);
  for (const reads of [creating, excluding, drift])
    expect([reads.get(lineItems), reads.get(criteria)]).toEqual([undefined, undefined]);
  expect(total(deleting) - total(excluding)).toBeLessThanOrEqual(3);
});

test('the targeting of two hundred line items is read at once', async () => {
  const bench = await excludedByOthers();
  const ids = Array.from({ length: 419 }, (_, index) => `many${index}`);
  await bench.seed({ line_items: ids.map((id) => lineItemOf(id, 'theirs')) });

  const reads = await readsOf(bench, ['plan']);

  // 421 line items.
  expect([reads.get(lineItems), reads.get(criteria)]).toEqual([1, 3]);
});

test('what the platform does not let be read is said not to be known', async () => {
  const bench = await audienceGoes();
  await bench.control('PUT', 'faults', [
    {
      method: 'GET',
      path: '/12/accounts/*/targeting_criteria',
      effect: 'status',
      status: 403,
      body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'No' }] },
    },
  ]);

  const { code, stdout } = await bench.adsync(['plan']);

  expect(code).toBe(4);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'not known, because it was not read: any targeting criterion that refers to it',
  );
});
