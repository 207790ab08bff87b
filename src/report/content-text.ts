import { printable } from '../diagnostics/display-text.ts';
import { isIdOf, isList, type Value } from '../schemas/values.ts';
import { shorten } from './text-width.ts';

/** The texts, links and ids in a value, without the words that say of which sort its parts are. */
export function contentText(value: Value): string {
  const shown = textsIn(value).map((text) => quoted(shorten(printable(text), 60)));
  return shorten(shown.join(', '), 160);
}

/** Words are told from names and ids. */
function quoted(text: string): string {
  return text.includes(' ') ? `"${text}"` : text;
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isIdOf(value)) return [value.id_of];
  if (isList(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'type' ? [] : textsIn(member)));
}
