import type { Finding } from '../define-kind.ts';
import { isGiven, isList, type Value, type Values } from '../values.ts';
import { appNames } from './card-content.ts';

type Part = { readonly [name: string]: Value };

/** What must hold of the content of a card (F-card-02, F-card-03). */
export function checkCard(declared: Values): readonly Finding[] {
  const { components, slides } = declared;
  if (isGiven(components) && isGiven(slides)) return [exclusive];
  if (isGiven(components)) return checkParts('components', partsIn(components), 'components');
  if (isGiven(slides)) return checkSlides(slides);
  return [lacking];
}

/** A card with slides takes no components in their place, and the other way round: a new card takes its place. */
export function replacedContent(wanted: Values, live: Values): readonly string[] {
  if (isGiven(wanted.slides) && isGiven(live.components)) return ['slides'];
  return isGiven(wanted.components) && isGiven(live.slides) ? ['components'] : [];
}

const exclusive: Finding = {
  field: 'slides',
  message: 'does not go with components',
  remedy: 'Write components for one destination, or slides for several.',
  code: 'EXCLUSIVE_PARAMETERS',
};
const lacking: Finding = {
  field: 'components',
  message: 'is missing, and so is slides',
  remedy: 'Write components: [{ type: MEDIA, … }, { type: DETAILS, … }].',
  code: 'MISSING_PARAMETER',
  onlyForNew: true,
};

function checkSlides(slides: Value): readonly Finding[] {
  const all = isList(slides) ? slides.map(partsIn) : [];
  const findings = all.flatMap((parts, index) => {
    const place = `slide ${index + 1}`;
    return parts.some(({ type }) => type === 'SWIPEABLE_MEDIA')
      ? [invalid('slides', `${place} has SWIPEABLE_MEDIA`, 'Give each slide one MEDIA.')]
      : checkParts('slides', parts, place);
  });
  if (!all.flat().some(({ type }) => type === 'BUTTON')) return findings;
  const message = 'lead to an app, which only components can';
  return [
    ...findings,
    { ...invalid('slides', message, 'Use DETAILS with a website.'), code: 'UNKNOWN_CARD_TYPE' },
  ];
}

function checkParts(field: string, parts: readonly Part[], place: string): readonly Finding[] {
  const media = parts.filter(({ type }) => type === 'MEDIA' || type === 'SWIPEABLE_MEDIA');
  const apps = parts.flatMap(({ destination }) => (isPart(destination) ? [destination] : []));
  const findings = apps.filter(({ type }) => type === 'APP').flatMap((app) => checkApp(field, app, place));
  if (media.length === 1 && parts.length === 2) return findings;
  const remedy = 'Write one MEDIA or SWIPEABLE_MEDIA, and one DETAILS or BUTTON.';
  return [...findings, invalid(field, `${place}: a card shows one medium and one thing to tap`, remedy)];
}

function checkApp(field: string, app: Part, place: string): readonly Finding[] {
  const has = (name: string): boolean => isGiven(app[name]);
  if (!appNames.some(({ id }) => has(id)))
    return [
      {
        field,
        message: `${place}: the destination names no app`,
        remedy: 'Add app_store_id_a, app_store_id_b or both.',
        code: 'MISSING_PARAMETER',
      },
    ];
  return appNames
    .filter(({ id, deepLink }) => has(deepLink) && !has(id))
    .map(({ id, deepLink }) => ({
      field,
      message: `${place}: ${deepLink} goes only with ${id}`,
      remedy: `Add ${id}, or remove ${deepLink}.`,
      code: 'INCLUSIVE_PARAMETERS',
    }));
}

function invalid(field: string, message: string, remedy: string): Finding {
  return { field, message, remedy, code: 'INVALID_PARAMETER' };
}

function partsIn(value: Value): readonly Part[] {
  return isList(value) ? value.filter(isPart) : [];
}

function isPart(value: Value | undefined): value is Part {
  return typeof value === 'object' && value !== null && !isList(value);
}
