import { describe, expect, test } from 'vitest';
import type { Example, Kind } from '../../../src/schemas/define-kind.ts';
import { documentSchema } from '../../../src/schemas/document.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { documentWith, exampleIn } from '../../support/kind-examples.ts';

/** What is wrong with the example of a kind after a change; `undefined` takes a field away. */
function wrongs(kind: Kind, change: Example, others: readonly Example[] = []): readonly string[] {
  const parsed = documentSchema.safeParse(documentWith(kind, changed(kind, change)));
  if (!parsed.success) return parsed.error.issues.map((issue) => issue.message);
  const declared = exampleIn(parsed.data, kind);
  const siblings = others.map((other) =>
    exampleIn(documentSchema.parse(documentWith(kind, changed(kind, other))), kind),
  );
  const findings = kind.check?.(declared, undefined, () => [declared, ...siblings]) ?? [];
  return findings.map(({ code, field, message }) => `${code} ${field} ${message}`);
}

function changed(kind: Kind, change: Example): Example {
  const own = Object.entries({ ...kind.example, ...change });
  return Object.fromEntries(own.filter(([, value]) => value !== undefined));
}

const image = '3_1';
const video = '7_1';
const animated = '16_1';
const website = { type: 'WEBSITE', url: 'https://example.com' };
const media = { type: 'MEDIA', media_key: image };
const details = { type: 'DETAILS', title: 'Spring', destination: website };
const button = (app: Example): Example => ({
  type: 'BUTTON',
  label: { type: 'ENUM', value: 'INSTALL' },
  destination: { type: 'APP', country_code: 'US', ...app },
});
const appA = button({ app_store_id_a: 'com.example' });
const oneMedium = 'a card shows one medium and one thing to tap';

