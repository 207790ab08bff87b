/** Where the line begins that an offset stands in. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line ends that an offset stands in, before its break. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at === -1) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

/** Where the line after begins; the end of the text where there is none. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** Where the line above begins of a line that begins here; `undefined` for the first. */
export function lineAbove(text: string, start: number): number | undefined {
  return start === 0 ? undefined : lineStart(text, start - 1);
}

/** Where the break before a line begins. */
export function breakBefore(text: string, start: number): number {
  if (start === 0) return 0;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}

/** True for a line of blanks only that begins here. */
export function isBlankLine(text: string, start: number): boolean {
  return text.slice(start, lineEnd(text, start)).trim() === '';
}

/** How many blanks a line begins with. */
export function indentAt(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at - start;
}

/** How many characters stand before an offset in its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The line break that the text uses. */
export function lineBreak(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
