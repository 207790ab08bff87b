import { type DriftedResource, type DriftReport, driftFormatVersion } from '../../../src/schemas/drift.ts';

/** A resource of an account of USD that was changed outside, with what the test does not care about filled in. */
export function drifted(part: Partial<DriftedResource>): DriftedResource {
  return {
    address: 'acme-us/campaigns/sale',
    kind: 'campaign',
    id: '8wku2',
    name: 'Sale',
    currency: 'USD',
    status: 'modified',
    updated_at: '2026-11-20T10:00:00Z',
    source: { file: 'campaigns.yaml', line: 24, column: 9 },
    fields: [],
    unchecked: [],
    ...part,
  };
}

/** A report of the given resources; its counts follow from them. */
export function driftOf(resources: readonly DriftedResource[], part: Partial<DriftReport> = {}): DriftReport {
  const count = (status: DriftedResource['status']): number =>
    resources.filter((resource) => resource.status === status).length;
  return {
    format_version: driftFormatVersion,
    adsync_version: '0.1.0',
    created_at: '2026-11-20T10:30:00Z',
    in_sync: count('modified') + count('missing') === 0,
    summary: {
      in_sync: count('in_sync'),
      modified: count('modified'),
      missing: count('missing'),
      unmanaged: 3,
      unchecked: count('unchecked'),
    },
    resources: [...resources],
    budget: {},
    ...part,
  };
}

/** A report with one of everything, hostile names among it. */
export const fullDrift: DriftReport = driftOf(
  [
    drifted({
      fields: [
        {
          path: '/daily_budget_amount_local_micro',
          applied: 50_000_000,
          live: 40_000_000,
          declared: 55_000_000,
        },
        { path: '/entity_status', applied: 'ACTIVE', live: 'PAUSED', declared: 'ACTIVE' },
        { path: '/total_budget_amount_local_micro', applied: null, live: 1_500_000_000 },
      ],
    }),
    drifted({ address: 'acme-us/campaigns/in-sync', status: 'in_sync', name: 'In sync' }),
    drifted({
      address: 'acme-us/campaigns/gone',
      status: 'missing',
      name: 'Gone \u001b[2J',
      updated_at: null,
    }),
    drifted({ address: 'acme-us/campaigns/dim', status: 'unchecked', name: 'Dim', source: null }),
    drifted({
      address: 'acme-us/campaigns/half-dim',
      status: 'unchecked',
      name: 'Half dim',
      unchecked: ['/purchase_order_number', '/name'],
    }),
    drifted({
      address: 'acme-us/campaigns/sale/line_items/clicks/tracking_tags/more',
      kind: 'tracking_tag',
      name: 'more',
      updated_at: null,
      fields: [{ path: '/tracking_tag_type', live: 'CLICK_TRACKER' }],
    }),
    drifted({
      address: 'acme-us/campaigns/odd',
      name: '東京',
      updated_at: null,
      fields: [{ path: '/a~1b~0c', applied: 'x', live: { y: [1] }, declared: null }],
    }),
    drifted({
      address: 'acme-uk/campaigns/tea',
      name: 'Tea',
      currency: 'GBP',
      fields: [
        {
          path: '/daily_budget_amount_local_micro',
          applied: 5_000_000,
          live: 80_000_000,
          declared: 5_000_000,
        },
        { path: '/name', applied: `${'x'.repeat(300)}a`, live: `${'x'.repeat(300)}b`, declared: 'Tea' },
      ],
    }),
  ],
  {
    budget: {
      'acme-us': {
        active_campaigns: { applied: 13, live: 12, limit: 200 },
        exposure: {
          USD: { applied: 600_000_000, live: 550_000_000, uncapped: 0, limit: 1_000_000_000 },
        },
      },
      'acme-uk': {
        active_campaigns: null,
        exposure: { GBP: { applied: 5_000_000, live: 80_000_000, uncapped: 1, limit: 50_000_000 } },
      },
    },
    unmanaged: [
      { account: 'acme-us', kind: 'campaign', id: '9x1', name: 'Somebody <b>else</b>' },
      { account: 'acme-uk', kind: 'line_item', id: '9x2', name: null },
    ],
  },
);

const campaignNames = ['Spring sale', 'Summer', 'Retargeting', 'Newsletter', 'Follow us', 'App installs'];

/** A report of so many resources: a few modified and missing, one in fifty unchecked, the rest in sync. */
export function largeDrift(count: number): DriftReport {
  const resources = Array.from({ length: count }, (_, index): DriftedResource => {
    const [campaign, item] = [Math.floor(index / 3), index % 3];
    const account = campaign % 4 === 0 ? 'acme-uk' : 'acme-us';
    const below = item === 0 ? '' : `/line_items/audience-${item}`;
    const name = `${campaignNames[campaign % campaignNames.length] ?? ''} ${campaign}`;
    return drifted({
      address: `${account}/campaigns/c${campaign}${below}`,
      kind: item === 0 ? 'campaign' : 'line_item',
      id: (8_000_000 + index).toString(36),
      name: item === 0 ? name : `${name} – audience ${item}`,
      currency: account === 'acme-uk' ? 'GBP' : 'USD',
      source: { file: `${account}/campaigns.yaml`, line: 12 + index * 9, column: 7 },
      updated_at: `2026-11-${String(1 + (index % 19)).padStart(2, '0')}T08:${String(index % 60).padStart(2, '0')}:00Z`,
      ...fateOf(index),
    });
  });
  return driftOf(resources, {
    budget: {
      'acme-us': {
        active_campaigns: { applied: 181, live: 187, limit: 200 },
        exposure: {
          USD: { applied: 18_400_000_000, live: 19_950_000_000, uncapped: 0, limit: 25_000_000_000 },
        },
      },
      'acme-uk': {
        active_campaigns: { applied: 40, live: 39, limit: 200 },
        exposure: { GBP: { applied: 2_100_000_000, live: 2_040_000_000, uncapped: 1, limit: null } },
      },
    },
  });
}

function fateOf(index: number): Partial<DriftedResource> {
  const daily = 10_000_000 + (index % 40) * 2_500_000;
  if (index % 500 === 3) return { status: 'missing', updated_at: null };
  if (index % 50 === 11) return { status: 'unchecked', unchecked: ['/purchase_order_number'] };
  if (index % 60 === 6) {
    return {
      fields: [
        { path: '/daily_budget_amount_local_micro', applied: daily, live: daily * 2, declared: daily },
        { path: '/entity_status', applied: 'PAUSED', live: 'ACTIVE', declared: 'PAUSED' },
      ],
    };
  }
  if (index % 80 === 7)
    return { fields: [{ path: '/name', applied: 'Before', live: 'Renamed by hand', declared: 'Before' }] };
  return { status: 'in_sync' };
}
