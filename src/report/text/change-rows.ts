import { type Style, strongly, type Tone } from '../style.ts';
import { padTo, widestOf } from '../text-width.ts';
import type { ChangeLine } from '../view/change-line.ts';

/** A line below a group's heading: what changes, and why or with what. */
export interface DetailRow {
  readonly indent: number;
  readonly what: string;
  readonly why: string;
}

const tones: Readonly<Record<string, Tone>> = {
  '+': 'green',
  '-': 'red',
  '-/+': 'red',
};

/** The lines of a group, laid out from the column `indent`. */
export function changeRows(lines: readonly ChangeLine[], indent: number, style: Style): readonly DetailRow[] {
  const fields = Map.groupBy(
    lines.filter(({ part }) => part === 'field'),
    ({ address }) => address,
  );
  const widths = new Map(
    [...fields].map(([address, own]) => [address, widestOf(own.map(({ name }) => name))]),
  );
  return lines.map((line) => ({
    indent: indent + 2 * line.depth,
    what: whatOf(line, style, widths.get(line.address) ?? 0),
    why: line.why,
  }));
}

function whatOf({ part, sign, text, name, percent }: ChangeLine, style: Style, widest: number): string {
  if (part === 'note') return `  ${text}`;
  const tone = tones[sign] ?? 'cyan';
  if (part === 'head') return `${strongly(style, tone, sign)} ${text}`;
  const shown = `${padTo(name, widest)}   ${text}${percent === '' ? '' : `   ${percent}`}`;
  return sign === '' ? shown : `${strongly(style, tone, sign)} ${shown}`;
}
