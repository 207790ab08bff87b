/** Characters that end a line, are not shown, or turn the direction of what stands after them. */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** A text from a record on one line, in which nothing is hidden and nothing reaches what stands around it. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unshown, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
