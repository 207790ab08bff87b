import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { completionOf } from './candidates.ts';
import { projectSources } from './sources.ts';

/**
 * Answers a shell that completes a command line, for `adsync __complete WORD…`, whose last word is the one being typed:
 * a line that says what to offer (`words`, `files`, `folders`), then a candidate a line, a tab and its explanation after
 * it. Always ends well and writes no error: somebody is typing.
 */
export async function complete(
  program: Command,
  words: readonly string[],
  io: Io,
  version: string,
): Promise<number> {
  try {
    const { offer, candidates } = await completionOf(program, words, projectSources(io, version));
    const lines = candidates
      // A line feed cannot be typed into a word.
      .filter(({ text }) => !/\s/.test(text))
      .map(({ text, explanation }) =>
        explanation === undefined ? text : `${text}\t${explanation.replaceAll(/\s+/g, ' ')}`,
      );
    io.stdout.write(`${[offer, ...lines].join('\n')}\n`);
  } catch {
    io.stdout.write('words\n');
  }
  return 0;
}
