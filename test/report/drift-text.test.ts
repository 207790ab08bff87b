import { expect, test } from 'vitest';
import { driftJson } from '../../src/report/drift-json.ts';
import { driftText } from '../../src/report/drift-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import type { DriftReport } from '../../src/schemas/drift.ts';

type Resource = DriftReport['resources'][number];

function resource(part: Partial<Resource>): Resource {
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
    ...part,
  };
}

const report: DriftReport = {
  format_version: '1.0',
  in_sync: false,
  summary: { in_sync: 37, modified: 2, missing: 1, unmanaged: 3, unchecked: 1 },
  resources: [
    resource({
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
    resource({ address: 'acme-us/campaigns/in-sync', status: 'in_sync', name: 'In sync' }),
    resource({
      address: 'acme-us/campaigns/gone',
      status: 'missing',
      name: 'Gone \u001b[2J',
      updated_at: null,
    }),
    resource({ address: 'acme-us/campaigns/dim', status: 'unchecked', name: 'Dim', source: null }),
    resource({
      address: 'acme-us/campaigns/odd',
      name: '東京',
      updated_at: null,
      fields: [{ path: '/a~1b~0c', applied: 'x', live: { y: [1] }, declared: null }],
    }),
  ],
};

test.each([80, 120])('a drift report at %i columns', async (width) => {
  const text = driftText(report, { style: plainStyle, width });

  await expect(text).toMatchFileSnapshot(`expected/drift-${width}.txt`);
});

test.each([
  [{ in_sync: 4, modified: 0, missing: 0, unmanaged: 0, unchecked: 1 }, 'In sync: 4 in sync, 1 unchecked.\n'],
  [{ in_sync: 0, modified: 0, missing: 0, unmanaged: 0, unchecked: 0 }, 'In sync: nothing is managed.\n'],
])('in sync, %j', (summary, expected) => {
  const text = driftText(
    { ...report, in_sync: true, summary, resources: [] },
    { style: plainStyle, width: 80 },
  );

  expect(text).toBe(expected);
});

test('the JSON form reads back as it is', () => {
  expect(JSON.parse(driftJson(report))).toEqual(report);
});