const tables: Readonly<Record<string, readonly (readonly [Example, readonly string[]])[]>> = {
  card: [
    [{}, []],
    [{ name: 'x'.repeat(80) }, []],
    [{ name: 'x'.repeat(81) }, ['has 81 characters; at most 80 are allowed']],
    [{ components: [media, appA] }, []],
    [{ components: [appA, media] }, []],
    [
      { components: [media, button({ googleplay_app_id: 'com.example', googleplay_deep_link: 'a://b' })] },
      [],
    ],
    [{ components: [media, button({ ios_app_store_identifier: '333' })] }, []],
    [{ components: undefined }, ['MISSING_PARAMETER components is missing, and so is slides']],
    [
      {
        slides: [
          [media, details],
          [media, details],
        ],
      },
      ['EXCLUSIVE_PARAMETERS slides does not go with components'],
    ],
    [
      {
        components: undefined,
        slides: [
          [media, details],
          [details, media],
        ],
      },
      [],
    ],
    [
      {
        components: undefined,
        slides: [
          [media, appA],
          [media, details],
        ],
      },
      ['UNKNOWN_CARD_TYPE slides lead to an app, which only components can'],
    ],
    [
      {
        components: undefined,
        slides: [
          [{ type: 'SWIPEABLE_MEDIA', media_keys: [image, image] }, details],
          [media, details],
        ],
      },
      ['INVALID_PARAMETER slides slide 1 has SWIPEABLE_MEDIA'],
    ],
    [
      {
        components: undefined,
        slides: [
          [media, details],
          [details, details],
        ],
      },
      [`INVALID_PARAMETER slides slide 2: ${oneMedium}`],
    ],
    [{ components: undefined, slides: [[media, details]] }, ['Too small: expected array to have >=2 items']],
    [{ components: [media, media] }, [`INVALID_PARAMETER components components: ${oneMedium}`]],
    [{ components: [media] }, ['Too small: expected array to have >=2 items']],
    [
      { components: [media, button({})] },
      ['MISSING_PARAMETER components components: the destination names no app'],
    ],
    [
      { components: [media, button({ app_store_id_a: 'com.example', deep_link_b: 'a://b' })] },
      ['INCLUSIVE_PARAMETERS components components: deep_link_b goes only with app_store_id_b'],
    ],
    [
      { components: [media, button({ country_code: 'XX', app_store_id_b: '1' })] },
      ['is not a country code of ISO 3166-1'],
    ],
    [{ components: [media, button({ app_store_id_b: 'one' })] }, ['is not a number of an app store']],
    [{ components: [{ type: 'MEDIA', media_key: '13-1' }, details] }, ['is not a media key']],
    [
      { components: [{ type: 'SWIPEABLE_MEDIA', media_keys: [image] }, details] },
      ['Too small: expected array to have >=2 items'],
    ],
  ],
  media: [
    [{}, []],
    [{ media_key: image, title: undefined }, []],
    [{ media_key: image }, ['INVALID_PARAMETER title goes only with a video']],
    [
      { media_key: animated, title: undefined, description: 'Rain' },
      ['INVALID_PARAMETER description goes only with a video'],
    ],
    [{ poster_media_key: video }, ['INVALID_MEDIA_ID poster_media_key names a video']],
    [{ poster_media_key: { media: 'poster' } }, []],
    [{ media_key: '99_1' }, []],
    [{ media_key: 'leaf.png' }, ['is not a media key']],
  ],
  poll_card: [
    [{}, []],
    [{ duration_in_minutes: '5' }, []],
    [{ duration_in_minutes: '10080' }, []],
    [{ duration_in_minutes: '4' }, ['is not an allowed whole number']],
    [{ duration_in_minutes: '10081' }, ['is not an allowed whole number']],
    [{ first_choice: 'x'.repeat(26) }, ['has 26 characters; at most 25 are allowed']],
    [{ third_choice: 'White', fourth_choice: 'Black' }, []],
    [{ fourth_choice: 'Black' }, ['INCLUSIVE_PARAMETERS fourth_choice needs third_choice']],
    [{ media_key: video }, []],
    [{ media_key: animated }, ['INVALID_IMAGE media_key names an animated image']],
  ],
  video_conversation_card: [
    [{}, []],
    [{ first_cta: 'x'.repeat(20) }, []],
    [{ first_cta: `#${'x'.repeat(20)}` }, []],
    [{ first_cta: 'x'.repeat(21) }, ['is not a hashtag of up to 20 characters']],
    [{ first_cta: '#two words' }, ['is not a hashtag of up to 20 characters']],
    [{ first_cta: '#' }, ['is not a hashtag of up to 20 characters']],
    [{ title: undefined }, ['MISSING_PARAMETER title is missing, and so is second_cta']],
    [{ title: undefined, second_cta: '#b', second_cta_tweet: 'b' }, []],
    [{ second_cta: '#b' }, ['MISSING_PARAMETER second_cta_tweet is needed with second_cta']],
    [{ third_cta: '#c' }, ['MISSING_PARAMETER third_cta_tweet is needed with third_cta']],
    [{ fourth_cta: '#d' }, ['MISSING_PARAMETER fourth_cta_tweet is needed with fourth_cta']],
    [{ thank_you_text: 'x'.repeat(24) }, ['has 24 characters; at most 23 are allowed']],
    [{ title: 'x'.repeat(24) }, ['has 24 characters; at most 23 are allowed']],
    [{ media_key: image }, ['INVALID_MEDIA media_key names an image']],
    [{ poster_media_key: video }, ['INVALID_MEDIA poster_media_key names a video']],
    [
      { unlocked_video_media_key: animated },
      ['INVALID_MEDIA unlocked_video_media_key names an animated image'],
    ],
  ],
  image_conversation_card: [
    [{}, []],
    [{ media_key: video }, ['INVALID_MEDIA media_key names a video']],
    [{ unlocked_image_media_key: video }, ['INVALID_MEDIA unlocked_image_media_key names a video']],
  ],
  post: [
    [{}, []],
    [{ text: undefined, media_keys: [image] }, []],
    [{ text: undefined }, ['TWEET_CANNOT_BE_BLANK text is missing, and so is media_keys']],
    [{ text: ' ' }, ['TWEET_CANNOT_BE_BLANK text is missing, and so is media_keys']],
    [{ as_user_id: '@acme' }, ["is not a user's id"]],
    [{ media_keys: [image, image, image, image] }, []],
    [{ media_keys: [video] }, []],
    [
      { media_keys: [image, video] },
      ['INVALID_MEDIA media_keys names a video or an animated image beside others'],
    ],
    [
      { media_keys: [animated, image] },
      ['INVALID_MEDIA media_keys names a video or an animated image beside others'],
    ],
    [
      { media_keys: [image, image, image, image, image] },
      ['INVALID_MEDIA media_keys names more than four images'],
    ],
    [{ media_keys: [{ media: 'one' }, { media: 'two' }] }, []],
    [{ video_cta: 'WATCH_NOW' }, ['INCLUSIVE_PARAMETERS video_cta needs video_cta_value']],
    [{ video_cta_value: 'https://example.com' }, ['INCLUSIVE_PARAMETERS video_cta_value needs video_cta']],
    [{ video_title: 'x'.repeat(71) }, ['has 71 characters; at most 70 are allowed']],
    [{ video_description: 'x'.repeat(201) }, ['has 201 characters; at most 200 are allowed']],
    [{ name: 'x'.repeat(81) }, ['has 81 characters; at most 80 are allowed']],
    [{ card: { id: '12' } }, []],
    [{ card: 'hero' }, []],
  ],
  draft_post: [
    [{}, []],
    [{ text: null, media_keys: [image] }, []],
    [{ text: null }, ['TWEET_CANNOT_BE_BLANK text is missing, and so is media_keys']],
    [{ card: null, name: null, media_keys: null }, []],
  ],
  scheduled_post: [
    [{}, []],
    [{ scheduled_at: '2027-03-01T10:00:00+01:00' }, []],
    [{ scheduled_at: '2027-03-01T10:00:30Z' }, ['has seconds, which the platform drops']],
    [{ scheduled_at: '2027-03-01T10:00:00' }, ['has no offset from UTC']],
    [{ text: undefined }, ['TWEET_CANNOT_BE_BLANK text is missing, and so is media_keys']],
  ],
};

