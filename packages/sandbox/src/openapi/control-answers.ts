import { defaultLimits } from '../world/limits.ts';
import type { Schema } from './param-schema.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };

/** An object that has all of these members. */
function all(properties: Readonly<Record<string, Schema>>): Schema & { readonly type: string } {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function each(schema: Schema): Schema {
  return { type: 'object', additionalProperties: schema };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function orNull(schema: { readonly type: string }): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

const done = all({ status: { const: 'ok' } });
const clock = all({ now: time, frozen: flag });
const records = listOf(all({ id: text }));
const amounts = each({ type: 'integer' });

const peaks = each(
  all({
    active_campaigns: count,
    campaigns: count,
    active_line_items: count,
    exposure: amounts,
    highest_on: each(orNull(text)),
    today: amounts,
    uncapped: count,
    untargeted: count,
  }),
);

const media = listOf(all({ media_key: text, media_type: orNull(text), name: orNull(text) }));
const preview = all({
  author: text,
  screen_name: text,
  text,
  at: orNull(time),
  is_promoted_only: flag,
  is_deleted: flag,
  media,
  card: orNull(
    all({ name: text, media, titles: listOf(text), destinations: listOf(text), buttons: listOf(text) }),
  ),
});

const logged = all({
  n: count,
  method: text,
  path: text,
  query: each(text),
  status: orNull(count),
  account_id: orNull(text),
  operations: count,
  fault: orNull(text),
  effect_applied: flag,
  bytes_in: count,
  bytes_out: count,
  at: time,
});

// By their defaults, since they are all there; one that may be null says nothing more.
const limits = all(
  Object.fromEntries(
    Object.entries(defaultLimits).map(
      ([name, value]) => [name, value === null ? {} : { type: typeof value }] as const,
    ),
  ),
);

/** What each control call answers with, by method and the path below `/_sandbox`. */
export const controlAnswers: Readonly<Record<string, Schema>> = {
  'GET /health': done,
  'POST /reset': done,
  'POST /seed': each(listOf(text)),
  'POST /mutate': all({ changed: count }),
  'POST /events': all({
    event_uuids: listOf(text),
    subscriptions: count,
    streams: count,
    webhooks: listOf(text),
  }),
  'POST /streams': all({ streams: count }),
  'POST /generate': each(count),
  'GET /dump': each(records),
  'GET /requests': listOf(logged),
  'GET /status': all({ now: time, frozen: flag, requests: count, faults: count, held: count }),
  'GET /browse': listOf(
    all({
      collection: text,
      total: count,
      records,
      changeable: listOf(all({ name: text, holds: text, empty: flag })),
      deletable: flag,
      previews: each(preview),
      next: orNull(text),
    }),
  ),
  'GET /openapi.json': all({ openapi: text, info: { type: 'object' }, paths: { type: 'object' } }),
  'GET /peaks': peaks,
  'DELETE /peaks': peaks,
  'GET /clock': clock,
  'PUT /clock': clock,
  'GET /limits': limits,
  'PUT /limits': limits,
  'GET /faults': listOf({ type: 'object' }),
  'PUT /faults': all({ rules: count }),
  'POST /release': all({ released: count }),
};
