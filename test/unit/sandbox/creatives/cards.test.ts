import { describe, expect, test } from 'vitest';
import { us, useSandbox } from '../sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T00:00:00Z' });
const cards = `/12/accounts/${us}/cards`;
type Query = Readonly<Record<string, string>>;
type Component = Readonly<Record<string, unknown>>;

const [image, otherImage, video, otherVideo] = [
  '3_1191948012077092869',
  '3_90',
  '13_1191948012077092867',
  '7_91',
];
const media = (key: string): Component => ({ type: 'MEDIA', media_key: key });
const swipe = (...keys: readonly string[]): Component => ({ type: 'SWIPEABLE_MEDIA', media_keys: keys });
const details: Component = {
  type: 'DETAILS',
  title: 'Spring',
  destination: { type: 'WEBSITE', url: 'https://example.com' },
};
const app = (fields: Component = {}): Component => ({
  type: 'APP',
  country_code: 'US',
  app_store_id_a: 'com.example.app',
  ...fields,
});
const button = (destination: Component = app(), label: Component = { type: 'ENUM', value: 'INSTALL' }) => ({
  type: 'BUTTON',
  label,
  destination,
});

async function seedMedia(): Promise<void> {
  const library = [otherImage, otherVideo].map((key) => ({ media_key: key, account_id: us }));
  await client.control('POST', '/seed', { media_library: library });
}

function create(json: unknown) {
  return client.send('POST', cards, { json });
}

