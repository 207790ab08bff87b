import { expect, test } from 'vitest';
import { z } from 'zod';
import { driftReportSchema } from '../../../src/schemas/drift.ts';
import { sign } from '../../support/sign.ts';
import { type Bench, createBench } from './harness.ts';

const account = '/12/accounts/18ce54d4x5t';
const manager = {
  access_token: '756201191646691329-sandboxmanagerToken',
  access_token_secret: 'sandboxmanagerTokenSecret',
};
const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      gone: { name: Gone, funding_instrument: credit, daily_budget: 5 }
      sale:
        name: Sale
        funding_instrument: credit
        daily_budget: 55
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: AUTO
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
`;

async function request(bench: Bench, method: string, path: string): Promise<void> {
  const { ready } = bench.sandbox;
  const url = `${ready.ads_base_url}${account}${path}`;
  const headers = { authorization: sign(method, url, { ...ready, ...manager }) };
  const answer = await fetch(url, { method, headers });
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
}

/** A project whose campaign the manager has changed, beneath which the manager has added targeting, and one that is deleted. */
async function drifted(history: 'allowlisted' | 'refused'): Promise<Bench> {
  const bench = await createBench(document);
  await bench.control('PUT', 'limits', { account_history: history });
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.control('PUT', 'clock', { advance_seconds: 60 });
  const idOf = async (collection: string, name: string): Promise<string> =>
    String((await bench.records(collection)).find((record) => record['name'] === name)?.['id']);
  const sale = await idOf('campaigns', 'Sale');
  const clicks = await idOf('line_items', 'Clicks');
  await request(bench, 'PUT', `/campaigns/${sale}?daily_budget_amount_local_micro=60000000`);
  await request(bench, 'DELETE', `/campaigns/${await idOf('campaigns', 'Gone')}`);
  const criterion = 'targeting_type=LANGUAGE&targeting_value=en';
  await request(bench, 'POST', `/targeting_criteria?line_item_id=${clicks}&${criterion}`);
  return bench;
}

const historyReads = async (bench: Bench): Promise<number> =>
  z
    .array(z.string())
    .parse(await bench.requests())
    .filter((each) => each.endsWith('/account_history')).length;

test('each line of the report names who changed it, in every form', async () => {
  const bench = await drifted('allowlisted');
  const plain = await bench.adsync(['drift', '--format', 'json']);
  expect(await historyReads(bench)).toBe(0);

  const json = await bench.adsync(['drift', '--blame', '--format', 'json']);
  const reads = await historyReads(bench);
  const forms = new Map<string, string>();
  for (const form of ['text', 'markdown', 'html', 'junit'])
    forms.set(form, (await bench.adsync(['drift', '--blame', '--format', form])).stdout);

  const { resources, summary } = driftReportSchema.parse(JSON.parse(json.stdout));
  const by = {
    actor: 'platform',
    user_id: '756201191646691329',
    means: 'API_OTHER',
  };
  const found = new Map(resources.map((resource) => [resource.address, resource]));
  expect(found.get('acme-us/campaigns/sale')?.fields).toMatchObject([{ live: 60_000_000, by }]);
  expect(found.get('acme-us/campaigns/gone')).toMatchObject({ status: 'missing', by });
  expect(found.get('acme-us/campaigns/sale/line_items/clicks/targeting/LANGUAGE:EQ:en')).toMatchObject({
    status: 'modified',
    by,
  });
  expect(found.get('acme-us/campaigns/gone')?.by?.at).toMatch(/^2026-11-20T10:01:\d\dZ$/);
  expect(driftReportSchema.parse(JSON.parse(plain.stdout))).toMatchObject({ summary });
  expect(plain.stdout).not.toContain('"by"');
  expect(reads).toBe(3);
  const text = forms.get('text')?.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/daily_budget .* set by user 756201191646691329 \(API_OTHER\) at 2026/);
  expect(text).toMatch(/no longer exists on the platform, deleted by user 756201191646691329/);
  expect(text).toMatch(/added outside, last on \S+, added by user 756201191646691329/);
  for (const [form, shown] of forms)
    expect({ form, named: shown.includes('by user 756201191646691329 (API_OTHER)') }).toEqual({
      form,
      named: true,
    });
});

test('where the history is not open, or fails, the report is there without names', async () => {
  const bench = await drifted('refused');
  const plain = await bench.adsync(['drift']);

  const refused = await bench.adsync(['drift', '--blame']);
  const reads = await historyReads(bench);
  await bench.control('PUT', 'faults', [
    {
      method: 'GET',
      path: '/12/accounts/*/account_history',
      effect: 'status',
      status: 401,
      body: { errors: [{ code: 89, message: 'no' }] },
    },
  ]);
  const failed = await bench.adsync(['drift', '--blame', '--detailed-exitcode']);

  expect(refused).toEqual({ ...plain, code: 0 });
  expect(reads).toBe(1);
  expect(failed).toMatchObject({ code: 2, stdout: plain.stdout });
  expect(failed.stderr).toContain('Who changed what is not told: ');
});
