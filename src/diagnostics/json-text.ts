import { everyUnprintable } from './display-text.ts';

/**
 * JSON for standard output, standard error and files; `indent` in blanks, one line without it. What a terminal would obey
 * stands as `\u…`, which programs read as the same text: `JSON.stringify` leaves changes of direction and C1 as they are.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replace(everyUnprintable, (mark) => (mark === '\n' ? mark : escapeOf(mark)));
}

function escapeOf(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
