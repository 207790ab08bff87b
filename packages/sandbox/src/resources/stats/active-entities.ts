import type { Call } from '../../engine/endpoint.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import { idList, oneOf, type Params } from '../../params/param.ts';
import type { StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';
import { entityRecord, lineageOf, statsEntities } from './entities.ts';
import { countedIn, momentIn } from './metrics.ts';
import { rangeParams, readRange, type StatsQuestion } from './read-stats.ts';

const hourMs = 3600_000;

// Each filter, and what its ids are of.
const filters: Readonly<Record<string, string>> = {
  funding_instrument_ids: 'FUNDING_INSTRUMENT',
  campaign_ids: 'CAMPAIGN',
  line_item_ids: 'LINE_ITEM',
};
const entities = Object.keys(statsEntities).filter((entity) => entity !== 'ACCOUNT');

/** What is asked of entities whose figures changed (F-stats-05). */
export const activeEntitiesParams: Params = {
  entity: { is: oneOf(entities), required: true },
  ...rangeParams,
  ...Object.fromEntries(Object.keys(filters).map((name) => [name, { is: idList }] as const)),
};

/** Answers which entities have figures in a time of up to 90 days, and from when to when. */
export function activeEntities(call: Call): Fields {
  const question = readRange(activeEntitiesParams, call, 90);
  const { params } = question;
  const [first, second] = Object.keys(filters).filter((name) => name in params);
  if (first !== undefined && second !== undefined) {
    const message = `${first} and ${second} are exclusive parameters`;
    const echo = { params: { ...params, ...call.path } };
    throw new ApiError(400, [{ code: 'EXCLUSIVE_PARAMETERS', message, parameter: second }], echo);
  }
  const entity = textIn(params, 'entity') ?? '';
  const { store } = call.world;
  const records = [...store.in(statsEntities[entity]?.kind.collection ?? '', 'account_id', call.accountId)];
  const asked =
    first === undefined ? records : records.filter((each) => isRelated(call, entity, each, first, params));
  return {
    request: { params: { ...params, ...call.path } },
    data: asked.flatMap(({ id }) => activity(id, question, call.world.clock.now())),
  };
}

/** Whether a record belongs to one of the filter's, or one of these to the record. */
function isRelated(
  { world, accountId }: Call,
  entity: string,
  record: StoredRecord,
  filter: string,
  params: Fields,
): boolean {
  const named = filters[filter] ?? '';
  const ids = textsIn(params, filter);
  const above = lineageOf(world, entity, record).get(named);
  if (above !== undefined) return ids.includes(above);
  return ids.some((id) => {
    const other = entityRecord(world, accountId, named, id);
    return other !== undefined && lineageOf(world, named, other).get(entity) === record.id;
  });
}

function activity(id: string, { from, to }: StatsQuestion, now: number): readonly Fields[] {
  const end = Math.min(to, now - hourMs + 1);
  const isActive = (hour: number): boolean => countedIn(id, hour) !== undefined;
  let first = from;
  while (first < end && !isActive(first)) first += hourMs;
  if (first >= end) return [];
  let last = from + Math.floor((end - 1 - from) / hourMs) * hourMs;
  while (last > first && !isActive(last)) last -= hourMs;
  const [begun, ended] = [momentIn(id, first), momentIn(`${id} end`, last)];
  return [
    {
      entity_id: id,
      activity_start_time: wholeSeconds(Math.min(begun, ended)),
      activity_end_time: wholeSeconds(Math.max(begun, ended)),
      placements: ['ALL_ON_TWITTER'],
    },
  ];
}
