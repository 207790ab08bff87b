import * as fc from 'fast-check';
import type { AccountLimits } from '../../../src/schemas/desired.ts';
import { type CampaignSpec, campaignSpec, type Flight, type ItemSpec, itemSpec, unit } from './specs.ts';

/** What is live and ours, what the document wants instead, what is not ours, and the limits. */
export interface WorldSpec {
  readonly before: readonly CampaignSpec[];
  readonly after: readonly CampaignSpec[];
  readonly foreign: readonly CampaignSpec[];
  /** How many more active campaigns than before or after, whichever is more, the account allows. */
  readonly slack: number;
  readonly lineItemSlack: number | undefined;
  readonly count: 'active' | 'not_deleted';
  readonly batch: number;
}

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** To come, apart, one within another, and overlapping. */
const flights: readonly Flight[] = [
  ['2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-12-11T00:00:00Z'],
  ['2026-12-06T00:00:00Z', '2026-12-21T00:00:00Z'],
  ['2027-01-01T00:00:00Z', '2027-01-31T00:00:00Z'],
];
const status = fc.constantFrom('ACTIVE' as const, 'PAUSED' as const);
const amount = fc.integer({ min: 1, max: 20 }).map((units) => units * unit);

function anyItem(key: string, budgeted: boolean): fc.Arbitrary<ItemSpec> {
  const varied = fc.record({
    name: fc.constantFrom(`item ${key}`, `item ${key} renamed`),
    status,
    daily: budgeted ? fc.option(amount, { freq: 4 }) : fc.constant(null),
    flight: fc.constantFrom(...flights),
    tags: fc.subarray(['t1', 't2']),
  });
  return varied.map((more) => itemSpec(key, more));
}

function anyCampaign(key: string, instruments: readonly string[]): fc.Arbitrary<CampaignSpec> {
  const head = fc.record({
    status,
    optimization: fc.constantFrom('CAMPAIGN' as const, 'LINE_ITEM' as const),
    name: fc.constantFrom(`campaign ${key}`, `campaign ${key} renamed`),
    instrument: fc.constantFrom(...instruments),
    capped: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    daily: amount,
  });
  return head.chain(({ capped, daily, ...rest }) => {
    const lineItems = rest.optimization === 'LINE_ITEM';
    return fc.subarray(['x', 'y', 'z']).chain((chosen) =>
      fc.tuple(...chosen.map((item) => anyItem(item, lineItems))).map((items) =>
        campaignSpec(key, {
          ...rest,
          daily: lineItems || !capped ? null : daily,
          total: capped ? null : 5000 * unit,
          items,
        }),
      ),
    );
  });
}

function campaignSpecs(
  prefix: string,
  instruments: readonly string[],
): fc.Arbitrary<readonly CampaignSpec[]> {
  return fc
    .subarray(keys)
    .chain((chosen) => fc.tuple(...chosen.map((key) => anyCampaign(`${prefix}${key}`, instruments))));
}

/** Worlds in which anything of ours may have been added, removed, renamed, switched, raised or cut. */
export function worldSpec(instruments: readonly string[]): fc.Arbitrary<WorldSpec> {
  return fc.record({
    before: campaignSpecs('', instruments),
    after: campaignSpecs('', instruments),
    foreign: campaignSpecs('foreign-', instruments),
    slack: fc.integer({ min: 0, max: 3 }),
    lineItemSlack: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2, nil: undefined }),
    count: fc.constantFrom('active' as const, 'active' as const, 'not_deleted' as const),
    batch: fc.constantFrom(1, 3, 10),
  });
}

/** The limits of a world: room for what is there before and after, and its slack. */
export function limitsOf(spec: WorldSpec): AccountLimits {
  const campaigns = (ours: readonly CampaignSpec[]): number =>
    [...ours, ...spec.foreign].filter(({ status }) => spec.count === 'not_deleted' || status === 'ACTIVE')
      .length;
  const items = (ours: readonly CampaignSpec[]): number =>
    [...ours, ...spec.foreign]
      .flatMap((campaign) => campaign.items)
      .filter(({ status }) => status === 'ACTIVE').length;
  return {
    activeCampaigns: Math.max(campaigns(spec.before), campaigns(spec.after)) + spec.slack,
    count: spec.count,
    lineItems:
      spec.lineItemSlack === undefined
        ? undefined
        : Math.max(items(spec.before), items(spec.after)) + spec.lineItemSlack,
    batch: { campaigns: spec.batch, line_items: spec.batch },
  };
}
