import { expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });

const groupsSchema = z.array(
  z.object({
    collection: z.string(),
    records: z.array(z.looseObject({ id: z.string() })),
    changeable: z.array(
      z.object({
        name: z.string(),
        holds: z.string(),
        values: z.array(z.string()).optional(),
        empty: z.boolean(),
        where: z.object({ field: z.string(), is: z.string() }).optional(),
      }),
    ),
    deletable: z.boolean(),
    previews: z.record(z.string(), z.looseObject({ text: z.string() })),
  }),
);

type Group = z.infer<typeof groupsSchema>[number];

async function browse(query: string): Promise<readonly Group[]> {
  return groupsSchema.parse((await client.control('GET', `/browse?${query}`)).json);
}

async function mutate(mutation: object) {
  return await client.control('POST', '/mutate', [{ as_person: true, ...mutation }]);
}

/** A record of every kind that hangs on an account, a campaign or a line item. */
async function everyGroup(): Promise<readonly Group[]> {
  const media = '3_1191948012077092869';
  const seed = {
    cards: [{ account_id: us }],
    poll_cards: [{ account_id: us }],
    image_conversation_cards: [{ account_id: us, media_key: media }],
    draft_tweets: [{ account_id: us }],
    scheduled_tweets: [{ account_id: us }],
    tracking_tags: [{ account_id: us, line_item_id: '6zva' }],
    promoted_tweets: [{ account_id: us, line_item_id: '6zva' }],
    scheduled_promoted_tweets: [{ account_id: us, line_item_id: '6zva' }],
    preroll_call_to_actions: [{ account_id: us, line_item_id: '6zva' }],
    do_not_reach_lists: [{ account_id: us }],
  };
  expect((await client.control('POST', '/seed', seed)).status).toBe(200);
  const groups = [
    `collection=accounts&id=${us}`,
    'collection=campaigns&id=8zva0',
    'collection=line_items&id=6zva',
  ].map(browse);
  return [...(await browse('')), ...(await Promise.all(groups)).flat()];
}

