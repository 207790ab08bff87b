import type { Finding } from '../define-kind.ts';
import type { Value, Values } from '../values.ts';

/** What a media key says of its media by its first number (F-media-01). */
export type MediaSort = 'image' | 'video' | 'animated image';

const sorts: ReadonlyMap<string, MediaSort> = new Map([
  ['3', 'image'],
  ['7', 'video'],
  ['13', 'video'],
  ['16', 'animated image'],
]);

/** The sort of media that a media key names; `undefined` for a reference, and for a number that is not known. */
export function sortOfMedia(key: Value | undefined): MediaSort | undefined {
  return typeof key === 'string' ? sorts.get(key.split('_')[0] ?? '') : undefined;
}

const words: Readonly<Record<MediaSort, string>> = {
  image: 'an image',
  video: 'a video',
  'animated image': 'an animated image',
};

/**
 * A finding for each field whose media key names media of another sort than wanted; `code` is what the platform refuses
 * it with. Keys of other sorts than are known pass.
 */
export function misplacedMedia(
  declared: Values,
  wanted: Readonly<Record<string, readonly MediaSort[]>>,
  code: string,
): readonly Finding[] {
  return Object.entries(wanted).flatMap(([field, sortsWanted]): readonly Finding[] => {
    const sort = sortOfMedia(declared[field]);
    if (sort === undefined || sortsWanted.includes(sort)) return [];
    const remedy = `Write the media key of ${sortsWanted.map((one) => words[one]).join(' or ')}.`;
    return [{ field, message: `names ${words[sort]}`, remedy, code }];
  });
}
