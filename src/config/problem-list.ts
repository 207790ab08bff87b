import { compareProblems, type Problem } from '../diagnostics/problem.ts';
import type { Source } from '../schemas/desired.ts';
import { lineText, type Place, positionOf } from './source-file.ts';

/** What is wrong, without where. */
export interface Fault extends Pick<Problem, 'rule' | 'message' | 'remedy' | 'code'> {
  /** Another place that belongs to it. */
  readonly related?: { readonly place: Place; readonly label: string };
}

/** Takes a fault and the place where it stands. */
export type Report = (place: Place, fault: Fault) => void;

/** Problems of a run as they are found. */
export interface ProblemList {
  readonly report: Report;
  /** Sorted by file, line and column. */
  sorted(): readonly Problem[];
}

const longestMessage = 400;

/** An empty list. The same fault at the same place counts once: aliases and defaults lead there more than once. */
export function createProblemList(): ProblemList {
  const problems = new Map<string, Problem>();
  return {
    report(place, fault) {
      const { file, line, column } = sourceOf(place);
      const { rule, remedy, code } = fault;
      const message = shortened(fault.message);
      const sourceLine = lineText(place.file, line);
      const related = fault.related === undefined ? [] : [relatedPlace(fault.related)];
      const identity = JSON.stringify([file, line, column, rule, message]);
      if (problems.has(identity)) return;
      const platform = code === undefined ? {} : { code };
      problems.set(identity, { file, line, column, rule, message, remedy, ...platform, sourceLine, related });
    },
    sorted: () => [...problems.values()].sort(compareProblems),
  };
}

/** A place in the form that the rest of the program speaks: file, line and column. */
export function sourceOf(place: Place): Source {
  return { file: place.file.path, ...positionOf(place) };
}

function relatedPlace({ place, label }: { readonly place: Place; readonly label: string }) {
  const source = sourceOf(place);
  return { ...source, label, sourceLine: lineText(place.file, source.line) };
}

function shortened(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage)}…`;
}

/** `__proto__` names no property but the prototype wherever an object is made of a map. */
export const reservedKeyFault: Fault = {
  rule: 'key-reserved',
  message: '__proto__ cannot be a key',
  remedy: 'Choose another name.',
};
