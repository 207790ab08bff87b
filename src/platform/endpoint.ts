/** What stands where an id could stand, below cards (F-card-09, F-card-12). */
const namesUnderCards = new Set(['poll', 'image_conversation', 'video_conversation']);

/**
 * The endpoint of an advertising path, ids left out: `/12/accounts/:id/campaigns/:id` of
 * `/12/accounts/18ce54d4x5t/campaigns/8wku2`. Below an account names and ids take turns; another path is its own.
 */
export function endpointOf(path: string): string {
  const [, start, rest = ''] = /^(\/\d+(?:\/batch)?\/accounts)\/[^/]+(.*)$/.exec(path) ?? [];
  if (start === undefined) return path;
  let name = ':id';
  const parts = rest.split('/').slice(1);
  const shown = parts.map((part) => {
    const isName = name === ':id' || (name === 'cards' && namesUnderCards.has(part));
    name = isName ? part : ':id';
    return name;
  });
  return [start, ':id', ...shown].join('/');
}

/**
 * The requests that one budget counts together: all writes, all reads of targeting criteria, else one endpoint's reads;
 * with audiences each method of each endpoint has its own (F-rate-01).
 */
export function budgetGroup(method: string, path: string): string {
  const endpoint = endpointOf(path);
  if (/\/(custom|tailored)_audiences(\/|$)/.test(endpoint)) return `${method} ${endpoint}`;
  if (method !== 'GET') return 'writes';
  return /\/accounts\/:id\/targeting_criteria(\/|$)/.test(endpoint) ? 'targeting reads' : `GET ${endpoint}`;
}
