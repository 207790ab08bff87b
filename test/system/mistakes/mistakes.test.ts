import { expect, test } from 'vitest';
import { createBench } from '../cli/harness.ts';
import { mistaken, mistakes, soundDocument } from './mistakes.ts';

test('the document without a mistake is valid', async () => {
  const bench = await createBench(soundDocument);

  expect(await bench.adsync(['validate'])).toMatchObject({ code: 0, stderr: '' });
});

test.each(mistakes.map((mistake) => [mistake[0], mistake] as const))('%s', async (_name, mistake) => {
  const bench = await createBench(mistaken(mistake));

  const { code, stdout, stderr } = await bench.adsync(['validate']);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatchSnapshot();
  expect(await bench.requests()).toEqual([]);
});
