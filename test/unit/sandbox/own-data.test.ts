import { beforeEach, describe, expect, test } from 'vitest';
import { at, bearerOf, callData, type DataAnswer, idsOf, textAt } from './data-client.ts';
import { aNumber, anObject, aText } from './matchers.ts';
import { type Sending, us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T12:00:00Z' });
const admin = '756201191646691328';
const manager = '756201191646691329';
const post = '900000000000000001';
const other = '900000000000000002';
const list = '1500000000000000000';

beforeEach(async () => {
  const seeded = await client.control('POST', '/seed', {
    tweets: [
      { account_id: us, id: post, user_id: manager, text: 'Hello @acme_admin' },
      { account_id: us, id: other, user_id: manager, text: 'Hello @acme_administration' },
    ],
    lists: [{ id: list, owner_id: manager, name: 'Friends', description: 'Ours' }],
    user_links: [
      { kind: 'bookmark', user_id: admin, target_id: post },
      { kind: 'like', user_id: admin, target_id: post },
      { kind: 'like', user_id: admin, target_id: other },
      { kind: 'block', user_id: admin, target_id: manager },
      { kind: 'mute', user_id: admin, target_id: manager },
      { kind: 'pin_list', user_id: admin, target_id: list },
      { kind: 'follow_list', user_id: admin, target_id: list },
      { kind: 'in_list', user_id: admin, target_id: list },
    ],
  });
  if (seeded.status !== 200) throw new Error(seeded.text);
});

function get(path: string, sending: Sending = {}): Promise<DataAnswer> {
  return callData(client, 'GET', path, sending);
}

function send(path: string, json: object): Promise<DataAnswer> {
  return callData(client, 'POST', path, { json });
}

describe('GET /2/users/:id/…', () => {
  test.each([
    ['bookmarks', [post]],
    ['blocking', [manager]],
    ['muting', [manager]],
    ['pinned_lists', [list, '1441162269824405510']],
    ['mentions', [post]],
    ['liked_tweets', [other, post]],
    ['followers', ['756201191646691330', manager]],
    ['following', [manager]],
    ['owned_lists', ['1441162269824405510']],
    ['followed_lists', [list]],
    ['list_memberships', [list]],
  ])("R103 %s are the caller's own", async (name, ids) => {
    const answer = await get(`/2/users/${admin}/${name}`);

    expect([answer.status, idsOf(answer)]).toEqual([200, ids]);
    expect(answer.json['meta']).toEqual({ result_count: ids.length });
  });

  test('R103 tweets are those that the caller wrote, newest first', async () => {
    const answer = await get(`/2/users/${manager}/tweets`, client.as('manager'));

    expect(idsOf(answer).slice(0, 2)).toEqual([other, post]);
  });

  test('R103 somebody else’s are refused, unless that is switched on', async () => {
    const refused = await get(`/2/users/${manager}/tweets`);
    await client.control('PUT', '/limits', { data: { foreign_reads: 'allow' } });
    const allowed = await get(`/2/users/${manager}/tweets`);
    const nobody = await get('/2/users/12/tweets');

    expect([refused.status, allowed.status, nobody.status]).toEqual([403, 200, 404]);
  });

  test('R103 an application reads for its owner, but nothing private', async () => {
    const authorization = await bearerOf(client);

    const own = await get(`/2/users/${admin}/liked_tweets`, { authorization });
    const anothers = await get(`/2/users/${manager}/liked_tweets`, { authorization });
    const hidden = await Promise.all(
      ['bookmarks', 'blocking', 'muting', 'pinned_lists'].map((name) =>
        get(`/2/users/${admin}/${name}`, { authorization }),
      ),
    );

    expect([own.status, anothers.status]).toEqual([200, 403]);
    expect(hidden.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('fields, expansions and pages work as elsewhere', async () => {
    const first = await get(`/2/users/${admin}/liked_tweets`, {
      query: { max_results: '1', 'tweet.fields': 'author_id', expansions: 'author_id' },
    });
    const next = textAt(first.json, 'meta.next_token');
    const second = await get(`/2/users/${admin}/liked_tweets`, {
      query: { max_results: '1', pagination_token: next },
    });
    const lists = await get(`/2/users/${admin}/followed_lists`, {
      query: {
        'list.fields': 'owner_id,description,private,follower_count,member_count',
        expansions: 'owner_id',
      },
    });

    expect(first.json).toMatchObject({
      data: [{ id: other, author_id: manager }],
      includes: { users: [{ id: manager }] },
    });
    expect([idsOf(second), second.json['meta']]).toEqual([[post], { result_count: 1 }]);
    expect(lists.json).toMatchObject({
      data: [{ id: list, description: 'Ours', follower_count: 1, member_count: 1, private: false }],
      includes: { users: [{ id: manager }] },
    });
  });

  test('users bring their pinned post along', async () => {
    await client.control('POST', '/mutate', [
      { collection: 'users', id: manager, set: { pinned_tweet_id: post } },
    ]);

    const answer = await get(`/2/users/${admin}/blocking`, { query: { expansions: 'pinned_tweet_id' } });

    expect(answer.json).toMatchObject({
      data: [{ id: manager, pinned_tweet_id: post }],
      includes: { tweets: [{ id: post }] },
    });
  });
});

describe('news', () => {
  const story = '2018722105372274936';

  test('R090 a story has its name, and the fields asked for', async () => {
    const fields = 'name,summary,contexts,cluster_posts_results,last_updated_at_ms';

    const plain = await get(`/2/news/${story}`);
    const full = await get(`/2/news/${story}`, { query: { 'news.fields': fields } });

    expect(plain.json).toEqual({ data: { id: story, name: 'Spring sales begin' } });
    expect(full.json['data']).toEqual({
      id: story,
      name: 'Spring sales begin',
      summary: aText,
      contexts: anObject,
      cluster_posts_results: [],
      last_updated_at_ms: aNumber,
    });
  });

  test('R090 stories are found by their words, for a week', async () => {
    const found = await get('/2/news/search', { query: { query: 'SPRING prices' } });
    const none = await get('/2/news/search', { query: { query: 'winter' } });
    const without = await get('/2/news/search');
    const lost = await get('/2/news/12');
    await client.control('PUT', '/clock', { advance_seconds: 8 * 86_400 });
    const old = await get('/2/news/search', { query: { query: 'spring' } });

    expect([idsOf(found), idsOf(none), idsOf(old)]).toEqual([[story], [], []]);
    expect([without.status, lost.status]).toEqual([400, 404]);
  });
});

describe('community notes', () => {
  const note = {
    test_mode: true,
    post_id: post,
    info: { text: 'Not so', classification: 'not_misleading', trustworthy_sources: true },
  };

  test('a note is written, listed, and its post no longer waits for one', async () => {
    const before = await get('/2/notes/search/posts_eligible_for_notes', { query: { test_mode: 'true' } });
    const { status, json } = await send('/2/notes', note);
    const id = textAt(json, 'data.id');
    const written = await get('/2/notes/search/notes_written', { query: { test_mode: 'true' } });
    const live = await get('/2/notes/search/notes_written', { query: { test_mode: 'false' } });

    expect([status, idsOf(written), idsOf(live)]).toEqual([200, [id], []]);
    expect(written.json['data']).toMatchObject([{ info: { post_id: post, text: 'Not so' } }]);
    expect(idsOf(before)).not.toContain(id);
  });

  test('posts of others wait for notes, once they are public', async () => {
    await client.control('POST', '/mutate', [
      { collection: 'tweets', id: post, set: { nullcast: false } },
      { collection: 'tweets', id: other, set: { nullcast: false } },
    ]);
    const path = '/2/notes/search/posts_eligible_for_notes';

    const before = await get(path);
    await send('/2/notes', note);
    const after = await get(path);

    expect([idsOf(before).includes(post), idsOf(after).includes(post), idsOf(after).includes(other)]).toEqual(
      [true, false, true],
    );
  });

  test.each(['/2/evaluate_note', '/2/notes/evaluate'])(
    '%s scores a text, the same one each time',
    async (path) => {
      const first = await send(path, { post_id: post, note_text: 'Not so' });
      const second = await send(path, { post_id: post, note_text: 'Not so' });

      expect(first.json).toEqual({ data: { claim_opinion_score: aNumber } });
      expect(second.json).toEqual(first.json);
    },
  );

  test('a note is deleted by its author', async () => {
    const { json } = await send('/2/notes', note);
    const path = `/2/notes/${textAt(json, 'data.id')}`;

    const foreign = await callData(client, 'DELETE', path, client.as('manager'));
    const own = await callData(client, 'DELETE', path);
    const again = await callData(client, 'DELETE', path);

    expect([foreign.status, own.json, again.status]).toEqual([403, { data: { deleted: true } }, 404]);
  });

  test.each([
    [{}],
    [{ ...note, post_id: '12' }],
    [{ ...note, info: {} }],
    [{ ...note, info: { text: 'a', classification: 'nosuch' } }],
  ])('%o is refused', async (json) => {
    expect((await send('/2/notes', json)).status).toBe(400);
  });
});

describe('rules', () => {
  const path = '/2/tweets/search/stream/rules';
  const change = async (json: object, query: Sending['query'] = {}): Promise<DataAnswer> =>
    callData(client, 'POST', path, { json, query, authorization: await bearerOf(client) });
  const listed = async (): Promise<unknown> => {
    const { json } = await callData(client, 'GET', path, { authorization: await bearerOf(client) });
    return [json['data'] ?? []].flat().map((each) => textAt(each, 'value'));
  };

  test('are added, listed and deleted', async () => {
    const added = await change({ add: [{ value: 'cat', tag: 'pets' }, { value: 'dog' }] });
    const ids = idsOf(added);
    const before = await listed();
    const gone = await change({ delete: { ids: ids.slice(0, 1), values: ['dog', 'nosuch'] } });

    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({
      data: [{ value: 'cat', tag: 'pets' }, { value: 'dog' }],
      meta: { sent: aText, summary: { created: 2, not_created: 0, valid: 2, invalid: 0 } },
    });
    expect([before, await listed()]).toEqual([['cat', 'dog'], []]);
    expect(gone.json).toMatchObject({ meta: { summary: { deleted: 2, not_deleted: 1 } } });
  });

  test('a rule that exists and one that cannot be read are told apart', async () => {
    await change({ add: [{ value: 'cat' }] });

    const { status, json } = await change({ add: [{ value: 'cat' }, { value: '(' }, { value: 'cow' }] });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      data: [{ value: 'cow' }],
      meta: { summary: { created: 1, not_created: 2, valid: 2, invalid: 1 } },
      errors: [
        { title: 'DuplicateRule', value: 'cat' },
        { title: 'Invalid Rule', value: '(' },
      ],
    });
  });

  test('R104 a rule has 2048 characters, an application as many as the limit says', async () => {
    const longest = await change({ add: [{ value: 'x'.repeat(2048) }] });
    const longer = await change({ add: [{ value: 'x'.repeat(2049) }] });
    await client.control('PUT', '/limits', { data: { stream_rules: 1 } });
    const second = await change({ add: [{ value: 'y' }] });
    const { json } = await client.control('GET', '/limits');

    expect([longest.status, longer.status, second.status, second.json['title']]).toEqual([
      201,
      400,
      400,
      'RulesCapExceeded',
    ]);
    expect(at(json, 'data.stream_rules')).toBe(1);
  });

  test('a dry run changes nothing, and all can be deleted at once', async () => {
    await change({ add: [{ value: 'dry' }] }, { dry_run: 'true' });
    const dry = await listed();
    await change({ add: [{ value: 'a' }, { value: 'b' }] });
    const all = await change({}, { delete_all: 'true' });

    expect([dry, await listed()]).toEqual([[], []]);
    expect(all.json).toMatchObject({ meta: { summary: { deleted: 2 } } });
  });

  test.each([[{}], [{ add: [] }], [{ add: [{}] }], [{ add: [{ value: 'a' }], delete: { ids: ['1'] } }]])(
    '%o is refused',
    async (json) => {
      expect((await change(json)).status).toBe(400);
    },
  );

  test('those of a PowerStream are read', async () => {
    const { json } = await callData(client, 'GET', '/2/powerstream/rules', {
      authorization: await bearerOf(client),
    });

    expect(json['data']).toEqual([{ id: '1700000000000000001', value: 'acme lang:en', tag: 'own' }]);
  });
});

test('the user who calls is read without an id, by signature and by bearer, and an application is nobody', async () => {
  await client.control('POST', '/seed', { bearer_tokens: [{ token: 'managers', user_id: manager }] });

  const signed = await callData(client, 'GET', '/2/users/me?user.fields=verified');
  const bearer = await callData(client, 'GET', '/2/users/me', { authorization: 'Bearer managers' });
  const app = await callData(client, 'GET', '/2/users/me', { authorization: await bearerOf(client) });

  expect(signed.json).toEqual({ data: { id: admin, name: aText, username: aText, verified: false } });
  expect(at(bearer.json, 'data')).toMatchObject({ id: manager });
  expect([app.status, app.json['title']]).toEqual([403, 'Unsupported Authentication']);
});