describe.each(Object.entries(tables))('%s', (name, rows) => {
  test.each(rows)('with %j', (change, expected) => {
    expect(wrongs(kindNamed(name), change)).toEqual(expected);
  });
});

test('the same post by the same author is refused, another card makes it another', () => {
  const post = kindNamed('post');

  expect(wrongs(post, {}, [{ name: 'Another name' }])).toEqual([
    'DUPLICATE_TWEET text is said by another post of the same author with the same card and media',
  ]);
  expect(wrongs(post, {}, [{ card: 'other' }, { text: 'More' }, { as_user_id: '1' }])).toEqual([]);
  expect(wrongs(post, { text: undefined, media_keys: [image] }, [{ text: undefined }])).toEqual([]);
});

function others(count: number, minute: string): readonly Example[] {
  return Array.from({ length: count }, () => ({ scheduled_at: `2027-03-01T09:${minute}:00Z` }));
}

test('a quarter of an hour takes 30 scheduled posts', () => {
  const scheduled = kindNamed('scheduled_post');

  expect(wrongs(scheduled, {}, others(29, '14'))).toEqual([]);
  expect(wrongs(scheduled, {}, others(40, '15'))).toEqual([]);
  expect(wrongs(scheduled, {}, others(30, '14'))).toEqual([
    'SCHEDULED_TWEET_LIMIT_EXCEEDED scheduled_at is in a quarter of an hour with 31 posts; 30 are the most',
  ]);
});

test('slides in place of components, and the other way round, take a new card', () => {
  const card = kindNamed('card');

  expect(card.replacement?.fields?.({ slides: [] }, { components: [] })).toEqual(['slides']);
  expect(card.replacement?.fields?.({ components: [] }, { slides: [], components: null })).toEqual([
    'components',
  ]);
  expect(card.replacement?.fields?.({ components: [] }, { components: [] })).toEqual([]);
  expect(card.replacement?.fields?.({ name: 'Hero' }, { components: [] })).toEqual([]);
});
