import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { TextClient } from '../../platform/client.ts';
import { guardPages } from '../../platform/page-guard.ts';
import type { Run } from '../run.ts';
import { callForEvents } from './event-call.ts';
import { readingEvents } from './with-event-client.ts';

/** What is listed about events. */
export const eventLists = ['subscriptions', 'connections', 'rules', 'powerstream', 'webhooks'] as const;
export type EventList = (typeof eventLists)[number];

/** A record as the platform has it; values that are no text, number, flag or list of these are JSON. */
export type EventRecord = Readonly<Record<string, unknown>>;

const paths: Readonly<Record<EventList, string>> = {
  subscriptions: '/2/activity/subscriptions',
  connections: '/2/connections',
  rules: '/2/tweets/search/stream/rules',
  powerstream: '/2/powerstream/rules',
  webhooks: '/2/webhooks',
};
/** The most records that one request gives, where it takes a number of them. */
const pageSizes: Partial<Readonly<Record<EventList, string>>> = {
  subscriptions: '1000',
  connections: '100',
  rules: '1000',
  powerstream: '1000',
};

const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())).default([]),
  meta: z.looseObject({ next_token: z.string().min(1).nullish() }).default({}),
});

/**
 * Subscriptions (F-event-02), streaming connections (F-event-08; those of one stream where its id is given), rules of streams
 * (F-data-16) or webhooks (F-event-09), all pages. Throws ADSYNC_ANSWER_INVALID, Interrupted, and what the platform refuses.
 */
export async function listEventRecords(
  run: Run,
  list: EventList,
  { all = false, endpoint }: { readonly all?: boolean; readonly endpoint?: string | undefined } = {},
): Promise<readonly EventRecord[]> {
  const path = endpoint === undefined ? paths[list] : `${paths[list]}/${encodeURIComponent(endpoint)}`;
  const size = pageSizes[list];
  const query = { ...(size !== undefined && { max_results: size }), ...(all && { status: 'all' }) };
  return await readingEvents(run, async (client) => await pages(client, path, query));
}

async function pages(
  client: TextClient,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly EventRecord[]> {
  const guard = guardPages();
  const records: EventRecord[] = [];
  for (let token: string | undefined; ; ) {
    const asked = { ...query, ...(token !== undefined && { pagination_token: token }) };
    const page = await callForEvents(client, { method: 'GET', path, query: asked }, pageSchema);
    records.push(...page.data);
    token = page.meta.next_token ?? undefined;
    const problem = guard.problemAfter(page.data, token);
    if (problem !== undefined)
      throw new AdsyncError('ADSYNC_ANSWER_INVALID', `the platform answered ${problem} to GET ${path}`);
    if (token === undefined) return records;
  }
}
