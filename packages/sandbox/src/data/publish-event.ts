import { keep } from '../engine/kept-records.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, fieldsIn, textIn } from '../value.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { World } from '../world/world.ts';
import { eventType, plainDirection } from './event-types.ts';
import { type StreamHub, uuid } from './stream-hub.ts';
import { subscriptions } from './subscriptions.ts';
import { deliverEvent } from './webhook-delivery.ts';
import { activityEvents } from './webhook-records.ts';

/** Something that happened. */
export interface ActivityEvent {
  /** The name of its sort. */
  readonly type: string;
  /** The users it is about; nobody's for news. */
  readonly userIds: readonly string[];
  /** Which way it went, seen from the user; `both` where that says nothing. */
  readonly direction: 'sent' | 'received' | 'both';
  readonly payload: Fields;
  readonly includes?: Fields;
}

/** Where an event went. */
export interface Published {
  readonly event_uuids: readonly string[];
  /** How many subscriptions it matched. */
  readonly subscriptions: number;
  /** How many open streams it was written to. */
  readonly streams: number;
  /** The webhooks that it is being sent to. */
  readonly webhooks: readonly string[];
}

export const activityStream = 'activity_stream';

const eventsKept = 10_000;

/** Delivers an event to everybody who subscribed to it: by webhook where the subscription names one, else by stream. */
export function publish(world: World, hub: StreamHub, event: ActivityEvent): Published {
  const matching = [...world.store.all(subscriptions.collection)].filter((each) => matches(each, event));
  const uuids: string[] = [];
  const webhooks: string[] = [];
  let streams = 0;
  for (const subscription of matching) {
    const kept = keepEvent(world, subscription, event);
    uuids.push(textIn(dataOf(kept), 'event_uuid') ?? '');
    const webhookId = textIn(subscription, 'webhook_id');
    if (webhookId === null)
      streams += hub.send(textIn(subscription, 'app_id') ?? '', activityStream, lineOf(kept));
    else {
      webhooks.push(webhookId);
      void deliverEvent(world, hub.client, kept);
    }
  }
  forgetOld(world);
  return { event_uuids: uuids, subscriptions: matching.length, streams, webhooks };
}

/** The line of a stream for an event that was kept. */
export function lineOf(kept: StoredRecord): string {
  return printJson(kept['body'] ?? {});
}

function dataOf(kept: StoredRecord): Fields {
  return fieldsIn(fieldsIn(kept, 'body'), 'data');
}

function matches(subscription: StoredRecord, event: ActivityEvent): boolean {
  if (eventType(textIn(subscription, 'event_type') ?? '')?.name !== event.type) return false;
  const filter = fieldsIn(subscription, 'filter');
  const userId = textIn(filter, 'user_id');
  const keyword = textIn(filter, 'keyword');
  const direction = plainDirection(textIn(filter, 'direction') ?? 'both');
  return (
    (userId === null || event.userIds.includes(userId)) &&
    (keyword === null || printJson(event.payload).toLowerCase().includes(keyword.toLowerCase())) &&
    (direction === 'both' || event.direction === 'both' || event.direction === direction)
  );
}

function keepEvent(world: World, subscription: StoredRecord, event: ActivityEvent): StoredRecord {
  const id = world.ids.next(activityEvents.collection);
  const tag = textIn(subscription, 'tag');
  const data = {
    event_uuid: uuid(`event ${id}`),
    event_type: event.type,
    filter: subscription['filter'] ?? {},
    ...(tag === null ? {} : { tag }),
    payload: event.payload,
    ...(event.includes === undefined ? {} : { includes: event.includes }),
  };
  const about = {
    subscription_id: subscription.id,
    webhook_id: textIn(subscription, 'webhook_id'),
    app_id: textIn(subscription, 'app_id'),
  };
  return keep(world, activityEvents, { ...about, body: { data } }, id);
}

function forgetOld({ store }: World): void {
  let excess = store.count(activityEvents.collection, { accepts: () => true }) - eventsKept;
  for (const { id } of excess > 0 ? [...store.all(activityEvents.collection)] : []) {
    if (excess <= 0) return;
    store.remove(activityEvents.collection, id);
    excess -= 1;
  }
}
