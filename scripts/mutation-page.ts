import { z } from 'zod';

/** A small change of the program, and whether the tests noticed it. */
export const mutantSchema = z.object({
  file: z.string(),
  line: z.number(),
  original: z.string(),
  replacement: z.string(),
  status: z.enum([
    'Killed',
    'Survived',
    'NoCoverage',
    'CompileError',
    'RuntimeError',
    'Timeout',
    'Ignored',
    'Pending',
  ]),
});

type Mutant = z.infer<typeof mutantSchema>;

/** Why a change that no test noticed is no gap, by `keyOf` of the change. */
type Explanations = ReadonlyMap<string, string>;

/** Reads a table of file, original, replacement and reason, parted by tabs. */
export function explanationsIn(table: string): Explanations {
  return new Map(
    table
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
      .map(([file = '', original = '', replacement = '', reason = '']) => [
        keyOf({ file, original, replacement }),
        reason,
      ]),
  );
}

function keyOf({ file, original, replacement }: Pick<Mutant, 'file' | 'original' | 'replacement'>): string {
  return [file, original, replacement].join('\t');
}

/** The page about mutation: a score for each file, and every mutant that survived, with the reason. */
export function mutationPage(
  mutants: readonly Mutant[],
  explanations: Explanations,
  minutes: number,
): string {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const byRoom = Map.groupBy(mutants, ({ file }) => file.split('/')[1] ?? '');
  return `${head(minutes)}
| room | mutants | noticed | survived | not run by a test | score |
| --- | ---: | ---: | ---: | ---: | ---: |
${[...byRoom].map(row).join('\n')}
${row(['all', mutants])}

## By file

| file | mutants | noticed | survived | not run by a test | score |
| --- | ---: | ---: | ---: | ---: | ---: |
${[...byFile]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(row)
  .join('\n')}

## Survivors

${[...byFile]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([file, all]) => survivorsOf(file, all.filter(isAlive), explanations))
  .filter((text) => text !== '')
  .join('\n\n')}
`;
}

function head(minutes: number): string {
  return `# Mutation testing of planner and appliers

Made by \`npm run mutation\` (${minutes.toFixed(0)} minutes on two cores). Stryker changes the program in small ways; a change is
noticed when a test of the same room fails, or does not come to its end. The score is the share of changes that are
noticed. What the other suites (worlds, simulation, kills, faults) would notice besides is not counted, and neither are
changes of what is computed once, when the program is loaded.
`;
}

function isAlive({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function isNoticed({ status }: Mutant): boolean {
  return status === 'Killed' || status === 'Timeout';
}

function row([name, mutants]: readonly [string, readonly Mutant[]]): string {
  const noticed = mutants.filter(isNoticed).length;
  const survived = mutants.filter(({ status }) => status === 'Survived').length;
  const unseen = mutants.filter(({ status }) => status === 'NoCoverage').length;
  const all = noticed + survived + unseen;
  const score = all === 0 ? '' : `${((100 * noticed) / all).toFixed(1)} %`;
  return `| ${name} | ${all} | ${noticed} | ${survived} | ${unseen} | ${score} |`;
}

function survivorsOf(file: string, alive: readonly Mutant[], explanations: Explanations): string {
  if (alive.length === 0) return '';
  const rows = alive
    .toSorted((a, b) => a.line - b.line)
    .map((mutant) => {
      const why = explanations.get(keyOf(mutant)) ?? '';
      return `| ${mutant.line} | ${code(mutant.original)} | ${code(mutant.replacement)} | ${why} |`;
    });
  return `### ${file}\n\n| line | original | mutant | why it may live |\n| ---: | --- | --- | --- |\n${rows.join('\n')}`;
}

const longest = 90;

function code(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return `\`\` ${short.replaceAll('|', '\\|')} \`\``;
}