describe('a card', () => {
  test('R317 R328 R329 is made of components, whose order stays; the body is not echoed', async () => {
    const components = [details, media(image)];

    const answer = await create({ name: 'Hero', components });
    const read = await client.send('GET', `${cards}/${answer.id}`);

    expect(answer.record).toEqual({
      id: answer.id,
      name: 'Hero',
      card_type: 'IMAGE_WEBSITE',
      card_uri: `card://${answer.id}`,
      components,
      created_at: answer.record['created_at'],
      updated_at: answer.record['updated_at'],
      deleted: false,
    });
    expect(answer.body.request).toEqual({ params: { account_id: us } });
    expect(read.record).toEqual(answer.record);
  });

  test.each<[string, readonly Component[] | readonly (readonly Component[])[], string]>([
    ['components', [media(image), details], 'IMAGE_WEBSITE'],
    ['components', [media(video), details], 'VIDEO_WEBSITE'],
    ['components', [media(image), button()], 'IMAGE_APP'],
    ['components', [media(video), button()], 'VIDEO_APP'],
    ['components', [swipe(image, otherImage), details], 'IMAGE_CAROUSEL_WEBSITE'],
    ['components', [swipe(video, otherVideo), details], 'VIDEO_CAROUSEL_WEBSITE'],
    ['components', [swipe(image, otherImage), button()], 'IMAGE_CAROUSEL_APP'],
    ['components', [swipe(video, otherVideo), button()], 'VIDEO_CAROUSEL_APP'],
    ['components', [swipe(image, video), details], 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE'],
    ['components', [swipe(image, video), button()], 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP'],
    [
      'slides',
      [
        [media(image), details],
        [media(otherImage), details],
      ],
      'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE',
    ],
    [
      'slides',
      [
        [media(video), details],
        [media(otherVideo), details],
      ],
      'VIDEO_MULTI_DEST_CAROUSEL_WEBSITE',
    ],
    [
      'slides',
      [
        [media(image), details],
        [media(video), details],
      ],
      'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE',
    ],
  ])('R306 R320 R332 %s %j make a card of type %s', async (field, content, cardType) => {
    await seedMedia();

    const answer = await create({ name: 'C', [field]: content });
    const list = await client.send('GET', cards, { query: { card_types: cardType } });

    expect(answer.record).toMatchObject({ card_type: cardType, [field]: content });
    expect(list.records).toEqual([answer.record]);
  });

  test.each<[string, Component, string, string]>([
    ['R329', { components: [media(image), details] }, 'MISSING_PARAMETER', 'name'],
    ['R329', { name: 'x'.repeat(81), components: [media(image), details] }, 'INVALID_PARAMETER', 'name'],
    ['R330', { name: 'C' }, 'MISSING_PARAMETER', 'components'],
    [
      'R331',
      {
        name: 'C',
        components: [media(image), details],
        slides: [
          [media(image), details],
          [media(image), details],
        ],
      },
      'EXCLUSIVE_PARAMETERS',
      'slides',
    ],
    [
      'R305',
      { name: 'C', components: [{ type: 'MEDIA' }, details] },
      'MISSING_PARAMETER',
      'components.0.media_key',
    ],
    [
      'R305',
      { name: 'C', components: [media('image'), details] },
      'INVALID_PARAMETER',
      'components.0.media_key',
    ],
    ['R305', { name: 'C', components: [media('3_404'), details] }, 'INVALID_MEDIA_ID', 'components'],
    [
      'R306',
      { name: 'C', components: [swipe(image), details] },
      'INVALID_PARAMETER',
      'components.0.media_keys',
    ],
    [
      'R306',
      { name: 'C', components: [swipe('3_1', '3_2', '3_3', '3_4', '3_5', '3_6', '3_7'), details] },
      'INVALID_PARAMETER',
      'components.0.media_keys',
    ],
    [
      'R307',
      { name: 'C', components: [media(image), { ...details, title: undefined }] },
      'MISSING_PARAMETER',
      'components.1.title',
    ],
    [
      'R307',
      { name: 'C', components: [media(image), { ...details, destination: app() }] },
      'INVALID_PARAMETER',
      'components.1.destination.type',
    ],
    [
      'R308',
      { name: 'C', components: [media(image), button({ type: 'WEBSITE', url: 'https://example.com' })] },
      'INVALID_PARAMETER',
      'components.1.destination.type',
    ],
    [
      'R309',
      { name: 'C', components: [media(image), button(app(), { type: 'TEXT', value: 'OPEN' })] },
      'INVALID_PARAMETER',
      'components.1.label.type',
    ],
    [
      'R310',
      { name: 'C', components: [media(image), button(app(), { type: 'ENUM', value: 'BUY' })] },
      'INVALID_PARAMETER',
      'components.1.label.value',
    ],
    [
      'R311',
      { name: 'C', components: [media(image), { ...details, destination: { type: 'WEBSITE' } }] },
      'MISSING_PARAMETER',
      'components.1.destination.url',
    ],
    [
      'R313',
      { name: 'C', components: [media(image), button(app({ country_code: 'XX' }))] },
      'INVALID_PARAMETER',
      'components.1.destination.country_code',
    ],
    [
      'R313',
      { name: 'C', components: [media(image), button(app({ country_code: null }))] },
      'MISSING_PARAMETER',
      'components.1.destination.country_code',
    ],
    [
      'R314',
      { name: 'C', components: [media(image), button(app({ app_store_id_a: null }))] },
      'MISSING_PARAMETER',
      'components.1.destination.app_store_id_a',
    ],
    [
      'R312',
      { name: 'C', components: [media(image), button(app({ app_store_id_b: 'x1' }))] },
      'INVALID_PARAMETER',
      'components.1.destination.app_store_id_b',
    ],
    [
      'R315',
      {
        name: 'C',
        components: [
          media(image),
          button(app({ app_store_id_a: null, app_store_id_b: '1', deep_link_a: 'a://b' })),
        ],
      },
      'INCLUSIVE_PARAMETERS',
      'components.1.destination.deep_link_a',
    ],
    [
      'R316',
      { name: 'C', components: [media(image), button(app({ deep_link_b: 'a://b' }))] },
      'INCLUSIVE_PARAMETERS',
      'components.1.destination.deep_link_b',
    ],
    ['R332', { name: 'C', components: [media(image)] }, 'INVALID_PARAMETER', 'components'],
    ['R332', { name: 'C', components: [media(image), details, button()] }, 'INVALID_PARAMETER', 'components'],
    ['R332', { name: 'C', slides: [[media(image), details], [details]] }, 'INVALID_PARAMETER', 'slides.1'],
    [
      'R332',
      {
        name: 'C',
        slides: [
          [media(image), button()],
          [media(image), button()],
        ],
      },
      'UNKNOWN_CARD_TYPE',
      'slides',
    ],
    ['R332', { name: 'C', components: 'none' }, 'INVALID_PARAMETER', 'components.0'],
    ['R332', { name: 'C', components: [{ type: 'POSTER' }] }, 'INVALID_PARAMETER', 'components.0.type'],
    ['R332', { name: 'C', components: [{ type: '__proto__' }] }, 'INVALID_PARAMETER', 'components.0.type'],
  ])('%s POST refuses %j', async (_rule, json, code, parameter) => {
    const answer = await create(json);

    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ code, parameter }));
  });

  test('R312 the platform’s own names of an app are taken and kept', async () => {
    const destination = {
      type: 'APP',
      country_code: 'US',
      googleplay_app_id: 'com.example.app',
      googleplay_deep_link: 'app://home',
      ios_app_store_identifier: '333903271',
    };

    const answer = await create({ name: 'C', components: [media(image), button(destination)] });

    expect(answer.record['components']).toEqual([media(image), button(destination)]);
  });

  test('R333 an update replaces what it names and leaves the rest', async () => {
    await seedMedia();
    const { id } = await create({ name: 'C', components: [media(image), details] });
    const slides = [
      [media(image), details],
      [media(video), details],
    ];

    const named = await client.send('PUT', `${cards}/${id}`, { json: { name: 'D' } });
    const slid = await client.send('PUT', `${cards}/${id}`, { json: { slides } });

    expect(named.record).toMatchObject({ name: 'D', components: [media(image), details] });
    expect(slid.record).toMatchObject({
      name: 'D',
      slides,
      card_type: 'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE',
    });
    expect(slid.record).not.toHaveProperty('components');
    expect(slid.body.request).toEqual({ params: { account_id: us, card_id: id } });
  });

  test('R327 R334 a deleted card is marked, and shown only where it is asked for', async () => {
    const { id } = await create({ name: 'C', components: [media(image), details] });

    const gone = await client.send('DELETE', `${cards}/${id}`);
    const again = await client.send('DELETE', `${cards}/${id}`);
    const shown = await client.send('GET', `${cards}/${id}`, { query: { with_deleted: 'true' } });

    expect(gone.record).toMatchObject({ id, deleted: true });
    expect(again.codes).toEqual(['CARD_NOT_FOUND']);
    expect(shown.record).toMatchObject({ id, deleted: true });
  });

  test('the answers hold a list of one where the limits say so', async () => {
    await client.control('PUT', '/limits', { creatives: { card_envelope: 'list' } });
    const { id } = await create({ name: 'C', components: [media(image), details] });

    const read = await client.send('GET', `${cards}/${id}`);

    expect(read.records.map((card) => card['id'])).toEqual([id]);
  });

  test('what is nested too deeply is refused', async () => {
    const answer = await create(`{"name":"C","components":${'['.repeat(5000)}${']'.repeat(5000)}}`);

    expect(answer.status).toBe(400);
  });
});

