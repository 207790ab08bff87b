/** A request as the platform takes it, below `/12/accounts/ACCOUNT` unless it names a path from the version on. */
export interface RawRequest {
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** One rule, a document that breaks it, and what breaks it on the wire. */
export interface RuleCase {
  readonly rule: string;
  /** What stands in the account's entry. */
  readonly document: string;
  readonly raw: RawRequest;
  /** Records that the platform needs for it beside those of the seed, by collection. */
  readonly seed?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** The code of the refusal, of the platform's list. */
  readonly code: string;
}

const usual = { id: '6zva' } as const;

/** A write whose parameters travel in the query. */
export function post(path: string, query: Readonly<Record<string, string>>): RawRequest {
  return { method: 'POST', path, query };
}

/** A write with a JSON body. */
export function postJson(path: string, json: unknown): RawRequest {
  return { method: 'POST', path, json };
}

/** An update whose parameters travel in the query. */
export function put(path: string, query: Readonly<Record<string, string>>): RawRequest {
  return { method: 'PUT', path, query };
}

/** A campaign with these lines beside its name and funding instrument. */
export function campaign(lines: string): string {
  return `campaigns: { c: { name: C, funding_instrument: { id: hxtet }, ${lines} } }`;
}

/** A line item with these lines beside what every one needs; `objective` stands among them. */
export function lineItem(lines: string, campaignLines = 'daily_budget: 50'): string {
  const flight = 'start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z';
  return campaign(`${campaignLines}, line_items: { l: { name: L, ${flight}, ${lines} } }`);
}

/** Something below a line item that is managed elsewhere. */
export function below(lines: string): string {
  return `line_items: { evergreen: { id: ${usual.id}, ${lines} } }`;
}

/** A line item that clicks are bought for. */
export const clicks =
  'objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO';

/** The parameters of a line item that clicks are bought for, under the campaign of the seed. */
export const rawClicks: Readonly<Record<string, string>> = {
  campaign_id: '8zva0',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_TWEETS',
  placements: 'ALL_ON_TWITTER',
};

/** Text of a length. */
export function long(length: number): string {
  return 'x'.repeat(length);
}
