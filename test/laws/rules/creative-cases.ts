import { long, post, postJson, put, type RawRequest, type RuleCase } from './case.ts';

const media = '13_1191948012077092867';
const image = '3_1191948012077092869';
const images = Array.from({ length: 5 }, (_, index) => `3_119194801207709300${index}`);
const gif = '16_1191948012077092870';
const site = { type: 'WEBSITE', url: 'https://example.com' };
const details = { type: 'DETAILS', title: 'T', destination: site };
const picture = { type: 'MEDIA', media_key: media };
const app = { type: 'APP', country_code: 'US', app_store_id_a: 'com.example' };
const button = { type: 'BUTTON', label: { type: 'ENUM', value: 'SHOP' }, destination: app };

/** A card in the document and on the wire, of the same components. */
function card(rule: string, code: string, components: readonly unknown[]): RuleCase {
  return {
    rule,
    code,
    document: `cards: { c: { name: C, components: ${JSON.stringify(components)} } }`,
    raw: postJson('/cards', { name: 'C', components }),
  };
}

const poll = { name: 'P', first_choice: 'Red', second_choice: 'Blue', duration_in_minutes: '1440' };
const talk = {
  name: 'T',
  title: 'Pick',
  first_cta: '#spring',
  first_cta_tweet: 'Mine',
  thank_you_text: 'Thanks',
  media_key: media,
};
const tweet = { as_user_id: '756201191646691328', text: 'Hello spring' };

type Fields = Readonly<Record<string, string | undefined>>;

