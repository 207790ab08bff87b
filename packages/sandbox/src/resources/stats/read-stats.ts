import type { Call } from '../../engine/endpoint.ts';
import { readQuery } from '../../engine/read-params.ts';
import { invalid } from '../../engine/resource.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import { id, listOf, oneOf, type Params, time } from '../../params/param.ts';
import { type Fields, textIn, textsIn, type Value } from '../../value.ts';
import { ApiError, type Problem } from '../../wire/api-error.ts';
import { isMidnightIn, midnightIn } from './account-day.ts';
import { entityRecord, statsEntities } from './entities.ts';
import { metricGroups } from './metrics.ts';

const dayMs = 24 * 3600_000;

/** The time range that every call about figures takes, in whole hours, the end left out (F-stats-01). */
export const rangeParams: Params = {
  start_time: { is: time, required: true },
  end_time: { is: time, required: true },
};

/** What is asked of figures (F-stats-01). */
export const statsParams: Params = {
  entity: { is: oneOf(Object.keys(statsEntities)), required: true },
  entity_ids: { is: listOf(id, 20), required: true },
  ...rangeParams,
  granularity: { is: oneOf(['HOUR', 'DAY', 'TOTAL']), required: true },
  placement: { is: oneOf(['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND', 'PUBLISHER_NETWORK']), required: true },
  metric_groups: { is: listOf(oneOf(Object.keys(metricGroups))), required: true },
};

/** A question about figures, as it was understood. */
export interface StatsQuestion {
  readonly params: Fields;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
}

/** Reads parameters with a time range of at most so many days. Throws ApiError 400 with everything that is wrong. */
export function readRange(table: Params, call: Call, days: number): StatsQuestion {
  const { world, accountId, path } = call;
  const timezone = textIn(world.store.get('accounts', accountId) ?? {}, 'timezone') ?? 'UTC';
  const raw = new Map([...call.raw].map(([name, value]) => [name, atMidnight(name, value, timezone)]));
  const { given, problems } = readQuery(table, raw);
  const params = Object.fromEntries(given);
  const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(textIn(params, name) ?? ''));
  const question = { params, from: from ?? Number.NaN, to: to ?? Number.NaN, timezone };
  const wrong = [...problems, ...wrongRange(question, days)];
  if (wrong.length > 0) throw new ApiError(400, wrong, { params: { ...params, ...path } });
  return question;
}

/**
 * Reads a question about figures of up to so many days. Throws ApiError 400 with everything that is wrong, 404 for an
 * entity that the account does not have.
 */
export function readStats(table: Params, call: Call, days: number): StatsQuestion {
  const question = readRange(table, call, days);
  const { params, from, to, timezone } = question;
  const echo = { params: { ...params, ...call.path } };
  const entity = textIn(params, 'entity') ?? '';
  const { groups, kind } = statsEntities[entity] ?? {};
  const problems: Problem[] = textsIn(params, 'metric_groups')
    .filter((group) => groups?.includes(group) === false)
    .map((group) => ({
      ...invalid('metric_groups', `${group} is not available for the entity ${entity}`),
      value: group,
    }));
  if (params['granularity'] === 'DAY' && ![from, to].every((instant) => isMidnightIn(timezone, instant)))
    problems.push(invalid('granularity', `DAY needs times at midnight in ${timezone}`));
  if (problems.length > 0) throw new ApiError(400, problems, echo);
  const unknown = textsIn(params, 'entity_ids').filter(
    (each) => entityRecord(call.world, call.accountId, entity, each) === undefined,
  );
  if (unknown.length === 0) return question;
  const missing = unknown.map((each) => ({
    code: kind?.notFound ?? 'NOT_FOUND',
    message: `${kind?.label} ${each} was not found`,
    parameter: 'entity_ids',
    value: each,
  }));
  throw new ApiError(404, missing, echo);
}

// A day alone begins in the account's time zone (F-stats-01).
function atMidnight(name: string, value: Value, timezone: string): Value {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && name in rangeParams;
  const instant = isDay ? midnightIn(timezone, value) : Number.NaN;
  return Number.isNaN(instant) ? value : wholeSeconds(instant);
}

function wrongRange({ params, from, to }: StatsQuestion, days: number): readonly Problem[] {
  const odd = Object.keys(rangeParams).flatMap((name) => {
    const instant = textIn(params, name);
    if (instant === null || instant.endsWith(':00:00Z')) return [];
    return [invalid(name, `Expected a whole hour for ${name}`)];
  });
  if (from >= to) return [...odd, invalid('end_time', 'end_time must be later than start_time')];
  if (to - from > days * dayMs)
    return [...odd, invalid('end_time', `The time range must not exceed ${days} days`)];
  return odd;
}
