import { expect, test } from 'vitest';
import { type Bench, createBench } from './harness.ts';

/** The names of the commands that a help lists, those of a group in its place. */
async function listed(bench: Bench, group: readonly string[] = []): Promise<readonly string[]> {
  const { stdout } = await bench.adsync([...group, '--help']);
  const [, below] = stdout.split('\nCommands:\n');
  if (below === undefined) return [group.join(' ')];
  const names = Array.from(below.matchAll(/^ {2}([a-z]+)/gm), ([, name = '']) => name);
  const commands = names.filter((name) => name !== 'help').map((name) => listed(bench, [...group, name]));
  return (await Promise.all(commands)).flat();
}

test('every help ends with two or three lines to type, of that command and with options that it has', async () => {
  const bench = await createBench();
  const names = await listed(bench);

  for (const name of names) {
    const { stdout } = await bench.adsync([...name.split(' '), '--help']);
    const [help = '', examples = ''] = stdout.split('\nExamples:\n');
    const lines = examples.split('\n').filter((line) => /^ {2}[^# ]/.test(line));
    expect({ name, lines: lines.length }).toEqual({ name, lines: lines.length === 3 ? 3 : 2 });
    expect(examples.split('\n').filter((line) => line.startsWith('  # '))).toHaveLength(lines.length);
    for (const line of lines) {
      expect(line).toMatch(/\badsync [a-z]/);
      const options = line.split(' ').filter((word) => word.startsWith('-'));
      expect({ line, unknown: options.filter((option) => !help.includes(option)) }).toEqual({
        line,
        unknown: [],
      });
    }
    expect(examples).toContain(`adsync ${name}`);
  }
  expect(names.length).toBeGreaterThanOrEqual(24);
});
