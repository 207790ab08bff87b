import { expect, test } from 'vitest';
import { createDriftReport } from '../../../src/planner/drift.ts';
import { driftReportSchema } from '../../../src/schemas/drift.ts';
import { campaign, item, million, PlanWorld, tag } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');

test('in sync', () => {
  const report = new PlanWorld().ours(sale).foreign('campaign', 'theirs').drift();

  expect(report).toEqual({
    format_version: '1.3',
    adsync_version: '0.1.0',
    created_at: '2026-11-20T10:00:00Z',
    in_sync: true,
    summary: { in_sync: 1, modified: 0, missing: 0, unmanaged: 3, unchecked: 0 },
    resources: [
      {
        address: sale,
        kind: 'campaign',
        id: 'sale',
        name: 'sale',
        currency: 'USD',
        status: 'in_sync',
        updated_at: '2026-11-01T00:00:00Z',
        source: { file: 'campaigns.yaml', line: 2, column: 1 },
        fields: [],
        unchecked: [],
      },
    ],
    budget: {
      acme: {
        active_campaigns: { applied: 0, live: 0, limit: 200 },
        exposure: {},
      },
    },
  });
});

test('modified: applied, live and declared of each field', () => {
  const report = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: 40 * million, name: 'Renamed' })
    .edit(sale, { [daily]: 12 * million, name: undefined })
    .drift();

  expect(report.in_sync).toBe(false);
  expect(report.summary).toMatchObject({ modified: 1, in_sync: 0 });
  expect(report.resources).toMatchObject([
    {
      status: 'modified',
      name: 'Renamed',
      fields: [
        { path: '/name', applied: 'sale', live: 'Renamed' },
        { path: `/${daily}`, applied: 10 * million, live: 40 * million, declared: 12 * million },
      ],
    },
  ]);
  expect(report.resources[0]?.fields[0]).not.toHaveProperty('declared');
});

test('a value that was unset outside is drift', () => {
  const { resources } = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: null })
    .drift();

  expect(resources[0]?.fields).toEqual([
    { path: `/${daily}`, applied: 10 * million, live: null, declared: 10 * million },
  ]);
});

test('missing', () => {
  const report = new PlanWorld().ours(sale, { name: 'Sale' }).vanish(sale).drift();

  expect(report.in_sync).toBe(false);
  expect(report.summary).toMatchObject({ missing: 1, in_sync: 0 });
  expect(report.resources[0]).toMatchObject({
    status: 'missing',
    id: 'sale',
    name: 'Sale',
    updated_at: null,
    fields: [],
    unchecked: [],
  });
});

test('missing, and the new one by hand is nobody', () => {
  const report = new PlanWorld()
    .ours(sale, { name: 'Sale' })
    .vanish(sale)
    .foreign('campaign', 'new', { name: 'Sale' })
    .drift();

  expect(report.resources[0]).toMatchObject({ status: 'missing', id: 'sale', fields: [] });
});

test('what cannot be read back is unchecked, and never silently in sync', () => {
  const report = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: undefined })
    .drift();

  expect(report.summary).toMatchObject({ unchecked: 1, in_sync: 0 });
  expect(report.in_sync).toBe(true);
  expect(report.resources[0]?.unchecked).toEqual([`/${daily}`]);
});

test('unchecked in one field and modified in another is modified', () => {
  const report = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: undefined, name: 'Renamed' })
    .drift();

  expect(report.resources[0]?.status).toBe('modified');
});

test('a live value that the document declares by now is no drift', () => {
  const world = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: 40 * million })
    .edit(sale, { [daily]: 40 * million });

  expect(world.drift().in_sync).toBe(true);
});

test('what the document changes is no drift', () => {
  expect(
    new PlanWorld()
      .ours(sale)
      .edit(sale, { [daily]: 40 * million })
      .drift().in_sync,
  ).toBe(true);
});

test('the normal form of the platform is no drift', () => {
  const world = new PlanWorld()
    .ours(item('a', 'x'), { categories: ['IAB3'] })
    .ours(campaign('a'))
    .remember(item('a', 'x'), { answered: { categories: ['IAB3', 'IAB3-1'] } })
    .outside(item('a', 'x'), { categories: ['IAB3', 'IAB3-1'] });

  expect(world.drift().in_sync).toBe(true);
});

test('fields that are ignored, or that no kind has, are not compared', () => {
  const report = new PlanWorld()
    .ours(sale, {}, { lifecycle: { ignoreChanges: [daily] } })
    .outside(sale, { [daily]: 40 * million, campaign_optimization: 'new' })
    .remember(sale, { answered: { [daily]: 10 * million, campaign_optimization: 'old' } })
    .drift();

  expect(report.in_sync).toBe(true);
});

test('what is gone from the document is still compared, what other files declared is not', () => {
  const report = new PlanWorld()
    .dropped(sale)
    .outside(sale, { [daily]: 40 * million })
    .dropped(campaign('elsewhere'), {}, { file: 'other.yaml' })
    .declared(campaign('new'))
    .drift();

  expect(report.resources).toMatchObject([{ address: sale, status: 'modified', source: null }]);
});

test('nameless resources are called by their key', () => {
  const report = new PlanWorld()
    .ours(sale)
    .ours(item('sale', 'x'))
    .ours(tag('sale', 'x', 'pixel'))
    .with({ targets: [tag('sale', 'x', 'pixel')] })
    .drift();

  expect(report.resources.map(({ name }) => name)).toEqual(['pixel']);
});

test('a name that is no text gives way to the address', () => {
  const report = new PlanWorld().ours(sale).outside(sale, { name: 7 }).drift();

  expect(report.resources[0]?.name).toBe(sale);
});

test('the report parses with its own schema', () => {
  const report = new PlanWorld()
    .ours(sale)
    .outside(sale, { [daily]: 40 * million })
    .dropped(campaign('b'))
    .vanish(campaign('b'))
    .drift();

  expect(driftReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
});

test('what nobody declares is named by the key of its account, or by its id where the document has none', () => {
  const input = new PlanWorld()
    .foreign('campaign', 'x')
    .foreign('campaign', 'y', { name: null }, 'beta')
    .input();
  const { unmanaged = [] } = createDriftReport({ ...input, listUnmanaged: true });

  expect(unmanaged.filter(({ kind }) => kind === 'campaign')).toEqual([
    { account: 'acme', kind: 'campaign', id: 'x', name: 'x' },
    { account: '18ce5uk0000', kind: 'campaign', id: 'y', name: null },
  ]);
});
