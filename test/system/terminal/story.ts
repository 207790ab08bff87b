import type { Bench } from '../cli/harness.ts';

const clicks = `            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            bid_strategy: MAX
            bid_amount: 1.20
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
            tracking_tags:
              impression: { type: IMPRESSION_TAG, url: https://example.com/an/address/that/is/longer/than/most }`;

/** A document with names, keys and values that are longer than a narrow terminal likes. */
export const longDocument = `version: 1
policy: { max_daily_budget: 500 }
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      spring-sale:
        name: Sale spring 2026
        funding_instrument: credit
        status: ACTIVE
        daily_budget: 55.00
        total_budget: 1500
        purchase_order_number: PO-77   # the number that the agency uses, see the contract of last year
        line_items:
          clicks:
${clicks}
      winter-clearance-of-everything-that-was-left-over:
        name: The winter clearance, in all markets
        funding_instrument: credit
        daily_budget: 20.50
      leftovers: { name: Autumn leftovers, funding_instrument: credit, status: ACTIVE, daily_budget: 10 }
`;

/** The same with problems: a misspelt field, an amount that is none, a reference to nothing. */
const brokenDocument = longDocument
  .replace('daily_budget: 55.00', 'daily_budgt: 55.00')
  .replace('total_budget: 1500', 'total_budget: -15e2')
  .replace('WEBSITE_CLICKS', 'WEBSITE_CLICK')
  .replace(
    '{ name: Autumn leftovers, funding_instrument: credit',
    '{ name: Autumn leftovers, funding_instrument: crdit',
  );

/** The same with changes that are refused: a budget far too high, a campaign under another key, nothing beneath. */
const refusedDocument = longDocument
  .replace('daily_budget: 55.00', 'daily_budget: 900')
  .replace('total_budget: 1500', 'total_budget: 15000')
  .replace('      leftovers:', '      leftovers-under-another-key:')
  .replace('policy: {', 'policy: { max_deletes: 0, max_daily_budget_increase: 25%,');

/** One command line of the story; `typed` is what a person answers. */
export type Tell = (argv: readonly string[], typed?: string) => Promise<void>;

/** The commands that a person runs one after the other, while the platform and other people do what they do. */
export async function tellStory(bench: Bench, tell: Tell): Promise<void> {
  await bench.write('broken.yaml', brokenDocument);
  await tell(['validate', 'broken.yaml']);
  await tell(['plan']);
  await bench.control('PUT', 'faults', [
    {
      method: 'POST',
      path: '/12/batch/accounts/*/line_items',
      effect: 'refuse',
      match: { name: 'Clicks' },
      code: 'INVALID_PARAMETER',
      parameter: 'name',
    },
  ]);
  await tell(['apply', '--yes']);
  await bench.control('PUT', 'faults', []);
  await tell(['state', 'list']);
  await tell(['state', 'show', 'acme-us/campaigns/spring-sale']);
  await tell(['state', 'rm', 'acme-us/campaigns/leftovers'], 'no\n');
  await meddle(bench);
  await tell(['drift', '--unmanaged']);
  await tell(['plan', '--why', 'acme-us/campaigns/spring-sale']);
  await bench.write('campaigns.yaml', refusedDocument);
  await tell(['plan']);
  await tell(['plan', '--target', 'acme-us/campaigns/winter-clearance-of-everything-that-was-left']);
  await tell(['plan', '--fromat', 'json']);
  await tell(['explain', 'campaign']);
}

async function meddle(bench: Bench): Promise<void> {
  // The platform shows the second of a change: one later than what the apply did.
  await bench.control('PUT', 'clock', { advance_seconds: 5 });
  const campaigns = await bench.records('campaigns');
  const idOf = (name: string): unknown => campaigns.find((campaign) => campaign['name'] === name)?.['id'];
  await bench.control('POST', 'mutate', [
    {
      collection: 'campaigns',
      id: idOf('Sale spring 2026'),
      set: {
        name: 'Sale spring of somebody else, renamed in 2026',
        daily_budget_amount_local_micro: 80_000_000,
      },
    },
    { collection: 'campaigns', id: idOf('Autumn leftovers'), set: { entity_status: 'PAUSED' } },
  ]);
}
