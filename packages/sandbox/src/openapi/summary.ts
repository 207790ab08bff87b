import type { Operation } from './operations.ts';

/** What an operation does, in a few words, such as `List the campaigns of an account`. Throws where nobody wrote them. */
export function summaryOf({ method, path, answers, batch }: Operation): string {
  const written = summaries[`${method} ${path}`];
  if (written !== undefined) return written;
  const lookup = /^\/12\/targeting_criteria\/(\w+)$/.exec(path)?.[1];
  if (lookup !== undefined) return `Look up ${wordsOf(lookup)} to target`;
  if (answers === undefined) throw new Error(`${method} ${path} has no summary`);
  const many = wordsOf(answers.collection);
  const one = singularOf(many);
  if (batch !== undefined) return `Create, change and delete ${many} in one request`;
  if (method === 'GET') return answers.envelope === 'list' ? `List ${many}` : `Read ${withArticle(one)}`;
  const verb = { POST: 'Create', PUT: 'Change', DELETE: 'Delete' }[method];
  return `${verb} ${withArticle(one)}`;
}

function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\b(?:tv|iab)\b/g, (word) => word.toUpperCase())
    .replaceAll('tweets', 'posts');
}

const irregular: Readonly<Record<string, string>> = {
  criteria: 'criterion',
  media: 'media',
  'media library': 'item of the media library',
  'account media': 'media of an account',
  'tax settings': 'tax settings',
  'user settings': 'user settings',
};

function singularOf(many: string): string {
  const words = irregular[many];
  if (words !== undefined) return words;
  const last = many.split(' ').at(-1) ?? '';
  const singular = irregular[last] ?? last.replace(/ies$/, 'y').replace(/s$/, '');
  return `${many.slice(0, many.length - last.length)}${singular}`;
}

function withArticle(one: string): string {
  if (one.endsWith('settings')) return `the ${one}`;
  if (/^media(?! creative)/.test(one)) return one;
  return `${/^[aeiou](?!ser)/.test(one) ? 'an' : 'a'} ${one}`;
}

