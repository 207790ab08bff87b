import type { CST, Scalar } from 'yaml';
import type { Plain } from '../config/plain.ts';
import { printable } from '../diagnostics/display-text.ts';
import { flowText } from './flow-text.ts';
import { lineEnd } from './lines.ts';
import { type Quoting, scalarText } from './scalar-text.ts';
import { bodyStart, contentEnd, leadEnd } from './spans.ts';
import { cut, type Splice } from './splice.ts';
import type { Slot } from './syntax.ts';

/** The splices that put another text in place of a scalar, in its quotes where that is possible. */
export function writeScalar(slot: Slot, node: Scalar.Parsed, text: string | null): readonly Splice[] {
  const token = node.srcToken;
  if (token === undefined || node.source === '') return [writeWhole(slot, text)];
  if (token.type === 'block-scalar') return writeBlockScalar(slot, token, text);
  const quoting = quotings[token.type];
  const styled = scalarText(text, { quoting, inFlow: slot.inFlow });
  return [{ from: token.offset, to: token.offset + token.source.length, text: styled }];
}

const quotings: Readonly<Record<CST.FlowScalar['type'], Quoting>> = {
  alias: 'plain',
  scalar: 'plain',
  'single-quoted-scalar': 'single',
  'double-quoted-scalar': 'double',
};

/** A text of several lines keeps its `|` or `>` where one line is enough for the new text; a comment behind it stays. */
function writeBlockScalar(slot: Slot, token: CST.BlockScalar, text: string | null): readonly Splice[] {
  const header = token.props.find((prop) => prop.type === 'block-scalar-header');
  if (header === undefined || !('source' in header)) throw new RangeError('a block scalar without its sign');
  const body = { from: bodyStart(token), to: contentEnd(token) ?? bodyStart(token) };
  const line = text?.endsWith('\n') === true ? text.slice(0, -1) : text;
  const indent = /^(?:[ \t]*\r?\n)*( +)/.exec(token.source)?.[1];
  const { offset: from, source } = header;
  if (line === null || indent === undefined || !fitsOneLine(line)) {
    const quoted = scalarText(text, { quoting: 'plain', inFlow: slot.inFlow });
    const lineBreak = lineEnd(slot.file.source.text, from);
    return [{ from, to: from + source.length, text: quoted }, cut(lineBreak, Math.max(lineBreak, body.to))];
  }
  const sign = `${source.charAt(0)}${line === text ? '-' : ''}`;
  return [
    { from, to: from + source.length, text: sign },
    { ...body, text: `${indent}${line}` },
  ];
}

function fitsOneLine(line: string): boolean {
  return /^\S(?:.*\S)?$/.test(line) && printable(line) === line;
}

/** Another sort of value in place of what stands there, in one line; its anchor stays. */
export function writeWhole(slot: Slot, plain: Plain): Splice {
  const { node, item } = slot;
  const text = flowText(plain, slot.inFlow);
  const token: CST.Token | undefined = node?.srcToken;
  const isBlock = token?.type === 'block-map' || token?.type === 'block-seq';
  if (token === undefined || isBlock) {
    // Nothing, or a block that begins on another line: the value stands right behind what leads to it.
    const at = item === undefined ? undefined : leadEnd(item);
    if (at === undefined) throw new RangeError('a value without a place');
    const to = token === undefined ? at : (contentEnd(token) ?? at);
    return { from: at, to, text: ` ${text}` };
  }
  return { from: token.offset, to: contentEnd(token) ?? token.offset, text };
}
