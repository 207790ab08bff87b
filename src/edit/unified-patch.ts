import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

const context = 3;

/** The search for the fewest changed lines looks this often at most: seconds. */
const mostSteps = 9_000_000;

/** The lines of a text from its first difference to its last, with the equal lines that a patch shows around them. */
interface Part {
  readonly lead: readonly string[];
  readonly lines: readonly string[];
  readonly trail: readonly string[];
}

/**
 * The difference between two texts of one file as a unified patch, as `git apply` takes it; empty where there is none.
 * Line ends count as a part of the line. Where very much differs, everything from the first difference to the last is
 * replaced.
 */
export function unifiedPatch(path: string, before: string, after: string): string {
  if (before === after) return '';
  const [old, edited] = [linesOf(before), linesOf(after)];
  // What is equal at both ends is cut off, but for the context: the search looks at the edited part only.
  const head = equalAtStart(old, edited);
  const tail = equalAtStart(old.slice(head).toReversed(), edited.slice(head).toReversed());
  const start = Math.max(0, head - context);
  const partOf = (lines: readonly string[]): Part => ({
    lead: lines.slice(start, head),
    lines: lines.slice(head, lines.length - tail),
    trail: lines.slice(lines.length - tail).slice(0, context),
  });
  const hunks = hunksBetween(partOf(old), partOf(edited)).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + start,
    newStart: hunk.newStart + start,
  }));
  const names = { oldFileName: `a/${path}`, newFileName: `b/${path}` };
  return formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks }, FILE_HEADERS_ONLY);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How many members at the start of two lists are the same in both. */
function equalAtStart(left: readonly string[], right: readonly string[]): number {
  const end = left.findIndex((line, index) => line !== right[index]);
  return end === -1 ? left.length : end;
}

function hunksBetween(old: Part, edited: Part): readonly StructuredPatchHunk[] {
  // For each edit the search looks at as many ways as there were edits before, and at few where one text is short.
  const shorter = Math.min(old.lines.length, edited.lines.length);
  const maxEditLength = Math.max(Math.sqrt(mostSteps), mostSteps / (1 + shorter));
  const options = { context, maxEditLength };
  const found = structuredPatch('', '', textOf(old), textOf(edited), undefined, undefined, options);
  return found?.hunks ?? [wholeHunk(old, edited)];
}

function textOf({ lead, lines, trail }: Part): string {
  return [...lead, ...lines, ...trail].join('');
}

function wholeHunk(old: Part, edited: Part): StructuredPatchHunk {
  const around = old.lead.length + old.trail.length;
  return {
    oldStart: 1,
    oldLines: around + old.lines.length,
    newStart: 1,
    newLines: around + edited.lines.length,
    lines: [
      ...marked(' ', old.lead),
      ...marked('-', old.lines),
      ...marked('+', edited.lines),
      ...marked(' ', old.trail),
    ],
  };
}

function marked(sign: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n')
      ? [`${sign}${line.slice(0, -1)}`]
      : [`${sign}${line}`, '\\ No newline at end of file'],
  );
}
