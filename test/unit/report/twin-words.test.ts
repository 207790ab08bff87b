import { expect, test } from 'vitest';
import { twinSentences } from '../../../src/report/view/twin-words.ts';

function textsOf(count: number): readonly string[] {
  const twins = Array.from({ length: count }, (_none, index) => ({
    address: `acme/campaigns/c${index}`,
    own_id: `own${index}`,
    kind: 'campaign',
    id: `twin${index}`,
  }));
  return twinSentences({ twins }).map((sentence) => sentence.map(({ text }) => text).join(''));
}

test('each twin has a sentence, and what to do stands below', () => {
  expect(textsOf(1)).toEqual([
    'The platform has acme/campaigns/c0 twice: own0 is managed here, twin0 is declared nowhere.',
    'A request may have arrived twice. Delete on the platform what nobody made on purpose: adsync deletes only what it manages.',
  ]);
});

test('of very many the rest is counted', () => {
  expect(textsOf(20)).toHaveLength(21);
  expect(textsOf(1221)).toHaveLength(22);
  expect(textsOf(1221).at(-2)).toBe('The platform has 1,201 more twice.');
});

test('without twins nothing is said', () => {
  expect(twinSentences({})).toEqual([]);
});
