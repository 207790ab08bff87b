import { Lexer } from 'yaml';

const closing: Readonly<Record<string, string>> = { ']': '[', '}': '{' };
/** Marks of the lexer that stand for no characters of the text: a document, a scalar, the end of a flow collection. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/**
 * The offset of the innermost bracket or quote of the given character that is open before an offset of a YAML text;
 * `undefined` where none is.
 */
export function openingBefore(text: string, offset: number, character: string): number | undefined {
  const open: { readonly character: string; readonly at: number }[] = [];
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if (marks.has(token)) continue;
    if (at >= offset) break;
    if (token === '[' || token === '{') open.push({ character: token, at });
    else if (closing[token] !== undefined) {
      const last = open.findLastIndex((each) => each.character === closing[token]);
      if (last !== -1) open.length = last;
    } else if (/^["']/.test(token) && at + token.length >= offset)
      open.push({ character: token.charAt(0), at });
    at += token.length;
  }
  return open.findLast((each) => each.character === character)?.at;
}
