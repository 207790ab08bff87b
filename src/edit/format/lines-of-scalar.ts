import type { CST } from 'yaml';
import { bodyStart } from '../spans.ts';

/** A scalar as lines; all but the first stand deeper than what holds it, by themselves. */
export function linesOfScalar(token: CST.FlowScalar | CST.BlockScalar): readonly string[] {
  return token.type === 'block-scalar' ? blockLines(token) : flowLines(token);
}

/** The breaks of a text over several lines stay; blanks around them mean nothing. */
function flowLines({ source, type }: CST.FlowScalar): readonly string[] {
  const [first = '', ...others] = source.split(/\r?\n/);
  if (others.length === 0) return [source];
  const trimEnd = (line: string): string => {
    // `\ ` at the end of a line is a blank that counts.
    const trimmed = line.trimEnd();
    return type === 'double-quoted-scalar' && /(?<!\\)(?:\\\\)*\\$/.test(trimmed) && trimmed !== line
      ? `${trimmed}${line.charAt(trimmed.length)}`
      : trimmed;
  };
  const lines = [first, ...others.map((line) => line.trimStart())];
  return lines.map((line, index) => {
    const ended = index === lines.length - 1 ? line : trimEnd(line);
    return index === 0 || ended === '' ? ended : `  ${ended}`;
  });
}

function blockLines(token: CST.BlockScalar): readonly string[] {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const sign = header !== undefined && 'source' in header ? header.source : '|';
  const comment = token.props.find(({ type }) => type === 'comment');
  const note = comment !== undefined && 'source' in comment ? ` ${comment.source.trimEnd()}` : '';
  const lines = token.source.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const indent = indentOf(token, lines);
  const body = lines.map((line) => (line.length <= indent ? '' : `  ${line.slice(indent)}`));
  // Without `+`, blank lines at the end mean nothing.
  if (!sign.includes('+')) while (body.at(-1) === '') body.pop();
  return [`${sign.replace(/[1-9]/, '2')}${note}`, ...body];
}

/** How many blanks of each line are indentation: as many as the first line of text has, unless the header says it. */
function indentOf(token: CST.BlockScalar, lines: readonly string[]): number {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const digit = header !== undefined && 'source' in header ? /[1-9]/.exec(header.source)?.[0] : undefined;
  if (digit !== undefined) return Math.max(0, token.indent) + Number(digit);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return first.length - first.trimStart().length;
}

/**
 * Where the text of a block scalar ends: with `+` the blank lines behind it are a part, without only lines of blanks that
 * are longer than the indentation.
 */
export function textEnd(token: CST.BlockScalar): number {
  const keeps = token.props.some((prop) => prop.type === 'block-scalar-header' && prop.source.includes('+'));
  const start = bodyStart(token);
  if (keeps) return start + token.source.length;
  const indent = indentOf(token, token.source.split(/\r?\n/));
  let end = start;
  for (const { 0: line, index } of token.source.matchAll(/[^\r\n]+/g)) {
    if (line.length > indent) end = start + index + line.length;
  }
  return end;
}
