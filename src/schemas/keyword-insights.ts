/** How many posts have keywords, and which keywords go with them. */
export interface KeywordInsights {
  readonly keywords: readonly string[];
  readonly without: readonly string[];
  readonly granularity: 'DAY' | 'HOUR';
  /** The id of a country; `undefined` for the whole world. */
  readonly country: string | undefined;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Posts in each period, by the beginning of the period. */
  readonly volume: readonly { readonly at: string; readonly posts: number }[];
  readonly related: readonly string[];
}
