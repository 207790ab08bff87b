import process from 'node:process';
import { expect, test } from 'vitest';
import { sandboxEnvironment } from '../../../src/cli/serve-sandbox.ts';
import { builtProgram } from '../../support/built-program.ts';
import { openTerminal } from '../../support/terminal.ts';
import { type Bench, createBench } from '../cli/harness.ts';
import { longDocument, tellStory } from './story.ts';

const program = await builtProgram();
const onWindows = process.platform === 'win32';

/** What a terminal shows: every line, and of them those that it had to break off the line above. */
interface Screen {
  readonly lines: readonly string[];
  readonly wrapped: readonly string[];
}

/** Runs the program in a terminal of its own, 80 columns wide, to its end. */
async function screenOf(bench: Bench, argv: readonly string[]): Promise<Screen> {
  const env = {
    ...process.env,
    ...program.environment,
    ...sandboxEnvironment(bench.sandbox.ready),
    NO_COLOR: '1',
  };
  const terminal = openTerminal(process.execPath, [program.launcher, ...argv], {
    columns: 80,
    rows: 24,
    cwd: bench.folder,
    env,
  });
  await terminal.ended;
  const screen = { lines: terminal.lines(), wrapped: terminal.wrapped() };
  await terminal.close();
  return screen;
}

test.skipIf(onWindows)('a terminal of 80 columns never has to break a line', async () => {
  const bench = await createBench(longDocument);

  await tellStory(bench, async (argv, typed) => {
    if (typed !== undefined) return;
    const { lines, wrapped } = await screenOf(bench, argv);

    expect(lines.join('').length).toBeGreaterThan(40);
    expect(wrapped).toEqual([]);
  });
});

test.skipIf(onWindows)('a narrow terminal shows the words that a file gets, each of them whole', async () => {
  const bench = await createBench(longDocument);

  for (const argv of [['plan'], ['validate', 'nowhere.yaml'], ['explain', 'line_item'], ['plan', '--help']]) {
    const { lines } = await screenOf(bench, argv);
    const piped = await bench.adsync(argv);

    const words = new Set(`${piped.stdout} ${piped.stderr}`.split(/\s+/));
    const shown = lines.join('\n').split(/\s+/);
    expect(shown.filter((word) => !words.has(word) && !word.endsWith('…'))).toEqual([]);
  }
});
