import type { RateGroup } from '../world/rate-limits.ts';

/** What decides which windows a request falls into. */
export interface Rated {
  readonly method: string;
  /** The endpoint's path with its parameters as names, version included: `/12/accounts/:account_id/campaigns`. */
  readonly pattern: string;
  readonly withTotalCount: boolean;
}

const core = new Set([
  'accounts',
  'funding_instruments',
  'campaigns',
  'line_items',
  'promoted_tweets',
  'promoted_accounts',
  'scheduled_promoted_tweets',
  'media_creatives',
  'tracking_tags',
]);

/** The group that a request belongs to (F-rate-01). */
export function rateGroupOf({ method, pattern, withTotalCount }: Rated): RateGroup {
  const [version = '', ...segments] = pattern.slice(1).split('/');
  if (!/^\d+$/.test(version) || version === '2') return dataGroup(method, pattern);
  if (segments.some((segment) => /^(custom|tailored)_audiences$/.test(segment))) return 'audience';
  if (method !== 'GET') return 'writes';
  return withTotalCount ? 'total_counts' : readGroup(segments);
}

function readGroup(segments: readonly string[]): RateGroup {
  const [first = '', second = '', collection = first] = segments;
  if (first === 'targeting_criteria') return second.startsWith('tv_') ? 'tv_reads' : 'global_reads';
  if (first === 'insights') return 'keyword_insights';
  if (first === 'stats') return second === 'accounts' && segments.length === 3 ? 'stats' : 'account_reads';
  if (second !== ':account_id') return first === 'accounts' ? 'core_reads' : 'global_reads';
  if (collection === 'targeting_criteria') return 'targeting_reads';
  return core.has(collection) ? 'core_reads' : 'account_reads';
}

function dataGroup(method: string, pattern: string): RateGroup {
  if (method === 'GET' && pattern === '/2/tweets') return 'post_reads';
  return method === 'POST' && /^\/2\/(tweets|posts)$/.test(pattern) ? 'post_writes' : 'other';
}
