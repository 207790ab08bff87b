/** An amount in micro units. `undefined`: the document does not say; `null`: it must be unset. */
export type Amount = number | null | undefined;
export type Status = 'ACTIVE' | 'PAUSED' | undefined;
/** Start and end, as times of UTC; an end that is `null` is live only. */
export type Flight = readonly [start: string, end: string | null];

/** How a resource of a generated world is handled. */
interface Handled {
  /** Wire names, or the section of a set. */
  readonly ignored: readonly string[];
  readonly allowReplace: boolean;
}

/** A line item of a generated world. */
export interface ItemSpec extends Handled {
  readonly key: string;
  readonly name: string;
  readonly status: Status;
  readonly daily: Amount;
  readonly total: Amount;
  readonly bid: Amount;
  readonly flight: Flight;
  readonly objective: 'ENGAGEMENTS' | 'VIDEO_VIEWS';
  readonly placement: 'ALL_ON_TWITTER' | 'TWITTER_TIMELINE';
  /** Words that it is shown to; everybody where there are none. */
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** A campaign of a generated world. */
export interface CampaignSpec extends Handled {
  readonly key: string;
  readonly name: string;
  readonly instrument: string;
  readonly status: Status;
  readonly optimization: 'CAMPAIGN' | 'LINE_ITEM';
  readonly daily: Amount;
  readonly total: Amount;
  /** The file that declares it. */
  readonly file: string;
  readonly items: readonly ItemSpec[];
}

/** A million micro units: one of the currency. */
export const unit = 1_000_000;

const handled: Handled = { ignored: [], allowReplace: false };

/** An active line item of December 2026 without a budget of its own. */
export function itemSpec(key: string, more: Partial<ItemSpec> = {}): ItemSpec {
  return {
    key,
    name: `item ${key}`,
    status: 'ACTIVE',
    daily: null,
    total: undefined,
    bid: undefined,
    flight: ['2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z'],
    objective: 'ENGAGEMENTS',
    placement: 'ALL_ON_TWITTER',
    words: [],
    tags: [],
    ...handled,
    ...more,
  };
}

/** An active campaign of 5 a day without line items. */
export function campaignSpec(key: string, more: Partial<CampaignSpec> = {}): CampaignSpec {
  return {
    key,
    name: `campaign ${key}`,
    instrument: 'fi1',
    status: 'ACTIVE',
    optimization: 'CAMPAIGN',
    daily: 5 * unit,
    total: null,
    file: 'campaigns.yaml',
    items: [],
    ...handled,
    ...more,
  };
}
