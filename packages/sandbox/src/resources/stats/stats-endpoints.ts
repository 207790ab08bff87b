import type { Endpoint } from '../../engine/endpoint.ts';
import { campaignReaders } from '../../engine/roles.ts';
import { activeEntities, activeEntitiesParams } from './active-entities.ts';
import { figuresFor } from './figures.ts';
import { readStats, statsParams } from './read-stats.ts';

/** How many days a question may be about that is answered at once. */
const daysAtOnce = 7;

const common = { profile: 'public', allowed: campaignReaders } as const;

/** The calls about figures (F-stats-01, F-stats-05). */
export const statsEndpoints: readonly Endpoint[] = [
  {
    ...common,
    method: 'GET',
    path: '/stats/accounts/:account_id',
    params: statsParams,
    run: (call) => figuresFor(call.world, readStats(statsParams, call, daysAtOnce)),
  },
  {
    ...common,
    method: 'GET',
    path: '/stats/accounts/:account_id/active_entities',
    params: activeEntitiesParams,
    run: activeEntities,
  },
];
