import type { Call } from '../../engine/endpoint.ts';
import { listRecords } from '../../engine/list-records.ts';
import { missing, type Resource } from '../../engine/resource.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import { id, listOf, long, oneOf, type Params, text } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import { idNumber } from '../creatives/post-fields.ts';
import { showFields } from '../shared-rules.ts';
import { segmentations } from './figures.ts';
import { readStats, statsParams } from './read-stats.ts';
import { expiryOf, isDone, statsFilePath } from './stats-file.ts';

const [longest, longestSegmented] = [90, 45];
/** What a job takes (F-stats-04, F-stats-06). */
export const jobParams: Params = {
  ...statsParams,
  segmentation_type: { is: oneOf(segmentations) },
  country: { is: id },
  platform: { is: text(255) },
};

/** Questions about figures whose answers are files (F-stats-06). Creation and list are calls of their own. */
export const statsJobs: Resource = {
  collection: 'stats_jobs',
  idParam: 'job_id',
  label: 'Job',
  notFound: 'NOT_FOUND',
  ids: { prefix: '11208296', start: 47_711_653_888, radix: 10 },
  indexed: ['account_id'],
  fields: {
    entity: 'text',
    entity_ids: 'texts',
    start_time: 'time',
    end_time: 'time',
    granularity: 'text',
    placement: 'text',
    metric_groups: 'texts',
    segmentation_type: 'text?',
    country: 'text?',
    platform: 'text?',
    /** When its file is there, and where requests reached the sandbox. */
    completes_at: 'time',
    origin: 'text',
  },
  writes: {},
  filters: { job_ids: 'id' },
  listParams: { job_ids: { is: listOf(long, 200) } },
  paging: { count: 200, most: 1000, takes: [] },
  sortable: [],
  readers: [],
  writers: [],
  operations: [],
  blank: () => ({ segmentation_type: null, country: null, platform: null }),
  complete: ({ after }) => after,
  rules: [],
  quotas: [],
  plausible: ({ world, parent }) => ({
    entity: 'CAMPAIGN',
    entity_ids: [parent('entity_ids', 'campaigns')],
    start_time: '2026-11-20T00:00:00Z',
    end_time: '2026-11-21T00:00:00Z',
    granularity: 'TOTAL',
    placement: 'ALL_ON_TWITTER',
    metric_groups: ['ENGAGEMENT'],
    completes_at: world.clock.stamp(),
    origin: '',
  }),
  show: (record) => showFields(record, Object.keys(statsJobs.fields)),
};

/** Takes a question, which is answered by a file later on; the answer says nothing of it yet. */
export function createJob(call: Call): Fields {
  const { world, accountId, origin } = call;
  const isSegmented = call.raw.has('segmentation_type');
  const { params } = readStats(jobParams, call, isSegmented ? longestSegmented : longest);
  if (params['segmentation_type'] === 'METROS' && params['country'] === undefined)
    throw new ApiError(400, [missing('country')], { params: { ...params, ...call.path } });
  const now = world.clock.stamp();
  const completesAt = wholeSeconds(Date.parse(now) + world.limits.stats_processing_seconds * 1000);
  const job: StoredRecord = {
    ...statsJobs.blank(world),
    ...params,
    account_id: accountId,
    origin,
    completes_at: completesAt,
    id: world.ids.next(statsJobs.collection),
    created_at: now,
    updated_at: now,
    deleted: false,
  };
  world.store.put(statsJobs.collection, job);
  return { request: { params }, data: showJob(job, false) };
}

/** Lists the account's jobs, those with certain ids if asked for. */
export function listJobs(call: Call): Fields {
  const jobs: Resource = {
    ...statsJobs,
    show: (record, { clock }) => showJob(record, isDone(record, clock.now())),
  };
  return listRecords(jobs, call, { within: { field: 'account_id', values: [call.accountId] } });
}

/** A job as these calls show it. */
export const shownJob = { name: 'stats_job', show: (job: StoredRecord): Fields => showJob(job, true) };

function showJob(job: StoredRecord, done: boolean): Fields {
  const {
    completes_at: _at,
    origin: _origin,
    deleted: _deleted,
    ...shown
  } = showFields(job, Object.keys(statsJobs.fields));
  const completesAt = textIn(job, 'completes_at') ?? '';
  return {
    ...shown,
    id: idNumber(job.id),
    id_str: job.id,
    account_id: textIn(job, 'account_id'),
    status: done ? 'SUCCESS' : 'PROCESSING',
    url: done ? `${textIn(job, 'origin')}${statsFilePath(job.id)}` : null,
    updated_at: done ? completesAt : textIn(job, 'created_at'),
    expires_at: done ? expiryOf(job) : null,
  };
}
