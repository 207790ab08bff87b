import { type Fields, textIn, textsIn } from '../value.ts';

const endings = ['news', 'deals', 'tips', 'today', 'online'];
const publicFigures = ['20265254', '378174762', '900368808', '18939563', '18371803'];

/** Keywords or users near those that were asked for, without them: the same every time (F-lookup-09). */
export function suggest(given: Fields): readonly Fields[] {
  const seeds = textsIn(given, 'targeting_values');
  const type = textIn(given, 'suggestion_type') ?? '';
  const all =
    type === 'USER_ID'
      ? publicFigures
      : seeds.flatMap((seed) => endings.map((ending) => `${seed} ${ending}`));
  const values = all.filter((value) => !seeds.includes(value));
  return values
    .slice(0, Number(given['count'] ?? 30))
    .map((value) => ({ suggestion_type: type, suggestion_value: value }));
}
