import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { Run } from '../run.ts';
import { callForEvents } from './event-call.ts';
import type { EventRecord } from './list-event-records.ts';
import { writingEvents } from './with-event-client.ts';

const record = z.record(z.string(), z.unknown());
/** Three forms are known of the answer to a new subscription (F-event-03). */
const createdSchema = z.object({
  data: z.union([
    z.object({ subscription: record }).transform(({ subscription }) => subscription),
    z
      .array(record)
      .min(1)
      .transform(([first]) => first ?? {}),
    record,
  ]),
});

/** A subscription that is wanted. */
export interface WantedSubscription {
  readonly event_type: string;
  readonly filter: {
    readonly user_id?: string | undefined;
    readonly keyword?: string | undefined;
    readonly direction?: string | undefined;
  };
  readonly tag?: string | undefined;
  readonly webhook_id?: string | undefined;
}

/** Creates a subscription to activity events, and gives its record (F-event-02). Throws what the platform refuses. */
export async function subscribe(run: Run, wanted: WantedSubscription): Promise<EventRecord> {
  const { data } = await writingEvents(
    run,
    async (client) =>
      await callForEvents(
        client,
        { method: 'POST', path: '/2/activity/subscriptions', json: wanted, stop: run.signal },
        createdSchema,
      ),
  );
  return data;
}

const deletedSchema = z.object({ data: z.object({ deleted: z.boolean() }) });

/** Deletes a subscription by its id (F-event-02). Throws what the platform refuses, as for one that is not there. */
export async function unsubscribe(run: Run, id: string): Promise<void> {
  const path = `/2/activity/subscriptions/${encodeURIComponent(id)}`;
  await writingEvents(
    run,
    async (client) =>
      await callForEvents(client, { method: 'DELETE', path, stop: run.signal }, deletedSchema),
  );
}

/** Which connections are ended: all, those of a stream, or those with some ids. */
export type ChosenConnections =
  | { readonly kind: 'all' }
  | { readonly kind: 'endpoint'; readonly endpoint: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };

const endedSchema = z.object({
  data: z.object({
    successful_kills: z.number().int().nonnegative(),
    failed_kills: z.number().int().nonnegative(),
    results: z
      .array(z.object({ uuid: z.string(), success: z.boolean(), error_message: z.string().optional() }))
      .default([]),
  }),
});

/** What became of connections that were to be ended. */
export type EndedConnections = z.infer<typeof endedSchema>['data'];

/** Ends streaming connections (F-event-08). Throws what the platform refuses. */
export async function disconnect(run: Run, chosen: ChosenConnections): Promise<EndedConnections> {
  const paths = {
    all: '/2/connections/all',
    ids: '/2/connections',
    endpoint: `/2/connections/${encodeURIComponent(chosen.kind === 'endpoint' ? chosen.endpoint : '')}`,
  };
  const call = { method: 'DELETE', path: paths[chosen.kind], stop: run.signal } as const;
  const json = chosen.kind === 'ids' ? { json: { uuids: chosen.ids } } : {};
  const { data } = await writingEvents(
    run,
    async (client) => await callForEvents(client, { ...call, ...json }, endedSchema),
  );
  return data;
}

const jobSchema = z.object({ job_id: z.string(), created_at: z.string().nullish() });
const replaySchema = z.union([z.object({ data: jobSchema }).transform(({ data }) => data), jobSchema]);

/** A replay that the platform has taken on. */
export type ReplayJob = z.infer<typeof jobSchema>;

/**
 * Has the platform send a webhook's events of some minutes again, from and to in milliseconds since 1970 (F-event-09).
 * Throws ADSYNC_USAGE where the end is before the beginning, and what the platform refuses.
 */
export async function replayEvents(
  run: Run,
  { webhookId, fromMs, toMs }: { readonly webhookId: string; readonly fromMs: number; readonly toMs: number },
): Promise<ReplayJob> {
  if (toMs < fromMs)
    throw new AdsyncError('ADSYNC_USAGE', 'the end of the replay is before its beginning', {
      remedy: 'Give --to a time after that of --from.',
    });
  const json = { webhook_id: webhookId, from_date: minuteOf(fromMs), to_date: minuteOf(toMs) };
  return await writingEvents(
    run,
    async (client) =>
      await callForEvents(
        client,
        { method: 'POST', path: '/2/webhooks/replay', json, stop: run.signal },
        replaySchema,
      ),
  );
}

/** The minute of UTC as `yyyymmddhhmm`. */
function minuteOf(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[^\d]/g, '').slice(0, 12);
}

/** How rules of the filtered stream change. */
export interface RuleChange {
  readonly add?: readonly { readonly value: string; readonly tag?: string | undefined }[];
  readonly delete?: { readonly ids: readonly string[] };
}

const rulesSchema = z.object({
  data: z.array(record).default([]),
  errors: z
    .array(
      z.looseObject({
        title: z.string().optional(),
        detail: z.string().optional(),
        value: z.string().optional(),
      }),
    )
    .default([]),
});

/** What became of rules: the records of those that stand now, and why others do not. */
export interface ChangedRules {
  readonly added: readonly EventRecord[];
  readonly refused: readonly string[];
}

/** Adds or deletes rules of the filtered stream (F-data-16). Throws what the platform refuses as a whole. */
export async function changeRules(run: Run, change: RuleChange): Promise<ChangedRules> {
  const path = '/2/tweets/search/stream/rules';
  const { data, errors } = await writingEvents(
    run,
    async (client) =>
      await callForEvents(client, { method: 'POST', path, json: change, stop: run.signal }, rulesSchema),
  );
  const refused = errors.map(({ title, detail, value }) => [title, detail, value].filter(Boolean).join(': '));
  return { added: data, refused };
}
