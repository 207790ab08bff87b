import { z } from 'zod';
import { receiveWebhook, type WebhookOptions, type WebhookReceiver } from '../../events/webhook-receiver.ts';
import type { Run } from '../run.ts';
import { callForEvents } from './event-call.ts';
import { listEventRecords } from './list-event-records.ts';
import { writingEvents } from './with-event-client.ts';

/** Listens for a webhook's deliveries, signed with the secret of the run's application. Throws as `receiveWebhook` does. */
export async function receiveEvents(
  run: Run,
  options: Pick<WebhookOptions, 'host' | 'port' | 'tell'>,
): Promise<WebhookReceiver> {
  return await receiveWebhook({ ...options, secret: run.credentials().consumerSecret, signal: run.signal });
}

const createdSchema = z.object({ data: z.object({ id: z.string() }) });
const checkedSchema = z.looseObject({ data: z.looseObject({ valid: z.boolean().optional() }).optional() });

/**
 * Registers an address as a webhook, or has it proven anew where it is one, and gives its id (F-event-09, F-event-10). The
 * platform asks the address for the proof meanwhile. Throws what the platform refuses.
 */
export async function registerWebhook(run: Run, url: string): Promise<string> {
  const known = await listEventRecords(run, 'webhooks');
  const same = z.string().safeParse(known.find((each) => each['url'] === url)?.['id']);
  const stop = run.signal;
  return await writingEvents(run, async (client) => {
    if (same.success) {
      const path = `/2/webhooks/${encodeURIComponent(same.data)}`;
      await callForEvents(client, { method: 'PUT', path, stop }, checkedSchema);
      return same.data;
    }
    const call = { method: 'POST', path: '/2/webhooks', json: { url }, stop } as const;
    return (await callForEvents(client, call, createdSchema)).data.id;
  });
}
