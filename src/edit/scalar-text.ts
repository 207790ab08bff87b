import { printable } from '../diagnostics/display-text.ts';

/** How a text is quoted. */
export type Quoting = 'plain' | 'single' | 'double';

const nullText = /^(?:null|Null|NULL|~|)$/;
/** What begins something else than a text, unless a letter follows the first three. */
const indicator = /^(?:[-?:](?=\s|$)|[,[\]{}#&*!|>'"%@`]|---|\.\.\.)/;
const endsKeyOrBeginsComment = /:(?=\s|$)|\s#/;

/**
 * A text in YAML on one line: quoted as wished, where it can be; in double quotes where it needs escapes. `null` is
 * `null`.
 */
export function scalarText(
  text: string | null,
  { quoting, inFlow }: { readonly quoting: Quoting; readonly inFlow: boolean },
): string {
  if (text === null) return 'null';
  if (quoting === 'plain' && canBePlain(text, inFlow)) return text;
  if (quoting !== 'double' && printable(text) === text) return quoted(text, quoting);
  return doubleQuoted(text);
}

function quoted(text: string, quoting: Quoting): string {
  // What had no quotes gets the more usual ones, unless they would need escapes.
  if (quoting === 'plain' && !/["\\]/.test(text)) return `"${text}"`;
  return text.includes('\t') ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
}

/** Whether the text without quotes is read as this text. */
function canBePlain(text: string, inFlow: boolean): boolean {
  if (nullText.test(text) || text.trim() !== text || printable(text) !== text || text.includes('\t'))
    return false;
  if (indicator.test(text) || endsKeyOrBeginsComment.test(text)) return false;
  return !inFlow || !(/[,[\]{}]/.test(text) || /^[-?:]|:$/.test(text));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function doubleQuoted(text: string): string {
  const escaped = Array.from(text, (character) => {
    const known = escapes.get(character);
    if (known !== undefined) return known;
    if (printable(character) === character && !/[\u0085\u00A0]/.test(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${escaped.join('')}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
