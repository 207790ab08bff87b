import * as fc from 'fast-check';
import type { AccountLimits } from '../../../../src/schemas/desired.ts';
import {
  type Amount,
  type CampaignSpec,
  type Flight,
  type ItemSpec,
  type Status,
  unit,
} from '../../../support/worlds/specs.ts';
import { type WholeFile, type WholeFiles, wholeFiles } from './whole-files.ts';

/** A campaign of a whole world: in one of the two files of the project. */
export interface WholeCampaign extends CampaignSpec {
  readonly instrument: 'fiu' | 'fie';
  readonly file: WholeFile;
}

/** A change of the document between the two plans; `at` and `item` choose among what is there. */
export interface Edit {
  readonly what: (typeof editSorts)[number];
  readonly at: number;
  readonly item: number;
  readonly amount: Amount;
  readonly flight: Flight;
  readonly fresh: WholeCampaign;
}

/** Something that people do on the platform, to the record that `at` chooses. */
export interface Outside {
  readonly what: (typeof outsideSorts)[number];
  readonly at: number;
  readonly amount: number | null;
  readonly flight: Flight;
  readonly fresh: ItemSpec;
}

/** What the second plan is limited to: places in the list of all addresses. */
export interface WholeSelection {
  readonly targets: readonly number[];
  readonly excludes: readonly number[];
}

/** What another project has applied with the same state: its campaigns, and a line item beneath one of ours. */
export interface OtherProject {
  readonly campaigns: readonly WholeCampaign[];
  readonly guest: ItemSpec | undefined;
}

/** A whole world: what was applied, who did what beside it, what is wanted now, and how it is carried out. */
export interface WholeSpec {
  readonly before: readonly WholeCampaign[];
  readonly other: OtherProject;
  readonly foreign: readonly WholeCampaign[];
  readonly outside: readonly Outside[];
  readonly edits: readonly Edit[];
  readonly files: WholeFiles;
  readonly selection: WholeSelection | undefined;
  readonly undoDrift: boolean;
  readonly allowRecreate: boolean;
  readonly adopt: boolean;
  /** What happens after the first look at the second plan. */
  readonly later: readonly Outside[];
  readonly activeLimit: number;
  /** Whether that limit counts paused campaigns too. */
  readonly counts: AccountLimits['count'];
  /** The most active line items; `undefined`: no limit is declared. */
  readonly itemLimit: number | undefined;
  readonly batch: number;
  readonly maxDaily: number | undefined;
  /** Decides on the order of steps, and on what fails. */
  readonly dice: number;
  readonly failing: boolean;
  /** Chooses a campaign whose money the document left out for one apply. */
  readonly leftOut: number | undefined;
}

/** The platform's time in every generated world. */
export const wholeNow = '2026-11-20T10:00:00Z';

/** A flight that is over. */
export const flightOver: Flight = ['2026-10-01T00:00:00Z', '2026-11-10T00:00:00Z'];
/** Over, running, near, far, and within a day. */
const flights: readonly Flight[] = [
  ['2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z'],
  flightOver,
  ['2026-11-01T00:00:00Z', '2026-12-05T12:00:00Z'],
  ['2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z'],
  ['2026-11-25T00:00:00Z', '2026-12-06T00:00:00Z'],
  ['2027-03-01T00:00:00Z', '2027-06-01T00:00:00Z'],
  ['2026-11-20T00:00:00Z', '2026-11-20T09:00:00Z'],
];
/** Without an end: live only, no document can say that. */
const endless: Flight = ['2026-11-15T00:00:00Z', null];

export const editSorts = [
  'drop campaign',
  'forget campaign',
  'forget item',
  'remove campaign',
  'drop item',
  'drop word',
  'add campaign',
  'add item',
  'add word',
  'campaign status',
  'campaign daily',
  'campaign total',
  'optimization',
  'instrument',
  'item status',
  'item daily',
  'item total',
  'bid',
  'flight',
  'objective',
  'placement',
  'rekey campaign',
  'rekey item',
  'move campaign',
  'move item key',
  'move item',
  'rename',
  'undeclare campaign',
  'undeclare item',
  'ignore campaign',
  'ignore item',
  'ignore words',
  'swap words',
  'to other file',
  'to other file under other key',
  'move to other file',
  'take over',
  'take the name',
  'take an unowned name',
] as const;

export const outsideSorts = [
  'pause',
  'activate',
  'budget',
  'total',
  'bid',
  'flight',
  'delete',
  'add item',
  'add word',
  'delete word',
  'pause ours',
  'budget of ours',
] as const;

const keys = ['a', 'b', 'c', 'd'] as const;
const words = ['red', 'blue', 'green'] as const;
const moneyWires = ['entity_status', 'daily_budget_amount_local_micro', 'total_budget_amount_local_micro'];

