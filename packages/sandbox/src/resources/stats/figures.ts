import { type Fields, textIn, textsIn, type Value } from '../../value.ts';
import { dayIn } from './account-day.ts';
import { countedIn, metricGroups } from './metrics.ts';
import type { StatsQuestion } from './read-stats.ts';

const hourMs = 3600_000;

/** The part of the audience that figures are about: undefined for all of it. */
interface Segment {
  readonly segment_name: string;
  readonly segment_value: string;
}

// What figures can be broken out by (F-stats-04): few of each, made up like the figures.
const segmentsOf: Readonly<Record<string, readonly Segment[]>> = {
  AGE: named('13 to 24', '25 to 34', '35 to 49', '50 and up'),
  GENDER: named('Male', 'Female'),
  METROS: named('501', '819'),
  PLATFORMS: named('Android', 'Desktop', 'iOS'),
};

/** The names of what figures can be broken out by. */
export const segmentations: readonly string[] = Object.keys(segmentsOf);

/**
 * The answer to a question about figures as they stand at an instant (milliseconds since 1970). They are made up, the
 * same for the same question (F-stats-02).
 */
export function figuresFor(question: StatsQuestion, now: number): Fields {
  const { params } = question;
  const type = textIn(params, 'segmentation_type');
  const segments = type === null ? [undefined] : (segmentsOf[type] ?? []);
  return {
    data_type: 'stats',
    time_series_length: bucketsOf(question),
    data: textsIn(params, 'entity_ids').map((id) => ({
      id,
      id_data: segments.map((segment) => ({
        segment: segment === undefined ? null : { ...segment },
        metrics: metricsOf(question, segment === undefined ? id : `${id} ${segment.segment_value}`, now),
      })),
    })),
    request: { params: { segmentation_type: null, country: null, platform: null, ...params } },
  };
}

function metricsOf(question: StatsQuestion, seed: string, now: number): Fields {
  const { params, from, to } = question;
  const figures = textsIn(params, 'metric_groups').flatMap((group) =>
    Object.entries(metricGroups[group] ?? {}),
  );
  const series = new Map(figures.map(([name]) => [name, zeros(bucketsOf(question))]));
  // Nothing is served elsewhere than on the platform, and nothing in an hour that is not over.
  const end = params['placement'] === 'ALL_ON_TWITTER' ? Math.min(to, now - hourMs + 1) : from;
  for (let hour = from; hour < end; hour += hourMs) {
    const counted = countedIn(seed, hour);
    if (counted === undefined) continue;
    const bucket = bucketAt(question, hour);
    for (const [name, figure] of figures) {
      const values = series.get(name) ?? [];
      values[bucket] = (values[bucket] ?? 0) + figure(counted);
    }
  }
  return Object.fromEntries([...series].map(([name, values]) => [name, seriesOrNull(values)]));
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

// Where nothing was counted in the whole time there is null (F-stats-02).
function seriesOrNull(values: readonly number[]): Value {
  return values.some((value) => value !== 0) ? values : null;
}

function bucketsOf(question: StatsQuestion): number {
  return bucketAt(question, question.to - 1) + 1;
}

function bucketAt({ params, from, timezone }: StatsQuestion, instant: number): number {
  if (params['granularity'] === 'TOTAL') return 0;
  if (params['granularity'] === 'HOUR') return Math.floor((instant - from) / hourMs);
  return dayIn(timezone, instant) - dayIn(timezone, from);
}

function named(...values: readonly string[]): readonly Segment[] {
  return values.map((value) => ({ segment_name: value, segment_value: value }));
}