test('every field that the console offers can be set to what it holds, as a request would', async () => {
  const groups = await everyGroup();
  const refused: string[] = [];
  const tried: string[] = [];
  for (const { collection, records, changeable } of groups) {
    const [record] = records;
    for (const { name, where } of changeable) {
      const value = record?.[name] ?? null;
      if (record === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
      if (where !== undefined && record[where.field] !== where.is) continue;
      const text = Array.isArray(value) ? value.join(',') : z.coerce.string().parse(value);
      const { status, text: told } = await mutate({ collection, id: record.id, set: { [name]: text } });
      tried.push(`${collection}.${name}`);
      if (status !== 200) refused.push(`${collection}.${name}: ${told}`);
    }
  }

  expect(refused).toEqual([]);
  expect(tried.length).toBeGreaterThan(25);
});

test('what the console deletes is marked or taken out, as the platform does', async () => {
  const groups = (await everyGroup()).filter(({ deletable }) => deletable);
  const outcomes: Record<string, unknown> = {};
  for (const { collection, records } of groups) {
    const id = records[0]?.id ?? '';
    await mutate({ collection, id, remove: true });
    const { json } = await client.control('GET', '/dump');
    const dump = z.record(z.string(), z.array(z.looseObject({ id: z.string() }))).parse(json);
    const left = dump[collection]?.find((record) => record.id === id);
    outcomes[collection] = left === undefined ? 'gone' : left['deleted'];
  }

  expect(outcomes).toMatchObject({
    campaigns: true,
    line_items: true,
    targeting_criteria: true,
    poll_cards: 'gone',
    scheduled_tweets: 'gone',
    tweets: true,
  });
  expect(Object.values(outcomes).filter((each) => each !== true && each !== 'gone')).toEqual([]);
});

const campaign = { collection: 'campaigns', id: '8zva0' };

test.each([
  [{ daily_budget_amount_local_micro: '1' }, 'INVALID_DENOMINATION', 'daily_budget_amount_local_micro'],
  [{ daily_budget_amount_local_micro: -5 }, 'INVALID_PARAMETER', 'daily_budget_amount_local_micro'],
  [{ entity_status: 'RUNNING' }, 'INVALID_PARAMETER', 'entity_status'],
  [{ name: '' }, 'INVALID_PARAMETER', 'name'],
  [{ name: ['x'] }, 'INVALID_PARAMETER', 'name'],
  [{ funding_instrument_id: 'hxuk1' }, 'INVALID_PARAMETER', 'funding_instrument_id'],
  [{ deleted: true }, 'INVALID_PARAMETER', 'deleted'],
  [{ toString: 'x' }, 'INVALID_PARAMETER', 'toString'],
])('a person cannot set %j', async (set, code, parameter) => {
  const { status, json } = await mutate({ ...campaign, set });

  expect(status).toBe(400);
  expect(json).toMatchObject({ errors: [{ code, parameter }] });
});

test('limits hold for a person, and not for others', async () => {
  await client.control('PUT', '/limits', { active_campaigns: 0 });
  const set = { entity_status: 'ACTIVE' };

  const person = await mutate({ ...campaign, set });
  const anyhow = await mutate({ ...campaign, set, as_person: false });

  expect([person.status, anyhow.status]).toEqual([400, 200]);
  expect(person.json).toMatchObject({ errors: [{ code: 'TOO_MANY_CAMPAIGNS' }] });
});

test('what is deleted is changed by nobody, and several changes are made together or not at all', async () => {
  const rename = (name: string) => ({ ...campaign, as_person: true, set: { name } });
  const both = await client.control('POST', '/mutate', [rename('First'), rename('')]);
  const { record } = await client.send('GET', `/12/accounts/${us}/campaigns/8zva0`);
  await mutate({ ...campaign, remove: true });
  const late = await mutate({ ...campaign, set: { name: 'Late' } });

  expect([both.status, late.status]).toEqual([400, 400]);
  expect(record['name']).toBe('Evergreen');
  expect(late.text).toContain('is deleted already');
});

test('the values and the time of a change stand, and what hangs on a deleted campaign stays', async () => {
  await client.control('PUT', '/clock', { now: '2026-12-05T00:00:00Z', frozen: true });
  await mutate({ ...campaign, set: { daily_budget_amount_local_micro: '60000000', name: 'Later' } });
  const { record } = await client.send('GET', `/12/accounts/${us}/campaigns/8zva0`);
  await mutate({ ...campaign, remove: true });
  const { records } = await client.send('GET', `/12/accounts/${us}/line_items`);

  expect(record).toMatchObject({
    name: 'Later',
    daily_budget_amount_local_micro: 60_000_000,
    updated_at: '2026-12-05T00:00:00Z',
  });
  expect(records).toHaveLength(1);
});

test('a post is previewed where it is and where it is promoted, with its card of any sort', async () => {
  const [tweet, card] = ['1166476031668015201', '1504831318555086849'];
  await client.control('POST', '/seed', {
    poll_cards: [{ id: card, account_id: us, first_choice: 'Tea', second_choice: 'Coffee' }],
    tweets: [{ id: tweet, account_id: us, text: 'Which?', card_uri: `card://${card}`, nullcast: false }],
    promoted_tweets: [
      { id: 'p1', account_id: us, line_item_id: '6zva', tweet_id: tweet },
      { id: 'p2', account_id: us, line_item_id: '6zva', tweet_id: '404' },
    ],
  });
  const [posts] = await browse(`collection=accounts&id=${us}&only=tweets`);
  const [promoted] = await browse('collection=line_items&id=6zva&only=promoted_tweets');

  expect(promoted?.previews).toEqual({ p1: posts?.previews[tweet] });
  expect(posts?.previews[tweet]).toMatchObject({
    screen_name: 'acme_admin',
    text: 'Which?',
    is_promoted_only: false,
    card: { buttons: ['Tea', 'Coffee'], titles: [] },
  });
});
