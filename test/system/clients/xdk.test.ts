import { ApiError, Client, OAuth1, PostPaginator } from '@xdevplatform/xdk';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as earlier from 'xdk-0-5';
import { at, bearerOf, parsed, textAt } from '../../unit/sandbox/data-client.ts';
import { aText, having } from '../../unit/sandbox/matchers.ts';
import { eventually } from '../../unit/sandbox/open-stream.ts';
import { us, useSandbox } from '../../unit/sandbox/sandbox-client.ts';

const sandbox = useSandbox({ clock: '2026-12-01T12:00:00Z' });
const admin = '756201191646691328';
const post = '900000000000000001';
const reply = '900000000000000002';
let bearerToken = '';

beforeEach(async () => {
  const seeded = await sandbox.control('POST', '/seed', {
    tweets: [
      { account_id: us, id: post, user_id: admin, text: 'Spring sale', nullcast: false },
      {
        account_id: us,
        id: reply,
        user_id: '756201191646691329',
        text: 'Indeed',
        in_reply_to_user_id: admin,
        referenced_tweets: [{ type: 'replied_to', id: post }],
      },
    ],
  });
  if (seeded.status !== 200) throw new Error(seeded.text);
  bearerToken = (await bearerOf(sandbox)).replace('Bearer ', '');
});

function signing() {
  const { consumer_key: apiKey, consumer_secret: apiSecret, ...own } = sandbox.secrets;
  const tokens = { accessToken: own.access_token, accessTokenSecret: own.access_token_secret };
  return { apiKey, apiSecret, callback: 'oob', ...tokens };
}

// Clients of the application itself, and of a user.
const app = () => new Client({ baseUrl: sandbox.baseUrl, bearerToken });
const user = () => new Client({ baseUrl: sandbox.baseUrl, oauth1: new OAuth1(signing()) });
const earlierApp = () => new earlier.Client({ baseUrl: sandbox.baseUrl, bearerToken });
const earlierUser = () =>
  new earlier.Client({ baseUrl: sandbox.baseUrl, oauth1: new earlier.OAuth1(signing()) });

function newBio(after: string): Promise<unknown> {
  return sandbox.control('POST', '/events', { type: 'profile.update.bio', user_id: admin, after });
}

const wanted = { eventType: 'profile.update.bio' as const, filter: { userId: admin }, tag: 'bios' };
const event = (after: string) => ({
  data: having({
    filter: { user_id: admin },
    event_type: 'profile.update.bio',
    tag: 'bios',
    payload: { before: aText, after },
  }),
});

describe('0.6.6, whose fields are of posts', () => {
  test('posts come with the fields and expansions that are asked for', async () => {
    const found: unknown = await app().posts.getByIds([post, reply], {
      postFields: ['created_at', 'text', 'article_title', 'matched_media_notes'],
      expansions: ['author_id', 'referenced_posts'],
      userFields: ['username', 'subscribes_to_you'],
    });

    expect(found).toMatchObject({ data: [{ id: post, authorId: admin }, { id: reply }] });
    expect(at(found, 'includes.users')).toMatchObject([{ id: admin, username: 'acme_admin' }, {}]);
    expect(at(found, 'includes.posts')).toMatchObject([{ id: post }]);
  });

  test('a post is published and deleted by a user, whose requests are signed', async () => {
    const created: unknown = await user().posts.create({ text: "It's 100 % (new) & *bold* ~ größer" });
    const id = textAt(created, 'data.id');

    const read: unknown = await app().posts.getById(id);

    expect(at(read, 'data')).toMatchObject({ id, text: "It's 100 % (new) & *bold* ~ größer" });
  });

  test('a search is paged', async () => {
    for (const name of ['a', 'b', 'c']) await user().posts.create({ text: `summer ${name}` });
    const pages = new PostPaginator(async (token?: string) => {
      const { data = [], meta } = await app().posts.searchRecent('summer', {
        maxResults: 10,
        ...(token === undefined ? {} : { nextToken: token }),
      });
      return { data, ...(meta === undefined ? {} : { meta }) };
    });

    await pages.fetchNext();

    expect(pages.items).toMatchObject(['c', 'b', 'a'].map((name) => ({ text: `summer ${name}` })));
    expect(pages.done).toBe(true);
  });

  test('what is missing, and a token that is none, are errors with their status', async () => {
    const stranger = new Client({ baseUrl: sandbox.baseUrl, bearerToken: 'x' });

    await expect(app().posts.getById('1')).rejects.toMatchObject({
      status: 404,
      data: { errors: [{ value: '1', resource_type: 'tweet' }] },
    });
    await expect(stranger.posts.getById(post)).rejects.toThrow(ApiError);
    await expect(stranger.posts.getById(post)).rejects.toMatchObject({ status: 401 });
  });

  test('an event reaches the stream of its subscription; killing the connection ends the stream', async () => {
    const created: unknown = await app().activity.createSubscription(wanted);
    const stream = await app().stream.activity();
    const arrived: unknown[] = [];
    let isOver = false;
    stream.on('data', (data: unknown) => arrived.push(data));
    stream.on('close', () => {
      isOver = true;
    });

    await newBio('Sales all spring');
    await eventually(() => arrived.length > 0);
    await app().connections.deleteAll();
    await eventually(() => isOver);
    const listed: unknown = await app().activity.getSubscriptions();
    await app().activity.deleteSubscription(textAt(created, 'data.subscription.subscriptionId'));

    expect(arrived).toEqual([event('Sales all spring')]);
    expect(at(listed, 'data')).toMatchObject([wanted]);
    expect(at(await app().activity.getSubscriptions(), 'meta.totalSubscriptions')).toBe(0);
  });
});

describe('0.5.0, whose fields are of tweets', () => {
  test('posts come with the fields and expansions that are asked for', async () => {
    const found: unknown = await earlierApp().posts.getByIds([post, reply], {
      tweetFields: ['author_id', 'referenced_tweets'],
      expansions: ['author_id', 'referenced_tweets.id'],
      userFields: ['username'],
    });

    expect(found).toMatchObject({ data: [{ id: post, authorId: admin }, { id: reply }] });
    expect(at(found, 'includes.users')).toMatchObject([{ id: admin, username: 'acme_admin' }, {}]);
    expect(at(found, 'includes.tweets')).toMatchObject([{ id: post }]);
  });

  test('a post is published by a user, whose requests are signed', async () => {
    const created: unknown = await earlierUser().posts.create({ text: 'It is new' });

    const read: unknown = await earlierApp().posts.getById(textAt(created, 'data.id'), {
      tweetFields: ['author_id'],
    });

    expect(at(read, 'data')).toMatchObject({ text: 'It is new', authorId: admin });
  });

  test('an event reaches the stream of its subscription', async () => {
    await earlierApp().activity.createSubscription({ body: wanted });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    // This version waits for the end of a stream unless it is asked for the answer as it is.
    const answer: unknown = await earlierApp().activity.stream({
      requestOptions: { raw: true, timeout: 0, signal: stop.signal },
    });
    if (!(answer instanceof Response) || answer.body === null) throw new Error('no stream');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();

    await newBio('Sales all autumn');
    const { value } = await reader.read();

    expect(parsed(value ?? '')).toEqual(event('Sales all autumn'));
  });
});
