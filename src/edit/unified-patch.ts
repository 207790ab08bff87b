import { type Block, changedBlocks } from './changed-blocks.ts';

const context = 3;

/**
 * The difference between two texts of one file as a unified patch, as `git apply` takes it; empty where there is none.
 * Line ends count as a part of the line.
 */
export function unifiedPatch(path: string, before: string, after: string): string {
  const [old, edited] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(changedBlocks(old, edited));
  if (hunks.length === 0) return '';
  const parts = hunks.map((blocks) => hunkText(blocks, old, edited));
  return [`--- a/${path}\n+++ b/${path}\n`, ...parts].join('');
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Blocks that stand so near that their context would touch make one hunk. */
function hunksOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const hunks: Block[][] = [];
  for (const block of blocks) {
    const last = hunks.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && block.from - before.to <= 2 * context) last.push(block);
    else hunks.push([block]);
  }
  return hunks;
}

function hunkText(blocks: readonly Block[], old: readonly string[], edited: readonly string[]): string {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const from = Math.max(0, first.from - context);
  const to = Math.min(old.length, last.to + context);
  const otherFrom = first.otherFrom - (first.from - from);
  const otherTo = last.otherTo + (to - last.to);
  const lines: string[] = [];
  let at = from;
  for (const block of blocks) {
    lines.push(...marked(' ', old.slice(at, block.from)));
    lines.push(...marked('-', old.slice(block.from, block.to)));
    lines.push(...marked('+', edited.slice(block.otherFrom, block.otherTo)));
    at = block.to;
  }
  lines.push(...marked(' ', old.slice(at, to)));
  return `@@ -${range(from, to)} +${range(otherFrom, otherTo)} @@\n${lines.join('')}`;
}

function marked(sign: string, lines: readonly string[]): readonly string[] {
  return lines.map(
    (line) => `${sign}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`,
  );
}

function range(from: number, to: number): string {
  const count = to - from;
  const start = count === 0 ? from : from + 1;
  return count === 1 ? `${start}` : `${start},${count}`;
}
