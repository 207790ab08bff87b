import { lineFrame } from './code-frame.ts';
import { printable } from './display-text.ts';

/** Something wrong at a place of the user's document. */
export interface Problem {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** The rule that is broken: a stable kebab-case word. */
  readonly rule: string;
  /** One sentence without a full stop. */
  readonly message: string;
  /** What to write instead. */
  readonly remedy: string;
  /** The code that the platform would refuse it with, where one is known. */
  readonly code?: string;
  /** The source line it stands in. */
  readonly sourceLine: string;
  /** Other places that belong to it, such as where the key stands first. */
  readonly related: readonly RelatedPlace[];
}

/** A second place of a problem. */
interface RelatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What stands there: `first here`. */
  readonly label: string;
  readonly sourceLine: string;
}

/**
 * A problem for people: place and message, the source line with a caret, the same for related places, the remedy. The
 * source lines are shortened to the columns of the page.
 */
export function formatProblem(problem: Problem, width = Number.POSITIVE_INFINITY): string {
  const related = problem.related.flatMap((place) => [
    `  ${placeOf(place)}  ${place.label}`,
    ...lineFrame(place.sourceLine, place.line, place.column, width),
  ]);
  return [
    `${placeOf(problem)}  ${printable(problem.message)}${codeOf(problem)}`,
    ...lineFrame(problem.sourceLine, problem.line, problem.column, width),
    ...related,
    `  ${printable(problem.remedy)}`,
  ].join('\n');
}

/** Codes that say no more than the message does. */
const generalCodes: ReadonlySet<string> = new Set(['INVALID_PARAMETER', 'MISSING_PARAMETER']);

function codeOf({ code }: Problem): string {
  return code === undefined || generalCodes.has(code) ? '' : ` (${code})`;
}

/** By file, then line, then column. */
export function compareProblems(left: Problem, right: Problem): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}

function placeOf({ file, line, column }: Omit<RelatedPlace, 'label' | 'sourceLine'>): string {
  return `${printable(file)}:${line}:${column}`;
}
