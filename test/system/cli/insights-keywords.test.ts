import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, createBench } from './harness.ts';

const week = ['--from', '2026-11-14', '--to', '2026-11-20T10:00:00Z'];
const answerSchema = z.tuple([
  z.object({
    keywords: z.array(z.string()),
    negative_keywords: z.array(z.string()),
    location: z.string().nullable(),
    start_time: z.string(),
    end_time: z.string(),
    volume: z.array(z.object({ start_time: z.string(), posts: z.number() })),
    related_keywords: z.array(z.string()),
  }),
]);

async function ask(bench: Bench, ...argv: readonly string[]) {
  const { code, stdout, stderr } = await bench.adsync(['insights', 'keywords', ...argv, '--format', 'json']);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
  return answerSchema.parse(JSON.parse(stdout))[0];
}

test('posts are counted by day and by hour, with bars and the related keywords', async () => {
  const bench = await createBench();

  const days = await ask(bench, 'shoes', 'running', '--without', 'horse', ...week);
  const hours = await ask(bench, 'shoes', '--by', 'hour', '--to', '2026-11-20T10:00:00+01:00');
  const usual = await ask(bench, 'shoes', '--country', '96683cc9126741d1');
  const table = await bench.adsync(['insights', 'keywords', 'shoes', 'run\u202E', ...week], { typed: '' });
  const csv = await bench.adsync(['insights', 'keywords', 'shoes', ...week, '--format', 'csv']);

  expect(days).toMatchObject({ keywords: ['shoes', 'running'], negative_keywords: ['horse'] });
  expect(days.volume.map(({ start_time: at }) => at.slice(0, 10))).toEqual(
    [14, 15, 16, 17, 18, 19, 20].map((day) => `2026-11-${day}`),
  );
  expect(days.related_keywords).toHaveLength(30);
  expect(hours).toMatchObject({ start_time: '2026-11-19T09:00:00Z', end_time: '2026-11-20T09:00:00Z' });
  expect(hours.volume).toHaveLength(24);
  expect(usual.volume).toHaveLength(7);
  expect(table.stdout).toMatch(
    /^shoes, run�\n[▁▂▃▄▅▆▇█]{7} {2}[\d,]+ posts in 7 days\n\nday +posts\n2026-11-14 /,
  );
  expect(table.stdout).toMatch(/^Related: /m);
  expect(csv.stdout).toMatch(/^start_time,posts\n2026-11-14T00:00:00Z,\d+\n/);
  expect(await bench.writes()).toEqual([]);
});

const refused: readonly (readonly [words: readonly string[], text: string])[] = [
  [['a', 'b,c'], '"b,c" is no keyword'],
  [[' '], '" " is no keyword'],
  [['x'.repeat(256)], 'is no keyword'],
  [Array.from({ length: 11 }, (_, index) => `k${index}`), '11 keywords are too many'],
  [['a', '--from', '2026-11-01', '--to', '2026-11-20'], 'the range is longer than 7 days'],
  [['a', '--from', '2026-11-20', '--to', '2026-11-20'], 'the range ends before it begins'],
  [['a', '--from', 'yesterday'], '--from "yesterday" is no time'],
  [['a', '--to', '2026-02-30'], '--to "2026-02-30" is no time'],
];

test('what the platform does not count is refused before it is asked', async () => {
  const bench = await createBench();
  for (const [words, text] of refused) {
    const ran = await bench.adsync(['insights', 'keywords', ...words]);

    expect({ words, ...ran }).toMatchObject({ words, code: 1, stdout: '' });
    expect(ran.stderr).toContain('error[ADSYNC_USAGE]');
    expect(ran.stderr).toContain(text);
  }
  expect(await bench.requests()).toEqual([]);
});

test('a refusal and an answer without figures are errors', async () => {
  const bench = await createBench();
  const city = await bench.adsync(['insights', 'keywords', 'a', '--country', 'x', ...week]);
  const body = { data: { related_keywords: [], tweet_volume: ['1'] } };
  await bench.control('PUT', 'faults', [
    { method: 'GET', path: '/12/insights/keywords/search', effect: 'status', status: 200, body },
  ]);
  const odd = await bench.adsync(['insights', 'keywords', 'a', ...week]);

  expect(city).toMatchObject({ code: 1, stdout: '' });
  expect(city.stderr).toContain('Expected a country');
  expect(odd.stderr).toContain('error[ADSYNC_ANSWER_INVALID]: the platform counted no posts');
});
