import { isIdOf, isList, plainText, type Value } from '../values.ts';

/** A structure on one line as the document would write it: `{ type: MEDIA, media_key: 13_1 }`. */
export function showFlow(value: Value): string {
  if (isIdOf(value)) return value.id_of;
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (isList(value)) return `[${value.map(showFlow).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]: [string, Value]) => `${name}: ${showFlow(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
