import * as fc from 'fast-check';

type Flight = readonly [start: string, end: string];

/** A line item of a generated world; amounts in micro units a day. */
export interface ItemSpec {
  readonly key: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly daily: number | null;
  readonly tags: readonly string[];
  /** Start and end, as days of UTC; December 2026 where it is not given. */
  readonly flight?: Flight;
  /** Words that it is shown to; everybody where there are none. */
  readonly words?: readonly string[];
}

/** A campaign of a generated world. */
export interface CampaignSpec {
  readonly key: string;
  readonly name: string;
  readonly instrument: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly optimization: 'CAMPAIGN' | 'LINE_ITEM';
  readonly daily: number | null;
  readonly total: number | null;
  readonly items: readonly ItemSpec[];
}

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

const unit = 1_000_000;
const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** To come, apart, one within another, and overlapping. */
const flights: readonly Flight[] = [
  ['2026-12-01', '2026-12-31'],
  ['2026-12-01', '2026-12-11'],
  ['2026-12-06', '2026-12-21'],
  ['2027-01-01', '2027-01-31'],
];
const status = fc.constantFrom('ACTIVE' as const, 'PAUSED' as const);
const amount = fc.integer({ min: 1, max: 20 }).map((units) => units * unit);

function itemSpec(key: string, budgeted: boolean): fc.Arbitrary<ItemSpec> {
  return fc.record({
    key: fc.constant(key),
    name: fc.constantFrom(`item ${key}`, `item ${key} renamed`),
    status,
    daily: budgeted ? fc.option(amount, { freq: 4 }) : fc.constant(null),
    flight: fc.constantFrom(...flights),
    tags: fc.subarray(['t1', 't2']),
  });
}

function campaignSpec(key: string, instruments: readonly string[]): fc.Arbitrary<CampaignSpec> {
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
      fc.tuple(...chosen.map((item) => itemSpec(item, lineItems))).map((items) => ({
        key,
        ...rest,
        daily: lineItems || !capped ? null : daily,
        total: capped ? null : 5000 * unit,
        items,
      })),
    );
  });
}

function campaignSpecs(
  prefix: string,
  instruments: readonly string[],
): fc.Arbitrary<readonly CampaignSpec[]> {
  return fc
    .subarray(keys)
    .chain((chosen) => fc.tuple(...chosen.map((key) => campaignSpec(`${prefix}${key}`, instruments))));
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
