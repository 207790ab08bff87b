import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Outcome, startAnswerSite } from './answer-site.ts';

const count = Number(process.env['ADSYNC_ANSWERS'] ?? 60);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_123);

test(
  'one wrong answer: no hang, no stack, nothing of others written, and the next run ends as declared',
  async () => {
    const site = await startAnswerSite();
    const mutations = fc
      .sample(fc.shuffledSubarray([...site.mutations], { minLength: site.mutations.length }), {
        numRuns: 1,
        seed,
      })
      .flat()
      .slice(0, count);
    const outcomes: Outcome[] = [];
    try {
      for (const mutation of mutations) outcomes.push(await site.run(mutation));
    } finally {
      await site.stop();
    }
    if (process.env['ADSYNC_ANSWERS'] !== undefined)
      process.stdout.write(`${figuresOf(outcomes, site.mutations.length)}\n`);

    expect(outcomes.filter(({ violations }) => violations.length > 0)).toEqual([]);
    expect(outcomes.length).toBe(Math.min(count, site.mutations.length));
  },
  60_000 + count * 2000,
);

test('a list that is empty, or shows live records as deleted, has nothing made a second time', async () => {
  const site = await startAnswerSite();
  // Of each sort the last one: by then the state has all that the list should show.
  const lies = new Map(
    site.mutations
      .filter(({ name }) =>
        /^GET .*\/(?:campaigns|line_items|tracking_tags): data(?: empty|\.\d+\.deleted turned)$/.test(name),
      )
      .map((mutation) => [mutation.name, mutation]),
  );
  const outcomes: Outcome[] = [];
  try {
    for (const lie of lies.values()) outcomes.push(await site.run(lie));
  } finally {
    await site.stop();
  }

  expect(lies.size).toBeGreaterThan(8);
  expect(outcomes.filter(({ violations }) => violations.length > 0)).toEqual([]);
}, 180_000);

/** How many courses ended with each exit code, and how many took a repair. */
function figuresOf(outcomes: readonly Outcome[], of: number): string {
  const codes = [...Map.groupBy(outcomes, ({ code }) => code)].sort(([a], [b]) => a - b);
  return [
    `seed ${seed}: ${outcomes.length} of ${of} mutations`,
    ...codes.map(([code, own]) => `exit code ${code}: ${own.length}`),
    `an apply more was needed: ${outcomes.filter(({ repairs }) => repairs > 0).length}`,
    `violations: ${outcomes.filter(({ violations }) => violations.length > 0).length}`,
  ].join('\n');
}
