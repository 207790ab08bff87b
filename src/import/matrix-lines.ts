import type { Matrix, MatrixInclusion, MatrixText, MatrixValue } from './outline.ts';
import { keyText, valueText } from './value-text.ts';

/** A matrix as lines without indentation, the values of an axis that are no more than keys in one line. */
export function matrixLines({ axes, exclude, include }: Matrix, widest: number): readonly string[] {
  const lines = [
    ...[...axes].flatMap(([name, values]) => axisLines(name, values, widest)),
    ...listLines('exclude', exclude.map(combinationText)),
    ...listLines('include', include.map(inclusionText)),
  ];
  return ['matrix:', ...lines.map((line) => `  ${line}`)];
}

function axisLines(name: string, values: readonly MatrixValue[], widest: number): readonly string[] {
  const texts = values.map(matrixValueText);
  const together = `${keyText(name, false)}: [${texts.join(', ')}]`;
  const isPlain = values.every(({ members }) => members.size === 0);
  return isPlain && together.length <= widest ? [together] : listLines(name, texts);
}

function listLines(name: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [`${keyText(name, false)}:`, ...texts.map((text) => `  - ${text}`)];
}

function matrixValueText({ key, members }: MatrixValue): string {
  const text = valueText(key, undefined, true);
  return members.size === 0 ? text : `{ key: ${text}, ${membersText(members)} }`;
}

function membersText(members: ReadonlyMap<string, MatrixText>): string {
  return Array.from(
    members,
    ([name, { text, type }]) => `${keyText(name, true)}: ${valueText(text, type, true)}`,
  ).join(', ');
}

function combinationText(combination: ReadonlyMap<string, string>): string {
  const pairs = Array.from(
    combination,
    ([axis, key]) => `${keyText(axis, true)}: ${valueText(key, undefined, true)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}

function inclusionText({ values, members }: MatrixInclusion): string {
  const axes = Array.from(values, ([axis, value]) => `${keyText(axis, true)}: ${matrixValueText(value)}`);
  return `{ ${[...axes, ...(members.size === 0 ? [] : [membersText(members)])].join(', ')} }`;
}
