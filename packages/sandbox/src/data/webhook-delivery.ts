import { change } from '../engine/kept-records.ts';
import { wholeSeconds } from '../params/normal-time.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { World } from '../world/world.ts';
import type { Proof, WebhookClient } from './webhook-client.ts';
import { webhooks } from './webhook-records.ts';

const day = 24 * 3_600_000;

/** Lets a webhook prove itself, and notes whether it did. */
export async function checkWebhook(
  world: World,
  client: WebhookClient,
  webhook: StoredRecord,
): Promise<Proof> {
  const proof = await client.challenge(urlOf(webhook), secretOf(world, webhook), timeoutOf(world));
  const present = world.store.get(webhooks.collection, webhook.id);
  // What is not there for a moment is not yet false.
  if (present !== undefined && proof !== 'unreachable') {
    const isProven = proof === 'proven';
    change(world, webhooks, present, {
      valid: isProven,
      ...(isProven ? { checked_at: world.clock.stamp() } : {}),
    });
  }
  return proof;
}

/** Sends a kept event to its webhook: one that proved itself, and does so again after a day (F-event-10). */
export async function deliverEvent(world: World, client: WebhookClient, event: StoredRecord): Promise<void> {
  const webhook = world.store.get(webhooks.collection, textIn(event, 'webhook_id') ?? '');
  if (webhook === undefined) return;
  const isStale = (textIn(webhook, 'checked_at') ?? '') < wholeSeconds(Math.max(0, world.clock.now() - day));
  const isValid = isStale
    ? (await checkWebhook(world, client, webhook)) === 'proven'
    : webhook['valid'] === true;
  if (!isValid) return;
  const body = printJson(event['body'] ?? {});
  await client.deliver(urlOf(webhook), secretOf(world, webhook), body, timeoutOf(world));
}

function urlOf(webhook: StoredRecord): string {
  return textIn(webhook, 'url') ?? '';
}

function secretOf({ store }: World, webhook: StoredRecord): string {
  const app = store.get('apps', textIn(webhook, 'app_id') ?? '');
  return textIn(app ?? {}, 'consumer_secret') ?? '';
}

function timeoutOf({ limits }: World): number {
  return limits.streams.webhook_timeout_seconds * 1000;
}
