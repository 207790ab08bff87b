import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { us, useSandbox } from '../sandbox-client.ts';

const account = `/12/accounts/${us}`;
const dumped = z.record(z.string(), z.array(z.looseObject({ id: z.unknown(), account_id: z.unknown() })));
const seededIds = z.record(z.string(), z.array(z.string()));

describe('a seed', () => {
  const client = useSandbox();

  test.each([
    'media_library',
    'account_media',
    'cards',
    'poll_cards',
    'video_conversation_cards',
    'image_conversation_cards',
    'tweets',
    'draft_tweets',
    'scheduled_tweets',
    'custom_audiences',
    'audience_permissions',
    'audience_users',
    'do_not_reach_lists',
    'do_not_reach_users',
  ])('fills in %s, and the dump shows them', async (collection) => {
    const seeded = await client.control('POST', '/seed', { [collection]: [{}] });
    const { json } = await client.control('GET', `/dump?account_id=${us}`);

    const [id] = seededIds.parse(seeded.json)[collection] ?? [];
    const kept = dumped.parse(json)[collection]?.find((record) => record.id === id);
    expect(kept).toMatchObject({ id, account_id: us, deleted: false });
  });

  test('names everything that the documented example refers to', async () => {
    const answers = await Promise.all([
      client.send('GET', `${account}/media_library/13_1191948012077092867`),
      client.send('GET', `${account}/account_media/3wpx`),
      client.send('GET', `${account}/custom_audiences/1nmth`),
      client.send('GET', `${account}/tweets`, {
        query: { tweet_type: 'PUBLISHED', tweet_ids: '1166476031668015104' },
      }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[3]?.records.length).toBe(1);
  });
});

describe('the profile of the documentation alone', () => {
  const client = useSandbox({ profile: 'reference' });

  test.each<['GET' | 'PUT' | 'POST' | 'DELETE', string]>([
    ['GET', '/media_library'],
    ['GET', '/draft_tweets'],
    ['POST', '/draft_tweets'],
    ['GET', '/scheduled_tweets/1'],
    ['GET', '/custom_audiences'],
    ['DELETE', '/custom_audiences/1nmth'],
    ['DELETE', '/cards/poll/1'],
    ['POST', '/cards/image_conversation'],
    ['PUT', '/cards/video_conversation/1'],
    ['GET', '/do_not_reach_lists'],
  ])('does not serve %s %s', async (method, path) => {
    const answer = await client.send(method, `${account}${path}`);

    expect(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']).toContain(answer.codes[0]);
  });

  test('answers a read of a card with the card', async () => {
    await client.control('POST', '/seed', { cards: [{ id: '77', account_id: us }] });

    const answer = await client.send('GET', `${account}/cards/77`);

    expect(answer.id).toBe('77');
    expect(answer.record['card_uri']).toBe('card://77');
  });
});
