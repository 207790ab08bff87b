import { us } from '../sandbox-client.ts';
import { type Draft, isSuccess, validDraft, withValue } from './draft.ts';
import { endpointOf, paramRows } from './inventory.ts';
import { at, members } from './json-place.ts';
import type { CoveredWorld } from './use-world.ts';

/** Things in which the fields of a resource must be found. */
export type Samples = readonly unknown[];
type Sampler = (world: CoveredWorld) => Promise<Samples>;

/** Sends the operation's valid call, changed as asked, and returns its answer. Throws if it is refused. */
async function ask({ send }: CoveredWorld, id: string, change = (draft: Draft) => draft): Promise<unknown> {
  const reply = await send(change(validDraft(endpointOf(id))));
  if (!isSuccess(reply.status)) throw new Error(`${id}: ${reply.status} ${reply.text}`);
  return reply.json;
}

function given(values: Readonly<Record<string, unknown>>) {
  return (draft: Draft): Draft =>
    Object.entries(values).reduce((sofar, [name, value]) => {
      const param = paramRows.find((each) => each.endpoint === draft.row.id && each.name === name);
      return param === undefined ? withQuery(sofar, name, value) : withValue(sofar, param, value);
    }, draft);
}

function withQuery(draft: Draft, name: string, value: unknown): Draft {
  return { ...draft, query: { ...draft.query, [name]: String(value) } };
}

function withBody(body: unknown) {
  return (draft: Draft): Draft => ({ ...draft, body });
}

function membersOrItself(value: unknown): Samples {
  return Array.isArray(value) ? members(value) : [value];
}

/** The records in the answer's data. */
function records(json: unknown): Samples {
  return membersOrItself(at(json, 'data'));
}

function of(id: string, change?: (draft: Draft) => Draft): Sampler {
  return async (world) => records(await ask(world, id, change));
}

/** An object of a request: it counts as soon as the request was accepted. */
function sent(id: string, object: unknown, change: (draft: Draft) => Draft): Sampler {
  return async (world) => {
    await ask(world, id, change);
    return [object];
  };
}

const everyPostField =
  'author_id,created_at,conversation_id,in_reply_to_user_id,lang,possibly_sensitive,source,attachments,public_metrics,referenced_tweets,entities,context_annotations';
const everyUserField =
  'created_at,description,location,url,profile_image_url,protected,verified,verified_type,pinned_tweet_id,public_metrics,entities';

async function richPost(world: CoveredWorld): Promise<unknown> {
  await world.client.control('PUT', '/limits', { data: { source_field: 'shown' } });
  return ask(
    world,
    'E009',
    given({
      ids: '880000000000000003',
      'tweet.fields': everyPostField,
      expansions: 'attachments.media_keys,author_id',
      'media.fields': 'duration_ms,public_metrics',
      'user.fields': everyUserField,
    }),
  );
}

function inPost(place: string): Sampler {
  return async (world) => {
    const [post] = records(await richPost(world));
    return membersOrItself(at(post, place));
  };
}

function included(name: string): Sampler {
  return async (world) => members(at(await richPost(world), `includes.${name}`));
}

const media = { type: 'MEDIA', media_key: '3_900' };
const swipeable = { type: 'SWIPEABLE_MEDIA', media_keys: ['3_900', '3_901'] };
const website = { type: 'WEBSITE', url: 'https://example.com' };
const details = { type: 'DETAILS', title: 'Shoes', destination: website };
const app = {
  type: 'APP',
  country_code: 'US',
  app_store_id_a: 'com.example',
  app_store_id_b: '1234567',
  deep_link_a: 'example://a',
  deep_link_b: 'example://b',
};
const label = { type: 'ENUM', value: 'PLAY' };
const button = { type: 'BUTTON', label, destination: app };

/** The place in a card made of these components, as the card's own call shows it. */
function inCard(components: readonly unknown[], pick: (components: readonly unknown[]) => unknown): Sampler {
  return async (world) => {
    const json = await ask(world, 'E096', withBody({ name: 'Card', components }));
    return [pick(members(at(json, 'data.components')))];
  };
}

const segment = {
  custom_audience_id: 'audi2',
  lookback_window: 7,
  frequency: 2,
  frequency_comparator: 'NUM_GT',
  negate: false,
};
const tree = { boolean_operator: 'OR', child_segments: [segment] };
const hash = 'a'.repeat(64);
const member = {
  email: [hash],
  device_id: [hash],
  handle: [hash],
  platform_id: [hash],
  phone_number: [hash],
  partner_user_id: ['plain'],
};
const upload = { users: [member], effective_at: '2026-12-01T00:00:00Z', expires_at: '2027-01-01T00:00:00Z' };
const creation = { name: 'Made', funding_instrument_id: 'hxtet', daily_budget_amount_local_micro: 10_000 };
const operation = { operation_type: 'Create', params: creation };