async function three(): Promise<readonly string[]> {
  const made = [];
  for (const name of ['Alpha', 'alphabet', 'Beta'])
    made.push((await create({ name, components: [media(image), details] })).id);
  return made;
}

describe('the list of cards', () => {
  test('R319 R321 R322 R326 chooses by ids, addresses and the start of the name', async () => {
    const [a = '', b = '', c = ''] = await three();
    const poll = { name: 'P', first_choice: 'A', second_choice: 'B', duration_in_minutes: '5' };
    await client.send('POST', `${cards}/poll`, { query: poll });
    const under = async (query: Query) =>
      (await client.send('GET', cards, { query })).records.map((record) => record['id']);

    const lists = await Promise.all([
      under({}),
      under({ card_id: `${b},${c}` }),
      under({ card_ids: `${b},${c}` }),
      under({ card_uris: `card://${a}` }),
      under({ q: 'ALPHA' }),
      under({ sort_by: 'name-desc' }),
    ]);

    expect(lists).toEqual([[a, b, c], [b, c], [b, c], [a], [a, b], [b, c, a]]);
  });

  test.each<[string, Query, string]>([
    ['R323', { count: '201' }, 'count'],
    ['R323', { count: '0' }, 'count'],
    ['R320', { card_types: 'POLL' }, 'card_types'],
    ['R321', { card_id: Array.from({ length: 201 }, (_, n) => `${n}`).join(',') }, 'card_id'],
    ['R322', { card_uris: Array.from({ length: 201 }, (_, n) => `card://${n}`).join(',') }, 'card_uris'],
    ['R322', { card_uris: 'https://example.com' }, 'card_uris'],
    ['R325', { include_legacy_cards: 'perhaps' }, 'include_legacy_cards'],
    ['R326', { q: 'x'.repeat(81) }, 'q'],
  ])('%s refuses %o', async (_rule, query, parameter) => {
    const answer = await client.send('GET', cards, { query });

    expect(answer.body.errors).toMatchObject([{ code: 'INVALID_PARAMETER', parameter }]);
  });

  test('R323 R324 has a hundred cards a page unless said otherwise, and no total count', async () => {
    const many = Array.from({ length: 205 }, () => ({ account_id: us }));
    await client.control('POST', '/seed', { cards: many });

    const usual = await client.send('GET', cards, { query: { with_total_count: 'true' } });
    const most = await client.send('GET', cards, { query: { count: '200' } });
    const rest = await client.send('GET', cards, {
      query: { count: '200', cursor: most.body.next_cursor ?? '' },
    });

    expect([usual.records.length, most.records.length, rest.records.length]).toEqual([100, 200, 5]);
    expect(usual.body.total_count).toBeUndefined();
  });

  test('R325 legacy cards are listed only where they are asked for', async () => {
    await client.control('POST', '/seed', { cards: [{ id: '7old', account_id: us, legacy: true }] });

    const usual = await client.send('GET', cards);
    const all = await client.send('GET', cards, { query: { include_legacy_cards: 'true' } });

    expect([usual.records.length, all.records.length]).toEqual([0, 1]);
  });
});

