import { beforeEach, describe, expect, test } from 'vitest';
import { at, bearerOf, callData, type DataAnswer, idsOf, textAt } from './data-client.ts';
import { anObject, aText, having, something, textLike } from './matchers.ts';
import { eventually, type OpenStream, openStream } from './open-stream.ts';
import { type Sending, useSandbox } from './sandbox-client.ts';

const client = useSandbox({ clock: '2026-12-01T12:00:00Z' });
const admin = '756201191646691328';
const manager = '756201191646691329';
const many = '/2/activity/subscriptions';
let authorization = '';

beforeEach(async () => {
  authorization = await bearerOf(client);
});

function subscribe(
  event_type: string,
  filter: object,
  more: object = {},
  sending?: Sending,
): Promise<DataAnswer> {
  const json = { event_type, filter, ...more };
  return callData(client, 'POST', many, { authorization, ...sending, json });
}

async function happen(event: object): Promise<unknown> {
  const answer = await client.control('POST', '/events', event);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json;
}

function stream(query = ''): Promise<OpenStream> {
  return openStream(`${client.baseUrl}/2/activity/stream${query}`, authorization);
}

/** The payloads that a stream brought for events, after as many as are expected. */
async function payloads(open: OpenStream, count: number): Promise<readonly unknown[]> {
  await open.until((each) => each.events().length >= count);
  return open.events().map((event) => at(event, 'data.payload'));
}

/** Signed by a user instead of the application. */
async function signedBy(token: 'admin' | 'manager', event_type: string, filter: object): Promise<DataAnswer> {
  const json = { event_type, filter };
  return callData(client, 'POST', many, { json, ...(token === 'manager' ? client.as('manager') : {}) });
}

function list(path = '/2/connections', query: Sending['query'] = {}): Promise<DataAnswer> {
  return callData(client, 'GET', path, { authorization, query });
}

describe('subscriptions', () => {
  test('R108 R109 one is created, listed, changed and deleted', async () => {
    const created = await subscribe('profile.update.bio', { user_id: admin, keyword: 'sun' }, { tag: 'own' });
    const id = textAt(created.json, 'data.subscription_id');
    const changed = await callData(client, 'PUT', `${many}/${id}`, { authorization, json: { tag: 'new' } });
    const listed = await callData(client, 'GET', many, { authorization });
    const deleted = await callData(client, 'DELETE', `${many}/${id}`, { authorization });
    const again = await callData(client, 'DELETE', `${many}/${id}`, { authorization });

    const record = {
      subscription_id: textLike(/^\d+$/),
      event_type: 'profile.update.bio',
      filter: { user_id: admin, keyword: 'sun' },
      created_at: aText,
      updated_at: aText,
    };
    expect(created.json).toEqual({
      data: { ...record, tag: 'own', subscription: { ...record, tag: 'own' } },
      meta: { total_subscriptions: 1 },
    });
    expect(changed.json['data']).toMatchObject({ tag: 'new' });
    expect(listed.json).toEqual({
      data: [{ ...record, tag: 'new' }],
      meta: { total_subscriptions: 1, result_count: 1 },
    });
    expect(deleted.json).toEqual({ data: { deleted: true }, meta: { total_subscriptions: 0 } });
    expect(again.status).toBe(404);
  });

  test('several are deleted by their ids', async () => {
    const first = await subscribe('spaces.start', { user_id: admin });
    const second = await subscribe('spaces.end', { user_id: admin });
    const ids = [first, second].map(({ json }) => textAt(json, 'data.subscription_id')).join(',');

    const deleted = await callData(client, 'DELETE', many, { authorization, query: { ids } });

    expect(deleted.json['meta']).toEqual({ total_subscriptions: 0 });
  });

  test.each([
    ['R109', 'spaces.start', {}],
    ['R109', 'nosuch', { user_id: admin }],
    ['R109', 'spaces.start', { user_id: '12' }],
    ['R109', 'spaces.start', 'text'],
    ['R110', 'spaces.start', { user_id: admin, direction: 'sent' }],
    ['R110', 'like.create', { user_id: admin, direction: 'sideways' }],
  ])('%s %s with %o is refused', async (_rule, type, filter) => {
    const json = { event_type: type, filter };
    const { status } = await callData(client, 'POST', many, { authorization, json });

    expect(status).toBe(400);
  });

  test('the same again, and more than there may be, are refused', async () => {
    await client.control('PUT', '/limits', { data: { activity_subscriptions: 2 } });

    const answers = [
      await subscribe('spaces.start', { user_id: admin }),
      await subscribe('spaces.start', { user_id: admin }),
      await subscribe('spaces.start', { user_id: manager }),
      await subscribe('spaces.end', { user_id: manager }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 403]);
  });

  test('private events are for the user whom they are about', async () => {
    const byApp = await subscribe('dm.received', { user_id: admin });
    const byOther = await signedBy('manager', 'dm.received', { user_id: admin });
    const byUser = await signedBy('admin', 'dm.received', { user_id: admin });

    expect([byApp.status, byOther.status, byUser.status]).toEqual([403, 403, 200]);
  });

  test('R069 an OAuth 2.0 token needs the scope, unless OAuth 1.0a permissions stand over it', async () => {
    const tokens = [
      { token: 'bare', user_id: admin, scopes: ['users.read'] },
      { token: 'scoped', user_id: admin, scopes: ['follow.read'] },
    ];
    await client.control('POST', '/seed', { bearer_tokens: tokens });
    const json = (tag: string) => ({ event_type: 'follow.follow', filter: { user_id: admin, keyword: tag } });
    const send = (token: string, tag: string) =>
      callData(client, 'POST', many, { authorization: `Bearer ${token}`, json: json(tag) });

    const bare = await send('bare', 'a');
    const scoped = await send('scoped', 'b');
    await client.control('POST', '/seed', { access_tokens: [{ user_id: admin, token: 'old' }] });
    const overridden = await send('bare', 'c');

    expect([bare.status, scoped.status, overridden.status]).toEqual([403, 200, 200]);
  });
});

