import { describe, expect, test } from 'vitest';
import { us, useSandbox } from './sandbox-client.ts';

const account = `/12/accounts/${us}`;

const publicOnly = [
  ['GET', `${account}/line_items`],
  ['POST', `/12/batch/accounts/${us}/line_items`],
  ['GET', `${account}/targeting_criteria`],
  ['POST', `${account}/targeting_criteria`],
  ['POST', `/12/batch/accounts/${us}/targeting_criteria`],
  ['POST', `${account}/scheduled_promoted_tweets`],
  ['GET', `${account}/preroll_call_to_actions`],
  ['GET', `${account}/features`],
  ['GET', `${account}/promotable_users`],
  ['GET', `${account}/curated_categories`],
  ['GET', '/12/targeting_criteria/locations'],
  ['GET', '/1.1/users/show.json'],
] as const;

// Known paths whose other methods the documentation has.
const publicMethods = [
  ['GET', `${account}/tax_settings`],
  ['GET', `${account}/line_item_curated_categories`],
  ['POST', `${account}/promoted_tweets`],
] as const;

describe('under the profile reference', () => {
  const client = useSandbox({ profile: 'reference' });

  test.each(publicOnly)('R295 %s %s is no path', async (method, path) => {
    const answer = await client.send(method, path);

    expect([answer.status, answer.codes]).toEqual([404, ['ROUTE_NOT_FOUND']]);
  });

  test.each(publicMethods)('R262 R285 %s %s is not allowed', async (method, path) => {
    const answer = await client.send(method, path);

    expect([answer.status, answer.codes]).toEqual([405, ['METHOD_NOT_ALLOWED']]);
  });

  test('documented calls are served, and curated categories are held against nothing', async () => {
    const query = { line_item_id: '6zva', curated_category_id: 'anything' };

    const placements = await client.send('GET', '/12/line_items/placements');
    const curated = await client.send('POST', `${account}/line_item_curated_categories`, { query });

    expect([placements.status, curated.status]).toEqual([200, 200]);
  });
});

describe('under the profile public', () => {
  const client = useSandbox();

  test.each([...publicOnly, ...publicMethods])('%s %s is served', async (method, path) => {
    const answer = await client.send(method, path);

    expect([404, 405]).not.toContain(answer.status);
  });
});
