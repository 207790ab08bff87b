import { z } from 'zod';
import { profileFields, usualPayload } from '../data/event-payloads.ts';
import { eventType, eventTypeNames, plainDirection } from '../data/event-types.ts';
import { type ActivityEvent, type Published, publish } from '../data/publish-event.ts';
import type { StreamHub } from '../data/stream-hub.ts';
import { change } from '../engine/kept-records.ts';
import { users } from '../resources/users.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isFields, textIn, type Value } from '../value.ts';
import type { World } from '../world/world.ts';
import { ControlError } from './control-error.ts';

const value = z.custom<Value>(() => true);

/** An event to happen. */
export const eventSchema = z.strictObject({
  type: z.enum(eventTypeNames),
  /** The user it is about; the first there is unless given. */
  user_id: z.string().optional(),
  /** The other side: who follows, writes, likes. */
  other_user_id: z.string().optional(),
  direction: z.enum(['sent', 'received', 'both', 'inbound', 'outbound']).optional(),
  /** The words of a message, a post, a story. */
  text: z.string().max(25_000).optional(),
  /** What a profile's field becomes; the user is changed too. */
  after: z.union([z.string(), z.boolean()]).optional(),
  /** Members of the payload, over the usual ones. */
  payload: z.record(z.string(), value).optional(),
  dm_event_type: z.enum(['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave']).optional(),
  /** Who joined or left a conversation. */
  participant_ids: z.array(z.string()).optional(),
});

type Wanted = z.infer<typeof eventSchema>;

/** Makes an event happen and delivers it to the subscriptions that match. Throws ControlError for users that are not there. */
export function happen(world: World, hub: StreamHub, wanted: Wanted): Published {
  const type = eventType(wanted.type);
  if (type === undefined) throw new ControlError(`no event type ${wanted.type}`);
  const [first, second] = world.store.all('users');
  const user = wanted.user_id === undefined ? first : userOf(world, wanted.user_id);
  const other = wanted.other_user_id === undefined ? second : userOf(world, wanted.other_user_id);
  const text = wanted.text ?? 'Something happened in the sandbox';
  const usual =
    profilePayload(world, type.name, user, wanted.after) ??
    usualPayload(world, type.name, { user, other, text });
  const event: ActivityEvent = {
    type: type.name,
    userIds: concerned(type.name, user, wanted.other_user_id),
    direction: directionOf(wanted.direction ?? type.direction ?? 'both'),
    payload: { ...withParticipants(usual, wanted), ...wanted.payload },
  };
  return publish(world, hub, event);
}

function userOf(world: World, id: string): StoredRecord {
  const user = world.store.get('users', id);
  if (user === undefined) throw new ControlError(`no user ${id}`);
  return user;
}

// News is nobody's; who follows whom is news of both.
function concerned(
  type: string,
  user: StoredRecord | undefined,
  other: string | undefined,
): readonly string[] {
  if (type === 'news.new' || user === undefined) return [];
  return type.startsWith('follow.') && other !== undefined ? [user.id, other] : [user.id];
}

function directionOf(direction: string): ActivityEvent['direction'] {
  const plain = plainDirection(direction);
  return plain === 'sent' || plain === 'received' ? plain : 'both';
}

function profilePayload(
  world: World,
  type: string,
  user: StoredRecord | undefined,
  after: string | boolean | undefined,
): Fields | undefined {
  const field = Object.hasOwn(profileFields, type) ? profileFields[type] : undefined;
  if (field === undefined || user === undefined) return undefined;
  const before = user[field] ?? '';
  const becomes = after ?? (typeof before === 'boolean' ? !before : `${textIn(user, field) ?? ''}*`);
  if (Object.hasOwn(users.fields, field)) change(world, users, user, { [field]: becomes });
  return { before, after: becomes };
}

// Only joining and leaving name participants, and only those who joined or left (F-event-07).
function withParticipants(payload: Fields, wanted: Wanted): Fields {
  const [type, ids] = [wanted.dm_event_type ?? 'MessageCreate', wanted.participant_ids];
  if (type === 'MessageCreate' && ids !== undefined)
    throw new ControlError('participant_ids come with ParticipantsJoin and ParticipantsLeave only');
  const messages = payload['direct_message_events'];
  if (!Array.isArray(messages) || type === 'MessageCreate') return payload;
  const changed = messages.filter(isFields).map(({ text: _text, ...message }) => ({
    ...message,
    event_type: type,
    participant_ids: ids ?? [],
  }));
  return { ...payload, direct_message_events: changed };
}