describe('events', () => {
  test.each([
    ['R111', 'profile.update.bio', 'description'],
    ['R112', 'profile.update.verified', 'verified'],
    ['R113', 'profile.update.affiliate', 'affiliate'],
    ['R114', 'profile.update.screenname', 'screen_name'],
  ])('%s %s tells what it was and what it is, and the user changes', async (_rule, type, field) => {
    await subscribe(type, { user_id: admin }, { tag: 'mine' });
    const open = await stream();
    const after = field === 'verified' ? true : 'changed';

    await happen({ type, user_id: admin, after });
    await happen({ type, user_id: manager, after });
    const [payload] = await payloads(open, 1);
    const dump = await client.control('GET', '/dump');

    expect(payload).toEqual({ before: something, after });
    expect(open.events()).toEqual([
      {
        data: {
          event_uuid: textLike(/^[\da-f-]{36}$/),
          event_type: type,
          filter: { user_id: admin },
          tag: 'mine',
          payload,
        },
      },
    ]);
    expect(at(dump.json, `users.0.${field}`)).toBe(after);
  });

  test.each([
    ['R115', 'dm.received'],
    ['R116', 'dm.sent'],
    ['R117', 'dm.read'],
    ['R118', 'dm.indicate_typing'],
  ])('%s R122 %s brings the message and its people, without participants', async (_rule, type) => {
    await signedBy('admin', type, { user_id: admin });
    const open = await stream();

    await happen({ type, user_id: admin, other_user_id: manager, text: 'hi' });
    const [payload] = await payloads(open, 1);

    expect(payload).toEqual({
      direct_message_events: [
        {
          id: aText,
          event_type: 'MessageCreate',
          created_at: aText,
          sender_id: type === 'dm.received' ? manager : admin,
          dm_conversation_id: aText,
          text: 'hi',
        },
      ],
      users: { [admin]: anObject, [manager]: anObject },
    });
  });

  test.each(['ParticipantsJoin', 'ParticipantsLeave'])(
    'R122 %s names who joined or left, and nobody else',
    async (kind) => {
      await signedBy('admin', 'dm.received', { user_id: admin });
      const open = await stream();

      await happen({ type: 'dm.received', dm_event_type: kind, participant_ids: [manager] });
      const [payload] = await payloads(open, 1);
      const wrong = await client.control('POST', '/events', {
        type: 'dm.received',
        participant_ids: [manager],
      });

      expect(payload).toMatchObject({
        direct_message_events: [{ event_type: kind, participant_ids: [manager] }],
      });
      expect(wrong.status).toBe(400);
    },
  );

  test.each([
    ['R119', 'spaces.start'],
    ['R120', 'spaces.end'],
  ])('%s %s tells whose room it is', async (_rule, type) => {
    await subscribe(type, { user_id: admin });
    const open = await stream();

    await happen({ type, user_id: admin });

    expect(await payloads(open, 1)).toEqual([
      { user: having({ id: admin }), broadcast_id: aText, event_type: type },
    ]);
  });

  test.each([
    ['ProfileBioUpdate', 'profile.update.bio'],
    ['ProfilePictureUpdate', 'profile.update.picture'],
    ['ProfileBannerUpdate', 'profile.update.banner'],
    ['ProfileGeoUpdate', 'profile.update.geo'],
    ['ProfileUrlUpdate', 'profile.update.url'],
    ['profile.update.verified_badge', 'profile.update.verified'],
    ['profile.update.affiliate_badge', 'profile.update.affiliate'],
    ['profile.update.handle', 'profile.update.screenname'],
  ])('R121 a subscription by the name %s gets %s', async (alias, name) => {
    await subscribe(alias, { user_id: admin });
    const open = await stream();

    await happen({ type: name, user_id: admin });
    await open.until(({ events }) => events().length === 1);

    expect(open.events()).toMatchObject([{ data: { event_type: name } }]);
  });

  test.each([
    ['sent', 'dm.sent', 1],
    ['outbound', 'dm.sent', 1],
    ['received', 'dm.sent', 0],
    ['both', 'dm.sent', 1],
    ['inbound', 'dm.received', 1],
    ['sent', 'dm.received', 0],
    ['sent', 'dm.read', 1],
  ])('R110 direction %s of %s matches %i', async (direction, type, count) => {
    await signedBy('admin', type, { user_id: admin, direction });

    expect(await happen({ type, user_id: admin })).toMatchObject({ subscriptions: count });
  });

  test.each([
    ['Spring', 'spring is here', 1],
    ['summer', 'spring is here', 0],
  ])('R109 the keyword %s in "%s" matches %i', async (keyword, text, count) => {
    await subscribe('news.new', { keyword });

    expect(await happen({ type: 'news.new', text })).toMatchObject({ subscriptions: count });
  });

  test('both sides hear of a follow, and a post that is written is an event by itself', async () => {
    await subscribe('follow.follow', { user_id: admin });
    await subscribe('follow.follow', { user_id: manager });
    await subscribe('post.create', { user_id: admin });
    const open = await stream();

    await happen({ type: 'follow.follow', user_id: admin, other_user_id: manager });
    await callData(client, 'POST', '/2/tweets', { json: { text: 'Written' } });
    const [first, second, written] = await payloads(open, 3);

    expect([first, second]).toEqual([
      { source: having({ id: admin }), target: having({ id: manager }) },
      first,
    ]);
    expect(written).toMatchObject({ text: 'Written', author_id: admin });
  });

  test.each([
    'follow.unfollow',
    'like.create',
    'post.delete',
    'post.mention.create',
    'mute.mute',
    'block.unblock',
    'chat.received',
    'oauth.revoke',
  ])('%s has a payload', async (type) => {
    await signedBy('admin', type, { user_id: admin });
    const open = await stream();

    await happen({ type, user_id: admin, payload: { own: 1 } });
    const [payload] = await payloads(open, 1);

    expect(payload).not.toEqual({ own: 1 });
    expect(payload).toMatchObject({ own: 1 });
  });

  test.each([
    [{}],
    [{ type: 'nosuch' }],
    [{ type: 'spaces.start', user_id: '12' }],
    [{ type: 'spaces.start', unknown: 1 }],
  ])('the control call refuses %o', async (event) => {
    expect((await client.control('POST', '/events', event)).status).toBe(400);
  });
});

