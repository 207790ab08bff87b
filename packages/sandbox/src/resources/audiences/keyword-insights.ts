import { createHash } from 'node:crypto';
import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { readQuery } from '../../engine/read-params.ts';
import { invalid } from '../../engine/resource.ts';
import { placeOf } from '../../lookups/places.ts';
import { id, listOf, oneOf, type Params, text, time } from '../../params/param.ts';
import { type Fields, textIn, textsIn } from '../../value.ts';
import { ApiError, type Problem } from '../../wire/api-error.ts';

const day = 24 * 3600_000;
const periods: Readonly<Record<string, number>> = { DAY: day, HOUR: 3600_000 };

// Bounds of one question (F-audience-21).
const longestRange = 7 * day;
const mostKeywords = 10;
const relatedKeywords = 30;

const table: Params = {
  granularity: { is: oneOf(['DAY', 'HOUR']), required: true },
  keywords: { is: listOf(text(255)), required: true },
  start_time: { is: time, required: true },
  end_time: { is: time },
  location: { is: id },
  negative_keywords: { is: listOf(text(255)) },
};

/** How much is said about keywords (F-audience-21). */
export const keywordInsightEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/insights/keywords/search', params: table, run: search },
];

function search(call: Call): Fields {
  const { given, problems } = readQuery(table, call.raw);
  const params = Object.fromEntries(given);
  const start = Date.parse(textIn(params, 'start_time') ?? '');
  const end = Date.parse(textIn(params, 'end_time') ?? call.world.clock.stamp());
  const wrong = [
    ...problems,
    ...rangeProblems(start, end),
    ...keywordProblems(params),
    ...placeProblems(params),
  ];
  if (wrong.length > 0) throw new ApiError(400, wrong, { params });

  const keywords = textsIn(params, 'keywords');
  const period = periods[textIn(params, 'granularity') ?? ''] ?? day;
  const count = Math.max(1, Math.ceil((end - start) / period));
  const first = Math.floor(start / period);
  const asked = `${keywords.toSorted().join(',')} ${textIn(params, 'location') ?? ''}`;
  return {
    request: { params },
    data: {
      related_keywords: Array.from(
        { length: relatedKeywords },
        (_, index) => `${keywords[index % keywords.length]} ${index + 1}`,
      ),
      tweet_volume: Array.from({ length: count }, (_, index) => volume(`${asked} ${first + index}`)),
    },
  };
}

function rangeProblems(start: number, end: number): readonly Problem[] {
  if (Number.isNaN(start) || Number.isNaN(end)) return [];
  if (end <= start)
    return [invalid('end_time', 'end_time must be later than start_time', 'INVALID_TIME_WINDOW')];
  if (end - start <= longestRange) return [];
  return [invalid('end_time', 'The time range is at most 7 days', 'INVALID_TIME_WINDOW')];
}

function keywordProblems(params: Fields): readonly Problem[] {
  const count = textsIn(params, 'keywords').length + textsIn(params, 'negative_keywords').length;
  if (count <= mostKeywords) return [];
  const message = `A maximum of ${mostKeywords} items may be provided for keywords and negative_keywords together`;
  return [invalid('keywords', message)];
}

// The sandbox knows some places only; of the others it is taken that they are countries.
function placeProblems(params: Fields): readonly Problem[] {
  const location = textIn(params, 'location');
  if (location === null) return [];
  const type = placeOf(location)?.['location_type'] ?? 'COUNTRIES';
  if (type === 'COUNTRIES' && /^[0-9a-f]{16}$/.test(location)) return [];
  return [{ ...invalid('location', `Expected a country, got "${location}" for location`), value: location }];
}

// Made up, and the same for the same question.
function volume(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) % 10_000;
}
