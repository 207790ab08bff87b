import { keptRecords } from '../engine/kept-records.ts';

/** Where applications want events to be sent (F-event-09). `checked_at` is when the address last proved itself. */
export const webhooks = keptRecords({
  collection: 'webhooks',
  label: 'Webhook',
  ids: { prefix: '15', start: 1_000_000_000_001, radix: 10 },
  indexed: ['app_id'],
  fields: { url: 'text', valid: 'boolean', app_id: 'text', checked_at: 'time?' },
  blank: () => ({ valid: true, checked_at: null }),
  plausible: ({ id, world }) => {
    const [app] = world.store.all('apps');
    return { url: `https://example.com/webhooks/${id}`, app_id: app?.id ?? '' };
  },
});

/** Events as they were delivered, by subscription: what streams catch up on and webhooks are replayed from. */
export const activityEvents = keptRecords({
  collection: 'activity_events',
  label: 'Event',
  ids: { prefix: '13', start: 1_000_000_000_001, radix: 10 },
  indexed: ['app_id', 'webhook_id'],
  fields: {
    subscription_id: 'text',
    webhook_id: 'text?',
    app_id: 'text',
    /** Milliseconds since 1970. */
    happened_at_ms: 'long?',
    body: 'map',
  },
  blank: (world) => ({ webhook_id: null, happened_at_ms: Math.floor(world.clock.now()), body: {} }),
  plausible: ({ world }) => {
    const [app] = world.store.all('apps');
    return { subscription_id: '', app_id: app?.id ?? '' };
  },
});

/** Replays of events to a webhook. */
export const webhookReplays = keptRecords({
  collection: 'webhook_replays',
  label: 'Replay',
  ids: { prefix: '12', start: 1_000_000_000_001, radix: 10 },
  indexed: [],
  fields: { webhook_id: 'text', from_date: 'text', to_date: 'text' },
  plausible: ({ world }) => {
    const [webhook] = world.store.all('webhooks');
    return { webhook_id: webhook?.id ?? '', from_date: '202601010000', to_date: '202601010100' };
  },
});
