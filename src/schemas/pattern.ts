import { createRequire } from 'node:module';
import type { RE2JS as Engine } from 're2js';
import { z } from 'zod';

/** Says whether a pattern occurs in a text, in time proportional to the text. */
export type Pattern = (text: string) => boolean;

const library = z.object({ RE2JS: z.custom<typeof Engine>((value) => typeof value === 'function') });
let engine: typeof Engine | undefined;

/** The engine is loaded with the first pattern: few documents have one, and loading it delays the start. */
function loadEngine(): typeof Engine {
  engine ??= library.parse(createRequire(import.meta.url)('re2js')).RE2JS;
  return engine;
}

/**
 * A regular expression as a function. The syntax is that of RE2, without references back and looking ahead, so that no
 * pattern takes longer than the length of the text times its own: a slip in a policy must not stop a pipeline. `.` also
 * matches a line feed. One that compiles to more instructions than given is refused: it is a slip, and could take seconds
 * for many names. Throws SyntaxError, whose message goes after "a pattern that".
 */
export function compilePattern(text: string, mostInstructions = 2000): Pattern {
  const engine = loadEngine();
  const compiled = compiledBy(engine, text);
  if (compiled.programSize() > mostInstructions) throw new SyntaxError('is too large');
  return (name) => compiled.test(name);
}

function compiledBy(engine: typeof Engine, text: string): Engine {
  try {
    return engine.compile(text, engine.DOTALL);
  } catch (cause) {
    throw new SyntaxError(faultIn(cause), { cause });
  }
}

const refusal = z.object({ error: z.string(), input: z.string().nullable() });

/** What the engine calls each fault, and our words for it; `{part}` is the part of the pattern that is wrong. */
const faults: ReadonlyMap<string, string> = new Map([
  ['missing closing )', 'has a "(" without its ")"'],
  ['unexpected )', 'has a ")" without its "("'],
  ['missing closing ]', 'has a "[" without its "]"'],
  ['missing argument to repetition operator', 'has a "{part}" with nothing before it'],
  ['invalid nested repetition operator', 'has two quantifiers side by side'],
  ['invalid repeat count', 'has the count {part}, which runs backwards or comes to more than 1000'],
  ['invalid escape sequence', 'has "{part}", which is not supported'],
  ['invalid or unsupported Perl syntax', 'has "{part}", which is not supported'],
  ['invalid named capture', 'looks back or misnames a group, which is not supported'],
  ['duplicate capture group name', 'gives two groups the same name'],
  ['invalid character class range', 'has "{part}", which stands for no character'],
  ['trailing backslash at end of expression', 'ends with a single "\\"'],
  ['expression nests too deeply', 'nests its groups too deeply'],
  ['expression too large', 'is too large'],
]);

function faultIn(cause: unknown): string {
  const { error, input } = refusal.safeParse(cause).data ?? { error: '', input: null };
  const fault = faults.get(error) ?? 'cannot be read';
  return fault.replace('{part}', () => shortPart(input ?? ''));
}

/** A pattern may be as long as a file, and so may the part of it that is wrong. */
function shortPart(part: string): string {
  const characters = Array.from(part);
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : part;
}