/** Of operations that do something else than list, read, create, change or delete one kind of records. */
const summaries: Readonly<Record<string, string>> = {
  'POST /oauth/request_token': 'Begin a sign-in',
  'GET /oauth/authorize': 'Show the page that asks a user for access',
  'POST /oauth/authorize': 'Take what the user answered on that page',
  'GET /oauth/authenticate': 'Show the page that asks a user to sign in',
  'POST /oauth/authenticate': 'Take what the user answered on that page',
  'POST /oauth/access_token': 'End a sign-in with an access token',
  'POST /1.1/oauth/invalidate_token': 'Revoke an access token',
  'POST /1.1/oauth/invalidate_token.json': 'Revoke an access token',
  'GET /1.1/users/show.json': 'Read a user by id or handle',
  'GET /1.1/account/verify_credentials.json': 'Read the user whose token signs',
  'POST /1.1/media/upload.json': 'Upload media, whole or in parts, as an item of a media library',
  'GET /1.1/media/upload.json': 'Read what was uploaded',
  'GET /1.1/statuses/show.json': 'Read a post',
  'GET /1.1/statuses/show/:id.json': 'Read a post',
  'POST /oauth2/token': 'Get the bearer token of an application',
  'POST /oauth2/invalidate_token': 'Revoke the bearer token of an application',
  'GET /2/tweets/search/recent': 'Search the posts of the last week',
  'GET /2/tweets/search/all': 'Search all posts',
  'GET /2/tweets/counts/recent': 'Count the posts of the last week',
  'GET /2/tweets/counts/all': 'Count all posts',
  'GET /2/tweets': 'Read posts by their ids',
  'GET /2/tweets/:id': 'Read a post',
  'POST /2/tweets': 'Create a post',
  'POST /2/posts': 'Create a post',
  'GET /2/users/me': 'Read the user who calls',
  'GET /2/users/:id/bookmarks': 'List the bookmarks of a user',
  'GET /2/users/:id/blocking': 'List whom a user blocks',
  'GET /2/users/:id/muting': 'List whom a user mutes',
  'GET /2/users/:id/pinned_lists': 'List the lists that a user has pinned',
  'GET /2/users/:id/tweets': 'List the posts of a user',
  'GET /2/users/:id/mentions': 'List the posts that mention a user',
  'GET /2/users/:id/liked_tweets': 'List the posts that a user likes',
  'GET /2/users/:id/followers': 'List the followers of a user',
  'GET /2/users/:id/following': 'List whom a user follows',
  'GET /2/users/:id/owned_lists': 'List the lists of a user',
  'GET /2/users/:id/followed_lists': 'List the lists that a user follows',
  'GET /2/users/:id/list_memberships': 'List the lists that a user is on',
  'GET /2/news/search': 'Search news',
  'GET /2/news/:id': 'Read a piece of news',
  'POST /2/notes': 'Write a community note',
  'POST /2/evaluate_note': 'Evaluate a community note',
  'POST /2/notes/evaluate': 'Evaluate a community note',
  'GET /2/notes/search/posts_eligible_for_notes': 'Search posts that community notes may be written on',
  'GET /2/notes/search/notes_written': 'Search the community notes of the user',
  'DELETE /2/notes/:id': 'Delete a community note',
  'GET /2/tweets/search/stream/rules': 'List the rules of the filtered stream',
  'POST /2/tweets/search/stream/rules': 'Add and delete rules of the filtered stream',
  'GET /2/powerstream/rules': 'List the rules of PowerStream',
  'GET /2/activity/stream': 'Stream the events of activity subscriptions',
  'POST /2/activity/subscriptions': 'Create an activity subscription',
  'GET /2/activity/subscriptions': 'List activity subscriptions',
  'DELETE /2/activity/subscriptions': 'Delete activity subscriptions',
  'PUT /2/activity/subscriptions/:subscription_id': 'Change an activity subscription',
  'DELETE /2/activity/subscriptions/:subscription_id': 'Delete an activity subscription',
  'GET /2/connections': 'List the open streams of the application',
  'GET /2/connections/all': 'List all open streams',
  'GET /2/connections/:endpoint_id': 'List the open streams of an endpoint',
  'DELETE /2/connections': 'Close open streams of the application',
  'DELETE /2/connections/all': 'Close all open streams',
  'DELETE /2/connections/:endpoint_id': 'Close the open streams of an endpoint',
  'POST /2/webhooks': 'Create a webhook',
  'GET /2/webhooks': 'List webhooks',
  'PUT /2/webhooks/:webhook_id': 'Check a webhook again',
  'DELETE /2/webhooks/:webhook_id': 'Delete a webhook',
  'POST /2/webhooks/replay': 'Send the events of a time to a webhook again',
  'GET /12/accounts/:account_id/authenticated_user_access': 'Read what the user may do with an account',
  'GET /12/accounts/:account_id/features': 'List the features of an account',
  'POST /12/accounts/:account_id/features': 'Give an account features',
  'DELETE /12/accounts/:account_id/features': 'Take features from an account',
  'GET /12/accounts/:account_id/account_history': 'List what was changed in an account, and by whom',
  'POST /12/accounts/:account_id/promoted_tweets': 'Promote posts with a line item',
  'GET /12/advertiser_business_categories': 'List the business categories of advertisers',
  'GET /12/bidding_rules': 'List the bounds of bids by currency',
  'GET /12/content_categories': 'List the categories of content',
  'GET /12/iab_categories': 'List the IAB categories',
  'GET /12/line_items/placements': 'List the placements by product',
  'GET /12/accounts/:account_id/curated_categories': 'List the curated categories of a country',
  'GET /12/accounts/:account_id/curated_categories/:curated_category_id': 'Read a curated category',
  'GET /12/accounts/:account_id/targeting_suggestions': 'Suggest what else to target',
  'GET /12/stats/accounts/:account_id': 'Read made-up figures of campaigns and what belongs to them',
  'GET /12/stats/accounts/:account_id/active_entities': 'List what has made-up figures in a time',
  'GET /12/stats/jobs/accounts/:account_id': 'List the jobs that make files of made-up figures',
  'POST /12/stats/jobs/accounts/:account_id': 'Have a file of made-up figures made',
  'GET /advertiser-api-async-analytics/:file': 'Read a file of made-up figures, compressed with gzip',
  'GET /12/publishers': 'List publishers',
  'GET /12/accounts/:account_id/cards/all': 'List the cards of every sort',
  'GET /12/accounts/:account_id/cards/all/:card_id': 'Read a card of any sort',
  'GET /12/accounts/:account_id/cards/:card_id': 'Read a card',
  'PUT /12/accounts/:account_id/cards/:card_id': 'Change a card',
  'DELETE /12/accounts/:account_id/cards/:card_id': 'Delete a card',
  'GET /12/accounts/:account_id/tweets': 'List the posts of an account',
  'POST /12/accounts/:account_id/tweet': 'Create a post',
  'PUT /12/accounts/:account_id/tweets/:tweet_id/name': 'Name a post',
  'GET /12/accounts/:account_id/tweet_previews': 'Show how posts look',
  'POST /12/accounts/:account_id/draft_tweets/preview/:draft_tweet_id':
    'Send the preview of a draft to a device',
  'POST /12/accounts/:account_id/custom_audiences/:custom_audience_id/users':
    'Add and remove members of an audience',
  'GET /12/accounts/:account_id/custom_audiences/:custom_audience_id/targeted':
    'List the line items that target an audience',
  'POST /12/batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users':
    'Add and remove members of a do-not-reach list',
  'POST /12/accounts/:account_id/audience_estimate': 'Estimate how many people targeting reaches',
  'GET /12/insights/keywords/search': 'Count how often keywords were used',
  'GET /12/accounts/:account_id/media_library': 'List the items of the media library',
  'POST /12/accounts/:account_id/media_library': 'Add an item to the media library',
  'PUT /12/accounts/:account_id/media_library/:media_key': 'Change an item of the media library',
  'DELETE /12/accounts/:account_id/media_library/:media_key': 'Delete an item of the media library',
};

/** The operations whose summary is written by hand; each must be served. */
export const writtenSummaries: readonly string[] = Object.keys(summaries);
