import type { DesiredDocument } from '../../schemas/desired.ts';
import { fittingLine, movedAddress, withPart } from '../../schemas/moved-address.ts';

type Moves = DesiredDocument['moved'];

/**
 * The document with an exact line of `moved` or `removed` for each known address (and what it stands in) that a line with
 * a `*` stands for. An address that is declared stays where it is, and none is moved to what is not declared: the line
 * may stay once it is applied. An exact line of the document goes before one with a `*`.
 */
export function withExactMoves(document: DesiredDocument, known: readonly string[]): DesiredDocument {
  const { patterns } = document;
  if (patterns === undefined) return document;
  const declared = new Set(document.resources.map(({ address }) => address));
  const isTarget = (address: string): boolean => declared.has(address);
  const named = new Set([...document.moved, ...document.removed].map(({ from }) => from));
  const follow = (to: string): string => followed(document.moved, patterns.moved, to, isTarget);
  const moved = document.moved.map((line) => ({ ...line, to: follow(line.to) }));
  const removed = [...document.removed];
  for (const from of new Set(known.flatMap(prefixesOf))) {
    if (isTarget(from) || named.has(from)) continue;
    const leaving = fittingLine(patterns.moved, from);
    const to = leaving === undefined ? from : follow(withPart(leaving.line.to, leaving.part));
    const gone = fittingLine(patterns.removed, from);
    if (leaving !== undefined && isTarget(to)) moved.push({ from, to, source: leaving.line.source });
    else if (gone !== undefined) removed.push({ ...gone.line, from });
  }
  return { ...document, moved, removed };
}

/** Where lines of `moved`, one after the other, lead from an address: to the first that is a target. */
function followed(
  lines: Moves,
  patterns: Moves,
  from: string,
  isTarget: (address: string) => boolean,
): string {
  let address = from;
  // Lines may lead in a circle, which ends nowhere.
  for (let steps = lines.length + patterns.length; steps > 0 && !isTarget(address); steps -= 1) {
    const next = movedAddress(lines, address);
    address = next === address ? movedByPattern(patterns, address) : next;
  }
  return address;
}

/** The address by the line that it fits, or the nearest that it stands in. */
function movedByPattern(patterns: DesiredDocument['moved'], address: string): string {
  for (const place of prefixesOf(address).toReversed()) {
    const fitting = fittingLine(patterns, place);
    if (fitting !== undefined) return withPart(fitting.line.to, fitting.part) + address.slice(place.length);
  }
  return address;
}

/** An address, after all that it stands in. */
function prefixesOf(address: string): readonly string[] {
  const steps = address.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
