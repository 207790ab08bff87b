import { isMap, isSeq, type ParsedNode } from 'yaml';
import type { Plain } from '../config/plain.ts';
import type { SingleEdit } from './edit.ts';
import { keyText, type PairSlot, pairsOf, type Slot } from './syntax.ts';

/** How to exclude a combination in the matrix of an entry; `undefined` where that stands elsewhere. */
export function exclusion(entry: Slot, excluded: Plain): SingleEdit | undefined {
  return inList(entry, 'exclude', excluded);
}

/** How to say something of one combination in the matrix of an entry; `undefined` where that stands elsewhere. */
export function inclusion(entry: Slot, said: Plain): SingleEdit | undefined {
  return inList(entry, 'include', said);
}

/** The axes of the matrix of an entry, and what its `include` names. */
export function namesIn(entry: Slot): ReadonlySet<string | undefined> {
  const matrix = pairIn(entry, 'matrix');
  const list = matrix && pairIn(matrix, 'include')?.node;
  const items = isSeq(list) ? list.items : [];
  const said = items.flatMap((item) => (isMap(item) ? item.items.map(({ key }) => String(key)) : []));
  const axes = matrix && isMap(matrix.node) ? matrix.node.items.map(({ key }) => String(key)) : [];
  return new Set([...axes, ...said]);
}

function inList(entry: Slot, name: string, member: Plain): SingleEdit | undefined {
  const matrix = pairIn(entry, 'matrix');
  if (matrix === undefined || !isMap(matrix.node)) return undefined;
  const list = pairIn(matrix, name);
  if (list === undefined) return { type: 'add', slot: matrix, name, plain: [member] };
  return isSeq(list.node) ? { type: 'append', slot: list, plain: member } : undefined;
}

function pairIn({ file, node, inFlow }: Slot, name: string): PairSlot | undefined {
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return undefined;
  return pairsOf(file, node, inFlow).find((pair) => keyText(pair) === name);
}