describe('the stream', () => {
  test('gives signs of life between events, one JSON a line', async () => {
    await client.control('PUT', '/limits', { streams: { keep_alive_seconds: 0.02 } });
    await subscribe('spaces.start', { user_id: admin });
    const open = await stream();

    await open.until(({ text }) => text().startsWith('\r\n\r\n'));
    await happen({ type: 'spaces.start', user_id: admin });
    await open.until(({ events }) => events().length === 1);

    expect(open.status).toBe(200);
    expect(
      open
        .text()
        .split('\r\n')
        .filter((line) => line !== ''),
    ).toHaveLength(1);
  });

  test('catches up on what was missed, of the last minutes or since a time', async () => {
    await subscribe('spaces.start', { user_id: admin });
    await happen({ type: 'spaces.start', user_id: admin });
    await client.control('PUT', '/clock', { advance_seconds: 150 });

    const none = await stream();
    const few = await stream('?backfill_minutes=2');
    const all = await stream('?backfill_minutes=5');
    const since = await stream('?start_time=2026-12-01T12:00:00Z&end_time=2026-12-01T12:01:00Z');
    await Promise.all([all.until(({ events }) => events().length === 1), since.ended]);

    expect([none, few, all, since].map(({ events }) => events().length)).toEqual([0, 0, 1, 1]);
  });

  test.each(['backfill_minutes=6', 'start_time=now'])('%s is refused', async (query) => {
    expect((await stream(`?${query}`)).status).toBe(400);
  });

  test('somebody unknown is not let in, and neither are more than there may be', async () => {
    await client.control('PUT', '/limits', { streams: { connections: 1 } });

    const unknown = await openStream(`${client.baseUrl}/2/activity/stream`, 'Bearer nobody');
    const first = await stream();
    const second = await stream();

    expect([unknown.status, first.status, second.status]).toEqual([401, 200, 429]);
  });

  test('events of one application are nobody else’s', async () => {
    await client.control('POST', '/seed', {
      apps: [{ id: '27000002' }],
      bearer_tokens: [{ token: 'others', app_id: '27000002' }],
    });
    await subscribe('spaces.start', { user_id: admin });
    const other = await openStream(`${client.baseUrl}/2/activity/stream`, 'Bearer others');

    expect(await happen({ type: 'spaces.start', user_id: admin })).toMatchObject({
      subscriptions: 1,
      streams: 0,
    });
    expect(other.events()).toEqual([]);
  });

  test('a reset ends it', async () => {
    const open = await stream();

    await client.control('POST', '/reset');
    await open.ended;

    expect(open.text()).toBe('');
  });
});

