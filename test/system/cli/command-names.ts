import type { Bench } from './harness.ts';

/** The names of the commands that a help lists, those of a group in its place. */
export async function commandNames(bench: Bench, group: readonly string[] = []): Promise<readonly string[]> {
  const { stdout } = await bench.adsync([...group, '--help']);
  const [, below] = stdout.split('\nCommands:\n');
  if (below === undefined) return [group.join(' ')];
  const names = Array.from(below.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name);
  const commands = names
    .filter((name) => name !== 'help')
    .map((name) => commandNames(bench, [...group, name]));
  return (await Promise.all(commands)).flat();
}