const amount = fc.integer({ min: 1, max: 20 }).map((units) => units * unit);
const given = fc.oneof(
  { weight: 6, arbitrary: amount },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant(undefined) },
);
const whole = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: amount.map((units) => units * 30) },
);
const status = fc.constantFrom<Status>('ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', undefined);
const flight = fc.constantFrom(...flights);
const choice = fc.nat({ max: 40 });
const seldom = fc.nat({ max: 7 }).map((number) => number === 7);
const ignoredWires = (more: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray([...moneyWires, ...more], { maxLength: 2 }) },
  );

function item(key: string): fc.Arbitrary<ItemSpec> {
  return fc.record({
    key: fc.constant(key),
    name: fc.constant(`item ${key}`),
    status,
    daily: given,
    total: whole,
    bid: fc.constantFrom<Amount>(undefined, unit, 2 * unit),
    flight,
    objective: fc.constantFrom('ENGAGEMENTS' as const, 'VIDEO_VIEWS' as const),
    placement: fc.constantFrom('ALL_ON_TWITTER' as const, 'TWITTER_TIMELINE' as const),
    words: fc.subarray([...words]),
    tags: fc.subarray(['t1'], { maxLength: 1 }),
    ignored: ignoredWires(['bid_amount_local_micro', 'end_time', 'targeting']),
    allowReplace: seldom.map((refused) => !refused),
  });
}

function campaign(key: string, name = `campaign ${key}`): fc.Arbitrary<WholeCampaign> {
  return fc.subarray(['x', 'y', 'z'], { minLength: 0, maxLength: 2 }).chain((chosen) =>
    fc.record({
      key: fc.constant(key),
      name: fc.constant(name),
      instrument: fc.constantFrom('fiu' as const, 'fie' as const),
      status,
      optimization: fc.constantFrom('CAMPAIGN' as const, 'LINE_ITEM' as const),
      daily: given,
      total: whole,
      ignored: ignoredWires([]),
      allowReplace: seldom.map((refused) => !refused),
      file: fc.constantFrom<WholeFile>('a.yaml', 'b.yaml'),
      items: fc.tuple(...chosen.map(item)),
    }),
  );
}

const campaigns = (prefix: string, least: number, most: number): fc.Arbitrary<readonly WholeCampaign[]> =>
  fc
    .subarray([...keys], { minLength: least, maxLength: most })
    .chain((chosen) => fc.tuple(...chosen.map((key) => campaign(`${prefix}${key}`))));

/** Campaigns of somebody else, some of which are called like one that the document adds. */
const foreign = fc
  .tuple(campaigns('foreign-', 0, 2), fc.boolean())
  .map(([all, isNamesake]) =>
    all.map((each, index) => (isNamesake ? { ...each, name: `new n${index + 1}` } : each)),
  );

const other: fc.Arbitrary<OtherProject> = fc.record({
  campaigns: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: campaign('oa').map((only) => [{ ...only, file: 'a.yaml' as const }]) },
  ),
  guest: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: item('g') }),
});

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(...editSorts),
  at: choice,
  item: choice,
  amount: given,
  flight,
  fresh: campaign('new'),
});

const outside: fc.Arbitrary<Outside> = fc.record({
  what: fc.constantFrom(...outsideSorts),
  at: choice,
  amount: fc.option(amount, { freq: 5 }),
  flight: fc.constantFrom(...flights, endless),
  fresh: fc.constantFrom('other', 'w1').chain(item),
});

const selection: fc.Arbitrary<WholeSelection> = fc.record({
  targets: fc.array(choice, { maxLength: 2 }),
  excludes: fc.array(choice, { maxLength: 1 }),
});

/** Whole worlds: whatever may be declared, changed by people, and wanted otherwise. */
const anySpec: fc.Arbitrary<WholeSpec> = fc.record({
  before: campaigns('', 1, 3),
  other,
  foreign,
  outside: fc.array(outside, { maxLength: 3, size: 'max' }),
  edits: fc.array(edit, { maxLength: 4, size: 'max' }),
  files: wholeFiles,
  selection: fc.option(selection, { nil: undefined, freq: 2 }),
  undoDrift: fc.boolean(),
  allowRecreate: fc.boolean(),
  adopt: fc.boolean(),
  later: fc.array(outside, { maxLength: 2, size: 'max' }),
  activeLimit: fc.constantFrom(200, 200, 3, 2),
  counts: fc.constantFrom('active', 'active', 'not_deleted'),
  itemLimit: fc.constantFrom(undefined, 200, 4, 3),
  batch: fc.constantFrom(10, 3, 1),
  maxDaily: fc.constantFrom(undefined, undefined, undefined, 30 * unit, 10 * unit),
  dice: fc.nat(),
  failing: fc.boolean(),
  leftOut: fc.option(choice, { nil: undefined, freq: 2 }),
});

export const wholeSpec: fc.Arbitrary<WholeSpec> = fc.noBias(anySpec);