describe('connections', () => {
  test('R123 open streams are listed, ended ones on demand', async () => {
    const first = await stream();
    const second = await stream();
    second.leave();
    await eventually(async () => idsOf(await list()).length === 1);

    const open = await list();
    const ended = await list('/2/connections', { status: 'inactive' });
    const all = await list('/2/connections/all', { status: 'all' });

    expect(first.status).toBe(200);
    expect(open.json['data']).toEqual([
      {
        id: textLike(/^[\da-f-]{36}$/),
        endpoint_name: 'activity_stream',
        client_ip: '127.0.0.1',
        connected_at: textLike(/^2026-12-01T12:00/),
      },
    ]);
    expect(ended.json['data']).toMatchObject([{ disconnected_at: aText, disconnect_reason: aText }]);
    expect(idsOf(all)).toHaveLength(2);
  });

  test.each([
    ['R124', '/2/connections/all', 2],
    ['R125', '/2/connections/activity_stream', 2],
    ['R125', '/2/connections/filtered_stream', 0],
  ])('%s DELETE %s ends %i', async (_rule, path, count) => {
    const streams = [await stream(), await stream()];

    const answer = await callData(client, 'DELETE', path, { authorization });
    if (count === 2) await Promise.all(streams.map(({ ended }) => ended));

    expect(answer.json['data']).toMatchObject({ successful_kills: count, failed_kills: 0 });
    expect(idsOf(await list())).toHaveLength(2 - count);
  });

  test('R126 those named by their ids are ended, and what is unknown is said', async () => {
    const [first] = [await stream(), await stream()];
    const [uuid = ''] = idsOf(await list());

    const answer = await callData(client, 'DELETE', '/2/connections', {
      authorization,
      json: { uuids: [uuid, 'nosuch'] },
    });
    await first?.ended;
    const without = await callData(client, 'DELETE', '/2/connections', { authorization, json: {} });

    expect(answer.json['data']).toEqual({
      successful_kills: 1,
      failed_kills: 1,
      results: [
        { uuid, success: true },
        { uuid: 'nosuch', success: false, error_message: aText },
      ],
    });
    expect([idsOf(await list()).length, without.status]).toEqual([1, 400]);
  });

  test('F-event-08 GET lists those of one endpoint too', async () => {
    await stream();

    expect(idsOf(await list('/2/connections/activity_stream'))).toHaveLength(1);
    expect(idsOf(await list('/2/connections/filtered_stream'))).toHaveLength(0);
  });
});
