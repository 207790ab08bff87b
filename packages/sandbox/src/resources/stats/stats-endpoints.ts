import type { Endpoint } from '../../engine/endpoint.ts';
import { listParams } from '../../engine/list-records.ts';
import { campaignReaders } from '../../engine/roles.ts';
import { activeEntities, activeEntitiesParams } from './active-entities.ts';
import { figuresFor } from './figures.ts';
import { readStats, statsParams } from './read-stats.ts';
import { createJob, jobParams, listJobs, shownJob, statsJobs } from './stats-jobs.ts';

/** How many days a question may be about that is answered at once. */
const daysAtOnce = 7;

const common = { profile: 'public', allowed: campaignReaders } as const;

/** The calls about figures (F-stats-01, F-stats-05, F-stats-06). */
export const statsEndpoints: readonly Endpoint[] = [
  {
    ...common,
    method: 'GET',
    path: '/stats/accounts/:account_id',
    params: statsParams,
    run: (call) => figuresFor(readStats(statsParams, call, daysAtOnce), call.world.clock.now()),
  },
  {
    ...common,
    method: 'GET',
    path: '/stats/accounts/:account_id/active_entities',
    params: activeEntitiesParams,
    run: activeEntities,
  },
  {
    ...common,
    method: 'POST',
    path: '/stats/jobs/accounts/:account_id',
    params: jobParams,
    answers: { collection: statsJobs.collection, envelope: 'one', as: shownJob },
    run: createJob,
  },
  {
    ...common,
    method: 'GET',
    path: '/stats/jobs/accounts/:account_id',
    params: listParams(statsJobs),
    answers: { collection: statsJobs.collection, envelope: 'list', as: shownJob },
    run: listJobs,
  },
];
