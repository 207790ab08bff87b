import { type PatternNode, parsePattern } from './pattern-syntax.ts';

/** Says whether a pattern occurs in a text, in time proportional to the text. */
export type Pattern = (text: string) => boolean;

type Step =
  | { readonly does: 'take'; readonly matches: (character: string) => boolean }
  | { readonly does: 'start' | 'end' | 'done' }
  | { readonly does: 'go'; to: readonly number[] };

/** Larger ones are slips: every step may be looked at for every character of every name. */
const mostSteps = 2000;

/**
 * A regular expression as a function. All ways to match are followed at the same time, so that no pattern takes longer
 * than the length of the text times its own: a slip in a policy must not stop a pipeline. Throws SyntaxError, whose
 * message goes after "the pattern".
 */
export function compilePattern(text: string): Pattern {
  const steps: Step[] = [];
  write(steps, parsePattern(text));
  steps.push({ does: 'done' });
  return (name) => matches(steps, Array.from(name));
}

function write(steps: Step[], node: PatternNode): void {
  if (steps.length > mostSteps) throw new SyntaxError('is too large');
  if (node.type === 'character') steps.push({ does: 'take', matches: node.matches });
  else if (node.type === 'sequence') for (const part of node.parts) write(steps, part);
  else if (node.type === 'choice') writeChoice(steps, node.parts);
  else if (node.type === 'repeat') writeRepeat(steps, node);
  else steps.push({ does: node.type });
}

function writeChoice(steps: Step[], parts: readonly PatternNode[]): void {
  const fork: Step = { does: 'go', to: [] };
  steps.push(fork);
  const starts: number[] = [];
  const ends: Extract<Step, { does: 'go' }>[] = [];
  for (const part of parts) {
    starts.push(steps.length);
    write(steps, part);
    const end: Step = { does: 'go', to: [] };
    steps.push(end);
    ends.push(end);
  }
  fork.to = starts;
  for (const end of ends) end.to = [steps.length];
}

function writeRepeat(steps: Step[], { part, least, most }: Extract<PatternNode, { type: 'repeat' }>): void {
  for (let count = 0; count < least; count += 1) write(steps, part);
  if (most === undefined) {
    const fork: Step = { does: 'go', to: [] };
    const start = steps.push(fork);
    write(steps, part);
    steps.push({ does: 'go', to: [start - 1] });
    fork.to = [start, steps.length];
    return;
  }
  const forks = Array.from({ length: most - least }, () => {
    const fork: Step = { does: 'go', to: [] };
    const start = steps.push(fork);
    write(steps, part);
    return { fork, start };
  });
  for (const { fork, start } of forks) fork.to = [start, steps.length];
}

function matches(steps: readonly Step[], characters: readonly string[]): boolean {
  let active = new Set<number>();
  for (let at = 0; ; at += 1) {
    // It may begin anywhere.
    follow(steps, 0, active, { isStart: at === 0, isEnd: at === characters.length });
    if (active.has(steps.length - 1)) return true;
    const character = characters[at];
    if (character === undefined) return false;
    const next = new Set<number>();
    const place = { isStart: false, isEnd: at + 1 === characters.length };
    for (const number of active) {
      const step = steps[number];
      if (step?.does === 'take' && step.matches(character)) follow(steps, number + 1, next, place);
    }
    active = next;
  }
}

/** Adds a step, and those that are reached from it without taking a character. */
function follow(
  steps: readonly Step[],
  first: number,
  active: Set<number>,
  place: { readonly isStart: boolean; readonly isEnd: boolean },
): void {
  const pending = [first];
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (active.has(number)) continue;
    active.add(number);
    const step = steps[number];
    if (step?.does === 'go') pending.push(...step.to);
    else if ((step?.does === 'start' && place.isStart) || (step?.does === 'end' && place.isEnd))
      pending.push(number + 1);
  }
}
