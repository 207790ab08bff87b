import { change, keep, keptRecords } from '../engine/kept-records.ts';
import { digits, id, listOf, objectOf, oneOf, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, fieldsIn, textIn, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { DataProblem, forbidden, invalidParameter, notFound } from './data-problem.ts';
import { type EventType, eventType, eventTypeNames, takesDirection } from './event-types.ts';
import { pageOf, pageParams } from './pages.ts';
import { webhooks } from './webhook-records.ts';

/** Subscriptions to activity events (F-event-02). `event_type` is the name that the subscriber used. */
export const subscriptions = keptRecords({
  collection: 'activity_subscriptions',
  label: 'Subscription',
  ids: { prefix: '18', start: 1_000_000_000_001, radix: 10 },
  indexed: ['app_id'],
  fields: {
    event_type: 'text',
    filter: 'map',
    tag: 'text?',
    webhook_id: 'text?',
    app_id: 'text',
    created_by: 'text?',
  },
  blank: () => ({ tag: null, webhook_id: null, created_by: null }),
  plausible: ({ world }) => {
    const [app] = world.store.all('apps');
    const [user] = world.store.all('users');
    return { event_type: 'profile.update.bio', filter: { user_id: user?.id ?? '' }, app_id: app?.id ?? '' };
  },
});

const filter: Params = {
  user_id: { is: digits },
  keyword: { is: text(200) },
  direction: { is: oneOf(['sent', 'received', 'both', 'inbound', 'outbound']) },
};

const many = '/2/activity/subscriptions';

/** The calls about subscriptions (F-event-02). */
export const subscriptionEndpoints: readonly DataEndpoint[] = [
  {
    method: 'POST',
    path: many,
    callers: ['app', 'user'],
    query: {},
    body: {
      event_type: { is: oneOf(eventTypeNames), required: true },
      filter: { is: objectOf('activity_filter', () => filter), required: true },
      tag: { is: text(200) },
      webhook_id: { is: id },
    },
    run: subscribe,
  },
  {
    method: 'GET',
    path: many,
    callers: ['app', 'user'],
    query: pageParams(1000),
    profile: 'public',
    run: listSubscriptions,
  },
  {
    method: 'DELETE',
    path: many,
    callers: ['app', 'user'],
    query: { ids: { is: listOf(digits, 100), required: true } },
    profile: 'public',
    run: ({ world, caller, query }) => remove(world, caller.app.id, textsIn(query, 'ids')),
  },
  {
    method: 'PUT',
    path: `${many}/:subscription_id`,
    callers: ['app', 'user'],
    query: {},
    body: { tag: { is: text(200) }, webhook_id: { is: id } },
    profile: 'public',
    run: updateSubscription,
  },
  {
    method: 'DELETE',
    path: `${many}/:subscription_id`,
    callers: ['app', 'user'],
    query: {},
    profile: 'public',
    run: (call) => remove(call.world, call.caller.app.id, [ownSubscription(call).id]),
  },
];

function subscribe(call: DataCall): DataAnswer {
  const { world, caller, body } = call;
  const name = textIn(body, 'event_type') ?? '';
  const type = eventType(name);
  const wanted = fieldsIn(body, 'filter');
  if (type === undefined) throw invalidParameter('event_type', 'Unknown event type', name);
  checkFilter(call, type, wanted);
  const webhookId = ownWebhook(call);
  const before = subscriptionsOf(world, caller.app.id);
  if (before.length >= world.limits.data.activity_subscriptions)
    throw new DataProblem(403, 'Forbidden', 'The application has as many subscriptions as it may have.', {
      kind: 'usage-capped',
    });
  const same = before.find(
    (each) => each['event_type'] === name && JSON.stringify(each['filter']) === JSON.stringify(wanted),
  );
  if (same !== undefined)
    throw invalidParameter('filter', `Subscription ${same.id} asks for the same already`);
  const tag = textIn(body, 'tag');
  const record = keep(world, subscriptions, {
    event_type: name,
    filter: wanted,
    tag,
    webhook_id: webhookId,
    app_id: caller.app.id,
    created_by: caller.user?.id ?? null,
  });
  // Clients look for the record in `data` itself, or in `data.subscription` (F-event-03).
  const shown = show(record);
  return { body: { data: { ...shown, subscription: shown }, meta: total(world, caller.app.id) } };
}

function checkFilter({ world, caller }: DataCall, type: EventType, wanted: Fields): void {
  const userId = textIn(wanted, 'user_id');
  if (userId === null && textIn(wanted, 'keyword') === null)
    throw invalidParameter('filter', 'A filter names a user_id or a keyword');
  if (userId !== null && world.store.get('users', userId) === undefined)
    throw invalidParameter('filter.user_id', 'There is no such user', userId);
  const direction = textIn(wanted, 'direction');
  if (direction !== null && !takesDirection(type))
    throw invalidParameter('filter.direction', `${type.name} has no direction`, direction);
  if (type.isPrivate && (caller.user === undefined || caller.user.id !== userId))
    throw forbidden(`Only the user whom ${type.name} is about may subscribe to it.`);
  const lacks =
    caller.scopes !== undefined && type.scope !== undefined && !caller.scopes.includes(type.scope);
  if (lacks) throw forbidden(`The token lacks the scope ${type.scope ?? ''}.`, 'client-forbidden');
}

function ownWebhook({ world, caller, body }: DataCall): string | null {
  const webhookId = textIn(body, 'webhook_id');
  if (webhookId === null) return null;
  const webhook = world.store.get(webhooks.collection, webhookId);
  if (webhook?.['app_id'] !== caller.app.id)
    throw invalidParameter('webhook_id', 'WebhookIdInvalid: there is no such webhook', webhookId);
  return webhookId;
}

function listSubscriptions({ world, caller, query }: DataCall): DataAnswer {
  const own = subscriptionsOf(world, caller.app.id);
  const { records, meta } = pageOf(own, query, 1000);
  return { body: { data: records.map(show), meta: { ...total(world, caller.app.id), ...meta } } };
}

function updateSubscription(call: DataCall): DataAnswer {
  const { world, caller, body } = call;
  const record = ownSubscription(call);
  const webhookId = ownWebhook(call);
  const tag = textIn(body, 'tag');
  const changed = change(world, subscriptions, record, {
    ...(tag === null ? {} : { tag }),
    ...(webhookId === null ? {} : { webhook_id: webhookId }),
  });
  const shown = show(changed);
  return { body: { data: { ...shown, subscription: shown }, meta: total(world, caller.app.id) } };
}

function ownSubscription({ world, caller, path, family }: DataCall): StoredRecord {
  const given = path['subscription_id'] ?? '';
  const record = world.store.get(subscriptions.collection, given);
  if (record?.['app_id'] !== caller.app.id)
    throw notFound(family, 'subscription', 'subscription_id', given.slice(0, 200));
  return record;
}

function remove(world: World, appId: string, ids: readonly string[]): DataAnswer {
  const own = new Set(subscriptionsOf(world, appId).map((each) => each.id));
  for (const each of ids) if (own.has(each)) world.store.remove(subscriptions.collection, each);
  return { body: { data: { deleted: ids.some((each) => own.has(each)) }, meta: total(world, appId) } };
}

/** The application's subscriptions, in order of creation. */
function subscriptionsOf({ store }: World, appId: string): readonly StoredRecord[] {
  return [...store.in(subscriptions.collection, 'app_id', appId)];
}

function total(world: World, appId: string): Fields {
  return { total_subscriptions: subscriptionsOf(world, appId).length };
}

function show(record: StoredRecord): Fields {
  const optional = ['tag', 'webhook_id'].flatMap((name) => {
    const value = textIn(record, name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    subscription_id: record.id,
    event_type: textIn(record, 'event_type'),
    filter: record['filter'] ?? {},
    ...Object.fromEntries(optional),
    created_at: record['created_at'] ?? null,
    updated_at: record['updated_at'] ?? null,
  };
}
