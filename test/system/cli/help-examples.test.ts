import { expect, test } from 'vitest';
import { commandNames } from './command-names.ts';
import { createBench } from './harness.ts';

test('every help ends with two or three lines to type, of that command and with options that it has', async () => {
  const bench = await createBench();
  const names = await commandNames(bench);

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
