import { wholeSeconds } from '../../params/normal-time.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { figuresFor } from './figures.ts';

// How long a file is kept, as recorded answers have it (F-stats-06).
const keptMs = 48 * 3600_000;
const collection = 'stats_jobs';

/** Below what the files of jobs are. */
export const statsFiles = '/advertiser-api-async-analytics';

/** Where the file of a job is, below the sandbox's address. */
export function statsFilePath(jobId: string): string {
  return `${statsFiles}/stats_job_${jobId}.json.gz`;
}

/** Whether the file of a job is there at an instant (milliseconds since 1970). */
export function isDone(job: StoredRecord, now: number): boolean {
  return Date.parse(textIn(job, 'completes_at') ?? '') <= now;
}

/** When the file of a job goes. */
export function expiryOf(job: StoredRecord): string {
  return wholeSeconds(Date.parse(textIn(job, 'completes_at') ?? '') + keptMs);
}

/** What stands in a file by its name: the figures as they were when it was made. Undefined where there is none (any more). */
export function statsFile({ store, clock }: World, name: string): Fields | undefined {
  const [, id = ''] = /^stats_job_(\d+)\.json\.gz$/.exec(name) ?? [];
  const job = store.get(collection, id);
  const now = clock.now();
  if (job === undefined || !isDone(job, now) || Date.parse(expiryOf(job)) <= now) return undefined;
  const account = store.get('accounts', textIn(job, 'account_id') ?? '') ?? {};
  const [from = '', to = '', madeAt = ''] = ['start_time', 'end_time', 'completes_at'].map((field) =>
    textIn(job, field),
  );
  const params = Object.fromEntries(asked.map((field) => [field, job[field] ?? null] as const));
  const timezone = textIn(account, 'timezone') ?? 'UTC';
  return figuresFor(
    { params, from: Date.parse(from ?? ''), to: Date.parse(to ?? ''), timezone },
    Date.parse(madeAt ?? ''),
  );
}

const asked = [
  'entity',
  'entity_ids',
  'start_time',
  'end_time',
  'granularity',
  'placement',
  'metric_groups',
  'segmentation_type',
  'country',
  'platform',
];
