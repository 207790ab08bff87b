import { everyUnprintable } from '../diagnostics/display-text.ts';

/** JSON with nothing in it that a terminal would obey: that stands as `\u…`, which programs read as the same. */
export function safeJson(text: string): string {
  return text.replaceAll(everyUnprintable, (mark) =>
    /[\n\r\t]/.test(mark) ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