describe('cards of any kind', () => {
  test('R335 R336 R337 are read by their addresses', async () => {
    const card = await create({ name: 'C', components: [media(image), details] });
    const query = { name: 'P', first_choice: 'A', second_choice: 'B', duration_in_minutes: '5' };
    const poll = await client.send('POST', `${cards}/poll`, { query });
    await client.send('DELETE', `${cards}/${card.id}`);
    const uris = { card_uris: `card://${poll.id},card://${card.id},card://1` };

    const live = await client.send('GET', `${cards}/all`, { query: uris });
    const all = await client.send('GET', `${cards}/all`, { query: { ...uris, with_deleted: 'true' } });
    const none = await client.send('GET', `${cards}/all`);
    const one = await client.send('GET', `${cards}/all/${poll.id}`);
    const gone = await client.send('GET', `${cards}/all/${card.id}`);

    expect(live.records.map((record) => record['id'])).toEqual([poll.id]);
    expect(all.records.map((record) => record['id'])).toEqual([poll.id, card.id]);
    expect(none.body.errors).toMatchObject([{ code: 'MISSING_PARAMETER', parameter: 'card_uris' }]);
    expect(one.record).toEqual(poll.record);
    expect(gone.codes).toEqual(['CARD_NOT_FOUND']);
  });

  test('R338 a card’s update and deletion do not reach other kinds', async () => {
    const query = { name: 'P', first_choice: 'A', second_choice: 'B', duration_in_minutes: '5' };
    const poll = await client.send('POST', `${cards}/poll`, { query });

    const answers = await Promise.all([
      client.send('PUT', `${cards}/${poll.id}`, { json: { name: 'N' } }),
      client.send('DELETE', `${cards}/${poll.id}`),
    ]);

    expect(answers.map(({ codes }) => codes)).toEqual([['CARD_NOT_FOUND'], ['CARD_NOT_FOUND']]);
  });
});