/** The same fields as an entry of a section, and as the parameters of a creation. */
function entry(
  rule: string,
  code: string,
  at: { readonly section: string; readonly path: string; readonly fields: Fields },
): RuleCase {
  const given = Object.entries(at.fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const fields = Object.fromEntries(given);
  // Lists travel joined by commas.
  const listed =
    'media_keys' in fields ? { ...fields, media_keys: (fields['media_keys'] ?? '').split(',') } : fields;
  return {
    rule,
    code,
    document: `${at.section}: { e: ${JSON.stringify(listed)} }`,
    raw: post(at.path, fields),
  };
}

const pollCase = (rule: string, code: string, change: Fields): RuleCase =>
  entry(rule, code, { section: 'poll_cards', path: '/cards/poll', fields: { ...poll, ...change } });
const talkCase = (rule: string, code: string, change: Fields): RuleCase =>
  entry(rule, code, {
    section: 'video_conversation_cards',
    path: '/cards/video_conversation',
    fields: { ...talk, ...change },
  });
const postCase = (rule: string, code: string, change: Fields): RuleCase =>
  entry(rule, code, { section: 'posts', path: '/tweet', fields: { ...tweet, ...change } });

const named = (name: string): RawRequest => put('/tweets/1166476031668015104/name', { name });

/** Rules of cards, polls and posts. */
export const creativeCases: readonly RuleCase[] = [
  card('R088', 'INVALID_PARAMETER', [{ type: 'MEDIA', media_key: 'spring.mp4' }, details]),
  card('R305', 'MISSING_PARAMETER', [{ type: 'MEDIA' }, details]),
  card('R306', 'INVALID_PARAMETER', [{ type: 'SWIPEABLE_MEDIA', media_keys: [media] }, details]),
  card('R307', 'INVALID_PARAMETER', [picture, { ...details, destination: app }]),
  card('R308', 'INVALID_PARAMETER', [picture, { ...button, destination: site }]),
  card('R309', 'INVALID_PARAMETER', [picture, { ...button, label: { type: 'TEXT', value: 'SHOP' } }]),
  card('R310', 'INVALID_PARAMETER', [picture, { ...button, label: { type: 'ENUM', value: 'BUY' } }]),
  card('R311', 'MISSING_PARAMETER', [picture, { ...details, destination: { type: 'WEBSITE' } }]),
  card('R312', 'MISSING_PARAMETER', [
    picture,
    { ...button, destination: { type: 'APP', app_store_id_a: 'a.b' } },
  ]),
  card('R313', 'INVALID_PARAMETER', [picture, { ...button, destination: { ...app, country_code: 'XX' } }]),
  card('R314', 'MISSING_PARAMETER', [
    picture,
    { ...button, destination: { type: 'APP', country_code: 'US' } },
  ]),
  card('R315', 'INCLUSIVE_PARAMETERS', [
    picture,
    {
      ...button,
      destination: { type: 'APP', country_code: 'US', app_store_id_b: '1', deep_link_a: 'a://b' },
    },
  ]),
  card('R316', 'INCLUSIVE_PARAMETERS', [
    picture,
    { ...button, destination: { ...app, deep_link_b: 'a://b' } },
  ]),
  {
    rule: 'R329',
    document: `cards: { c: { name: ${long(81)}, components: ${JSON.stringify([picture, details])} } }`,
    raw: postJson('/cards', { name: long(81), components: [picture, details] }),
    code: 'INVALID_PARAMETER',
  },
  {
    rule: 'R330',
    document: 'cards: { c: { name: C } }',
    raw: postJson('/cards', { name: 'C' }),
    code: 'MISSING_PARAMETER',
  },
  {
    rule: 'R331',
    document: `cards: { c: ${JSON.stringify({
      name: 'C',
      components: [picture, details],
      slides: [
        [picture, details],
        [picture, details],
      ],
    })} }`,
    raw: postJson('/cards', {
      name: 'C',
      components: [picture, details],
      slides: [
        [picture, details],
        [picture, details],
      ],
    }),
    code: 'EXCLUSIVE_PARAMETERS',
  },
  {
    rule: 'R332',
    document: `cards: { c: ${JSON.stringify({ name: 'C', slides: [[picture, details], [picture]] })} }`,
    raw: postJson('/cards', { name: 'C', slides: [[picture, details], [picture]] }),
    code: 'INVALID_PARAMETER',
  },
  pollCase('R347', 'INVALID_PARAMETER', { duration_in_minutes: '10081' }),
  pollCase('R349', 'MISSING_PARAMETER', { first_choice: undefined }),
  pollCase('R350', 'INVALID_PARAMETER', { second_choice: long(26) }),
  pollCase('R351', 'MISSING_PARAMETER', { name: undefined }),
  pollCase('R352', 'INVALID_PARAMETER', { third_choice: long(26) }),
  pollCase('R353', 'INCLUSIVE_PARAMETERS', { fourth_choice: 'Black' }),
  pollCase('R355', 'INVALID_IMAGE', { media_key: gif }),
  talkCase('R365', 'MISSING_PARAMETER', { first_cta: undefined }),
  talkCase('R366', 'MISSING_PARAMETER', { first_cta_tweet: undefined }),
  talkCase('R367', 'MISSING_PARAMETER', { media_key: undefined }),
  talkCase('R368', 'MISSING_PARAMETER', { name: undefined }),
  talkCase('R369', 'MISSING_PARAMETER', { thank_you_text: undefined }),
  talkCase('R370', 'INVALID_PARAMETER', { first_cta: `#${long(21)}` }),
  talkCase('R371', 'INVALID_MEDIA', { media_key: image }),
  talkCase('R372', 'INVALID_PARAMETER', { thank_you_text: long(24) }),
  talkCase('R373', 'INVALID_PARAMETER', { title: long(24) }),
  talkCase('R374', 'MISSING_PARAMETER', { title: undefined }),
  talkCase('R375', 'INVALID_PARAMETER', { second_cta: `#${long(21)}`, second_cta_tweet: 'Yours' }),
  talkCase('R376', 'MISSING_PARAMETER', { second_cta: '#summer' }),
  talkCase('R377', 'MISSING_PARAMETER', {
    second_cta: '#summer',
    second_cta_tweet: 'Yours',
    third_cta: '#autumn',
  }),
  talkCase('R378', 'MISSING_PARAMETER', {
    second_cta: '#summer',
    second_cta_tweet: 'Yours',
    third_cta: '#autumn',
    third_cta_tweet: 'Ours',
    fourth_cta: '#winter',
  }),
  talkCase('R380', 'INVALID_PARAMETER', { thank_you_url: 'example' }),
  postCase('R391', 'MISSING_PARAMETER', { as_user_id: undefined }),
  postCase('R392', 'TWEET_CANNOT_BE_BLANK', { text: undefined }),
  postCase('R394', 'INVALID_PARAMETER', { conversation_settings: 'FRIENDS' }),
  {
    ...postCase('R396', 'INVALID_MEDIA', { media_keys: images.join(',') }),
    seed: { media_library: images.map((key) => ({ media_key: key, account_id: '18ce54d4x5t' })) },
  },
  postCase('R397', 'INVALID_MEDIA', { media_keys: `${gif},${image}` }),
  postCase('R398', 'INVALID_MEDIA', { media_keys: `${media},${image}` }),
  postCase('R399', 'INVALID_PARAMETER', { name: long(81) }),
  postCase('R404', 'INVALID_PARAMETER', { video_cta: 'BUY_NOW', video_cta_value: 'https://example.com' }),
  postCase('R405', 'INVALID_PARAMETER', { video_description: long(201) }),
  postCase('R406', 'INVALID_PARAMETER', { video_title: long(71) }),
  {
    rule: 'R407',
    document: `posts: { p: { id: "1166476031668015104", name: ${long(81)} } }`,
    raw: named(long(81)),
    code: 'INVALID_PARAMETER',
  },
  entry('R414', 'INVALID_PARAMETER', {
    section: 'draft_posts',
    path: '/draft_tweets',
    fields: { ...tweet, name: long(81) },
  }),
  entry('R419', 'INVALID_PARAMETER', {
    section: 'scheduled_posts',
    path: '/scheduled_tweets',
    fields: { ...tweet, scheduled_at: '2027-03-01T00:00:00Z', name: long(81) },
  }),
];
