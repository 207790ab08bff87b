import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { KeywordInsights } from '../schemas/keyword-insights.ts';
import { momentOf, parseTime, timeAt } from '../schemas/times.ts';
import { closeAfter } from './close-after.ts';
import { unlessInterrupted } from './interrupted.ts';
import type { Run } from './run.ts';
import { openClient } from './session.ts';

/** What is asked about keywords. */
export interface KeywordQuestion {
  /** Posts with one of them are counted. */
  readonly keywords: readonly string[];
  /** Posts with one of these are not. */
  readonly without: readonly string[];
  readonly granularity: 'DAY' | 'HOUR';
  /** A date, or a time with its offset; a week or a day before the end unless given. */
  readonly from: string | undefined;
  /** Now unless given. */
  readonly to: string | undefined;
  /** The id of a country; the whole world unless given. */
  readonly country: string | undefined;
}

// Bounds of one question (F-audience-21).
const dayMs = 24 * 60 * 60 * 1000;
const longestMs = 7 * dayMs;
const mostKeywords = 10;

const periodMs = { DAY: dayMs, HOUR: 60 * 60 * 1000 } as const;

const answerSchema = z.object({
  data: z.object({
    related_keywords: z.array(z.string()),
    tweet_volume: z.array(z.number().nonnegative()),
  }),
});

/**
 * How many posts have keywords, by day or hour, and which keywords go with them. Throws ADSYNC_USAGE for a question that
 * the platform does not take, ADSYNC_ANSWER_INVALID, Interrupted, and what the client throws.
 */
export async function readKeywordInsights(run: Run, question: KeywordQuestion): Promise<KeywordInsights> {
  const { keywords, without, granularity, country } = question;
  for (const each of [...keywords, ...without]) requireKeyword(each);
  if (keywords.length === 0) throw usage('no keyword is given', 'Name at least one keyword.');
  if (keywords.length + without.length > mostKeywords)
    throw usage(
      `${keywords.length + without.length} keywords are too many`,
      `The platform takes ${mostKeywords} at once, those of --without included.`,
    );
  const { start, end } = rangeOf(question, run.clock.now());
  const query = {
    granularity,
    keywords: keywords.join(','),
    start_time: timeAt(start),
    end_time: timeAt(end),
    ...(without.length > 0 && { negative_keywords: without.join(',') }),
    ...(country !== undefined && { location: country }),
  };
  const path = '/12/insights/keywords/search';
  const client = openClient(run);
  const { body } = await closeAfter(run, client, async () => {
    const reading = client.call({ host: 'ads', method: 'GET', path, query });
    return await run.frontend.progress(
      'Counting posts',
      async () => await unlessInterrupted(run.signal, reading),
    );
  });
  const answer = answerSchema.safeParse(body);
  if (!answer.success)
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform counted no posts', { lines: [path] });
  const { related_keywords: related, tweet_volume: volume } = answer.data.data;
  return {
    keywords,
    without,
    granularity,
    country,
    from: timeAt(start),
    to: timeAt(end),
    volume: volume.map((posts, index) => ({ at: timeAt(start + index * periodMs[granularity]), posts })),
    related,
  };
}

function requireKeyword(text: string): void {
  if (text.trim() !== '' && text.length <= 255 && !text.includes(',')) return;
  throw usage(
    `${JSON.stringify(text.slice(0, 60))} is no keyword`,
    'A keyword has one to 255 characters, and no comma.',
  );
}

/** The range in whole periods, but for an end that was given or is now. */
function rangeOf(
  { from, to, granularity }: KeywordQuestion,
  now: number,
): { readonly start: number; readonly end: number } {
  const period = periodMs[granularity];
  const end = to === undefined ? Math.floor(now / 1000) * 1000 : momentIn(to, '--to');
  const usual = Math.ceil(end / period) * period - (granularity === 'DAY' ? longestMs : dayMs);
  const start = from === undefined ? usual : momentIn(from, '--from');
  if (end <= start) throw usage('the range ends before it begins', 'Give a --to that is later than --from.');
  if (end - start > longestMs)
    throw usage('the range is longer than 7 days', 'Ask for a week at a time: --from and --to.');
  return { start, end };
}

function momentIn(text: string, option: string): number {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const parsed = parseTime(whole);
  if ('time' in parsed) return momentOf(parsed.time);
  throw usage(
    `${option} ${JSON.stringify(text.slice(0, 40))} is no time`,
    'Write a date, 2026-12-01, or a time with its offset and whole seconds, 2026-12-01T08:00:00Z.',
  );
}

function usage(message: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', message, { remedy });
}
