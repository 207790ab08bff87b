import { type Fields, isFields, isList, textIn, textsIn, type Value } from '../../value.ts';
import { kindOfMedia } from './media.ts';

/** What stands in a card: its components, or those of each of its slides. */
export type CardContent = readonly (readonly Fields[])[];

/** The components of a card, slide by slide; a card without slides is one. */
export function contentOf(card: Fields): CardContent {
  const slides = card['slides'] ?? null;
  return isList(slides) ? slides.map(objectsIn) : [objectsIn(card['components'] ?? null)];
}

function objectsIn(value: Value): readonly Fields[] {
  return isList(value) ? value.filter(isFields) : [];
}

/** The media keys of components, in order. */
export function mediaKeysOf(components: readonly Fields[]): readonly string[] {
  return components.flatMap((component) => {
    const one = textIn(component, 'media_key');
    return one === null ? textsIn(component, 'media_keys') : [one];
  });
}

/**
 * The type that follows from what is in a card (F-card-06): kind of media, carousel or not, one destination or many,
 * app or website. Undefined for what has none: slides that lead to an app.
 */
export function cardTypeOf(card: Fields): string | undefined {
  const content = contentOf(card);
  const everything = content.flat();
  const media = mediaName(everything);
  const place = everything.some(({ type }) => type === 'BUTTON') ? 'APP' : 'WEBSITE';
  if (isList(card['slides'])) return place === 'APP' ? undefined : `${media}_MULTI_DEST_CAROUSEL_${place}`;
  if (!everything.some(({ type }) => type === 'SWIPEABLE_MEDIA')) return `${media}_${place}`;
  return media === 'MIXED_MEDIA' ? `${media}_SINGLE_DEST_CAROUSEL_${place}` : `${media}_CAROUSEL_${place}`;
}

// A GIF moves, and goes with videos.
function mediaName(components: readonly Fields[]): string {
  const names = mediaKeysOf(components).map((key) => (kindOfMedia(key).type === 'IMAGE' ? 'IMAGE' : 'VIDEO'));
  const [first = 'IMAGE', ...others] = new Set(names);
  return others.length === 0 ? first : 'MIXED_MEDIA';
}