async function batchEnvelopes(world: CoveredWorld): Promise<Samples> {
  const path = `/12/batch/accounts/${us}/campaigns`;
  const good = await world.client.send('POST', path, { json: [operation] });
  const bad = await world.client.send('POST', path, { json: [{ ...operation, params: {} }] });
  const none = await world.client.send('POST', path, { json: [] });
  return [good.body, bad.body, none.body];
}

async function permissionValues(world: CoveredWorld): Promise<Samples> {
  const all = [
    'ACCOUNT_ADMIN',
    'AD_MANAGER',
    'CREATIVE_MANAGER',
    'CAMPAIGN_ANALYST',
    'ANALYST',
    'PARTNER_AUDIENCE_MANAGER',
    'TWEET_COMPOSER',
  ];
  const user = '756201191646691328';
  await world.client.control('POST', '/mutate', [
    { collection: 'users', id: user, set: { accounts: { [us]: all } } },
  ]);
  const shown = at(await ask(world, 'E053'), 'data.permissions');
  return [Object.fromEntries(members(shown).map((each) => [String(each), String(each)]))];
}

async function errorBody(world: CoveredWorld): Promise<Samples> {
  const user = '756201191646691328';
  await world.client.control('POST', '/mutate', [{ collection: 'users', id: user, set: { revoked: true } }]);
  const { body } = await world.client.send('GET', '/12/accounts');
  return [body];
}

const poll = { media_key: '7_901' };
const criterion = { targeting_type: 'BROAD_KEYWORD', targeting_value: 'shoes', operator_type: 'EQ' };

/** How each resource of the inventory is come by. The steps of authentication and the events have tests of their own. */
export const samplers: Readonly<Record<string, Sampler>> = {
  Post: async (world) => records(await richPost(world)),
  'entities.urls': inPost('entities.urls'),
  'entities.mentions': inPost('entities.mentions'),
  'entities.hashtags': inPost('entities.hashtags'),
  'entities.annotations': inPost('entities.annotations'),
  User: included('users'),
  'Media (data API)': included('media'),
  News: of(
    'E029',
    given({ 'news.fields': 'name,summary,contexts,cluster_posts_results,last_updated_at_ms' }),
  ),
  'Search operators': async (world) => {
    const operators = ['min_likes:', 'min_replies:', 'min_reposts:'];
    for (const operator of operators)
      await ask(world, 'E010', given({ 'query operators': `First ${operator}0` }));
    return [Object.fromEntries(operators.map((operator) => [operator, operator]))];
  },
  'Ads envelope': async (world) => [await ask(world, 'E046', given({ with_total_count: 'true' }))],
  'Batch envelope': batchEnvelopes,
  'Batch request item': sent('E067', operation, withBody([operation])),
  'Error body': errorBody,
  'Common ads record': of('E063'),
  Account: of('E047'),
  Campaign: of('E063'),
  'Funding instrument': of('E069'),
  'Content category': of('E059'),
  'IAB category': of('E060'),
  'Permission value': permissionValues,
  'Tracking tag (request)': of('E086'),
  'Bidding rule': async (world) =>
    records(await ask(world, 'E058')).map((rule) => ({
      'minimum CPE bid per currency': at(rule, 'minimum_cpe_bid_local_micro'),
      'maximum CPE bid per currency': at(rule, 'maximum_cpe_bid_local_micro'),
    })),
  'Promoted post': of('E083'),
  'Account media': of('E089'),
  'Media library item': of('E092'),
  'Draft post': async (world) => [...records(await ask(world, 'E112')), ...records(await ask(world, 'E113'))],
  'Poll card': async (world) => [
    ...records(await ask(world, 'E102')),
    ...records(await ask(world, 'E103', given(poll))),
    poll,
  ],
  'Card component MEDIA': inCard([media, details], ([first]) => first),
  'Card component SWIPEABLE_MEDIA': inCard([swipeable, details], ([first]) => first),
  'Card component DETAILS': inCard([media, details], ([, second]) => second),
  'Card component BUTTON': inCard([media, button], ([, second]) => second),
  'Card label': inCard([media, button], ([, second]) => at(second, 'label')),
  'Card destination WEBSITE': inCard([media, details], ([, second]) => at(second, 'destination')),
  'Card destination APP': inCard([media, button], ([, second]) => at(second, 'destination')),
  'Custom audience': async (world) => [
    ...records(await ask(world, 'E119')),
    ...records(await ask(world, 'E120', given({ description: 'Described' }))),
  ],
  'Audience permission': of('E124'),
  'Keyword insight result': async (world) => [await ask(world, 'E118')],
  'Flexible audience segment': async (world) => {
    const params = { name: 'Tree', audience_type: 'FLEXIBLE', segments: tree };
    await ask(world, 'E121', withBody([{ operation_type: 'Create', params }]));
    return [segment, tree];
  },
  'Audience user object': sent('E123', member, withBody([{ operation_type: 'Update', params: upload }])),
  'Audience users params': sent('E123', upload, withBody([{ operation_type: 'Update', params: upload }])),
  'Audience users result': of('E123'),
  'Draft preview result': async (world) => [await ask(world, 'E114')],
  'Targeting criterion': sent('E117', criterion, withBody([criterion])),
};
