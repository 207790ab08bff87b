import type { Plain } from '../config/plain.ts';
import { isList, isPlainMap } from '../edit/flow-text.ts';

/** The value with each of its texts put through `write`, which gets the key of the map that the text stands in, if any. */
export function mapTexts(plain: Plain, write: (text: string, key?: string) => string, key?: string): Plain {
  if (isList(plain)) return plain.map((member) => mapTexts(member, write, key));
  if (isPlainMap(plain))
    return Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, mapTexts(value, write, name)]),
    );
  return plain === null ? null : write(plain, key);
}
