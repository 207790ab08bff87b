import { keep } from '../engine/kept-records.ts';
import { normalTime } from '../params/normal-time.ts';
import { id, type Params, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, longIn, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import type { DataAnswer, DataCall, DataEndpoint } from './data-endpoint.ts';
import { DataProblem, invalidParameter, notFound } from './data-problem.ts';
import { checkWebhook, deliverEvent } from './webhook-delivery.ts';
import { activityEvents, webhookReplays, webhooks } from './webhook-records.ts';

const many = '/2/webhooks';
const urlBody: Params = { url: { is: text(200), required: true } };

/** The calls about webhooks (F-event-09). */
export const webhookEndpoints: readonly DataEndpoint[] = [
  {
    method: 'POST',
    path: many,
    callers: ['app', 'user'],
    query: {},
    body: urlBody,
    profile: 'public',
    run: createWebhook,
  },
  { method: 'GET', path: many, callers: ['app', 'user'], query: {}, profile: 'public', run: listWebhooks },
  {
    method: 'PUT',
    path: `${many}/:webhook_id`,
    callers: ['app', 'user'],
    query: {},
    profile: 'public',
    run: async (call) => {
      const proof = await checkWebhook(call.world, call.hub.client, ownWebhook(call));
      return { body: { data: { valid: proof === 'proven' } } };
    },
  },
  {
    method: 'DELETE',
    path: `${many}/:webhook_id`,
    callers: ['app', 'user'],
    query: {},
    profile: 'public',
    run: (call) => {
      call.world.store.remove(webhooks.collection, ownWebhook(call).id);
      return { body: { data: { deleted: true } } };
    },
  },
  {
    method: 'POST',
    path: `${many}/replay`,
    callers: ['app', 'user'],
    query: {},
    body: {
      webhook_id: { is: id, required: true },
      from_date: { is: text(12, 12), required: true },
      to_date: { is: text(12, 12), required: true },
    },
    run: replay,
  },
];

async function createWebhook({ world, caller, body, hub }: DataCall): Promise<DataAnswer> {
  const url = textIn(body, 'url') ?? '';
  // The platform wants HTTPS without a port; a sandbox's webhooks live on this machine (F-event-09).
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw invalidParameter('url', 'UrlValidationFailed: the address is not one of HTTP', url);
  const own = webhooksOf(world, caller.app.id);
  if (own.some((each) => each['url'] === url))
    throw invalidParameter('url', 'DuplicateUrlFailed: the address is a webhook already', url);
  if (own.length >= world.limits.data.webhooks)
    throw new DataProblem(
      400,
      'WebhookLimitExceeded',
      'The application has as many webhooks as it may have.',
    );
  const timeout = world.limits.streams.webhook_timeout_seconds * 1000;
  const secret = textIn(caller.app, 'consumer_secret') ?? '';
  const proof = await hub.client.challenge(url, secret, timeout);
  if (proof !== 'proven')
    throw invalidParameter('url', `CrcValidationFailed: the address did not prove itself (${proof})`, url);
  const record = keep(world, webhooks, { url, app_id: caller.app.id, checked_at: world.clock.stamp() });
  return { body: { data: show(record) } };
}

function listWebhooks({ world, caller }: DataCall): DataAnswer {
  const own = webhooksOf(world, caller.app.id);
  return { body: { data: own.map(show), meta: { result_count: own.length } } };
}

function ownWebhook({ world, caller, path, family }: DataCall): StoredRecord {
  const given = path['webhook_id'] ?? '';
  const webhook = world.store.get(webhooks.collection, given);
  if (webhook?.['app_id'] !== caller.app.id)
    throw notFound(family, 'webhook', 'webhook_id', given.slice(0, 200));
  return webhook;
}

function replay({ world, caller, body, hub }: DataCall): DataAnswer {
  const webhookId = textIn(body, 'webhook_id') ?? '';
  const webhook = world.store.get(webhooks.collection, webhookId);
  if (webhook?.['app_id'] !== caller.app.id)
    throw invalidParameter('webhook_id', 'WebhookIdInvalid: there is no such webhook', webhookId);
  const from = minuteOf(body, 'from_date');
  const to = minuteOf(body, 'to_date');
  if (from > to) throw invalidParameter('to_date', 'to_date must not be before from_date');
  const job = keep(world, webhookReplays, {
    webhook_id: webhookId,
    from_date: textIn(body, 'from_date'),
    to_date: textIn(body, 'to_date'),
  });
  const events = [...world.store.in(activityEvents.collection, 'webhook_id', webhookId)].filter((event) => {
    const at = Number(longIn(event, 'happened_at_ms') ?? 0n);
    return at >= from && at < to + 60_000;
  });
  void sendAgain(world, hub.client, events);
  const shown = { job_id: job.id, created_at: job['created_at'] ?? null };
  // Bare in one release of the platform's description, in `data` in the next.
  return { body: { ...shown, data: shown } };
}

async function sendAgain(
  world: World,
  client: DataCall['hub']['client'],
  events: readonly StoredRecord[],
): Promise<void> {
  for (const event of events) await deliverEvent(world, client, event);
}

/** A minute of UTC, `yyyymmddhhmm`, in milliseconds since 1970. Throws DataProblem 400. */
function minuteOf(body: Fields, name: string): number {
  const given = textIn(body, name) ?? '';
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(given) ?? [];
  const time = normalTime(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  if (time === undefined) throw invalidParameter(name, 'Expected a minute as yyyymmddhhmm', given);
  return Date.parse(time);
}

function webhooksOf({ store }: World, appId: string): readonly StoredRecord[] {
  return [...store.in(webhooks.collection, 'app_id', appId)];
}

function show(webhook: StoredRecord): Fields {
  return {
    id: webhook.id,
    url: textIn(webhook, 'url'),
    valid: webhook['valid'] === true,
    created_at: webhook['created_at'] ?? null,
  };
}
