import { type Change, invalid, type Rule } from '../../engine/resource.ts';
import { type Fields, isFields, isList, textIn } from '../../value.ts';
import type { Problem } from '../../wire/api-error.ts';
import { appNames } from './card-components.ts';
import { cardTypeOf, contentOf, mediaKeysOf } from './card-type.ts';
import { unknownMedia } from './media.ts';

const both = ['components', 'slides'];

/** What must hold of the content of a card (F-card-02, F-card-03). */
export const cardRules: readonly Rule[] = [
  { fields: both, check: oneOfBoth },
  { fields: both, check: (change) => eachSlide(change, completeCard) },
  { fields: both, check: (change) => eachSlide(change, completeApp) },
  { fields: both, check: hasType },
  {
    fields: both,
    check: ({ world, accountId, after }) =>
      unknownMedia(world, accountId, nameOf(after), mediaKeysOf(contentOf(after).flat())),
  },
];

function nameOf(card: Fields): string {
  return isList(card['slides']) ? 'slides' : 'components';
}

function oneOfBoth({ given, after }: Change): Problem | undefined {
  if (given.has('components') && given.has('slides'))
    return invalid('slides', 'components and slides are exclusive parameters', 'EXCLUSIVE_PARAMETERS');
  if (isList(after['components']) || isList(after['slides'])) return undefined;
  return invalid('components', 'components or slides is required', 'MISSING_PARAMETER');
}

function eachSlide(
  { after }: Change,
  check: (components: readonly Fields[], parameter: string, isSlide: boolean) => Problem | undefined,
): Problem | undefined {
  const isSlide = isList(after['slides']);
  if (!isSlide && !isList(after['components'])) return undefined;
  const slides = contentOf(after).entries();
  for (const [index, components] of slides) {
    const problem = check(components, isSlide ? `slides.${index}` : 'components', isSlide);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function completeCard(
  components: readonly Fields[],
  parameter: string,
  isSlide: boolean,
): Problem | undefined {
  const types = components.map(({ type }) => type);
  const media = types.filter((type) => type === 'MEDIA' || type === 'SWIPEABLE_MEDIA');
  if (isSlide && types.includes('SWIPEABLE_MEDIA'))
    return invalid(parameter, `A slide has one MEDIA, got SWIPEABLE_MEDIA for ${parameter}`);
  if (media.length === 1 && types.length === 2) return undefined;
  return invalid(
    parameter,
    `Expected one MEDIA or SWIPEABLE_MEDIA and one DETAILS or BUTTON for ${parameter}`,
  );
}

function completeApp(components: readonly Fields[], parameter: string): Problem | undefined {
  for (const [index, { destination }] of components.entries()) {
    if (!isFields(destination) || destination['type'] !== 'APP') continue;
    const problem = appProblem(destination, `${parameter}.${index}.destination`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function appProblem(app: Fields, parameter: string): Problem | undefined {
  const has = (names: readonly string[]): boolean => names.some((name) => textIn(app, name) !== null);
  if (!appNames.some(({ id }) => has(id))) {
    const [a, b] = appNames.map(({ id }) => id[0] ?? '');
    return invalid(`${parameter}.${a}`, `At least one of ${a} and ${b} is required`, 'MISSING_PARAMETER');
  }
  const lonely = appNames.find(({ id, deepLink }) => has(deepLink) && !has(id));
  if (lonely === undefined) return undefined;
  const message = `${lonely.deepLink[0]} is only allowed together with ${lonely.id[0]}`;
  return invalid(`${parameter}.${lonely.deepLink[0]}`, message, 'INCLUSIVE_PARAMETERS');
}

function hasType({ after }: Change): Problem | undefined {
  if (cardTypeOf(after) !== undefined) return undefined;
  return invalid('slides', 'Slides lead to websites only', 'UNKNOWN_CARD_TYPE');
}
