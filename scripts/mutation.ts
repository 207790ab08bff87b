// Changes the planner and the appliers in thousands of small ways, and sees which changes their own tests notice:
// npm run mutation [-- --room planner|appliers] [--files 'src/planner/budget.ts'] [--jobs 2]
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { z } from 'zod';
import { explanationsIn, type Mutant, mutationPage } from './mutation-page.ts';

const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    files: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});
const rooms = ['planner', 'appliers'] as const;
const room = z.enum(rooms).optional().parse(values.room);
const jobs = z.coerce.number().int().min(1).parse(values.jobs);
const explanationsFile = 'test/mutation/explained.tsv';
const pageFile = 'docs/mutation.md';

// Loading the program is most of what a mutant costs.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'adsync-mutation');
process.env['ADSYNC_WORLDS'] = '20';

const started = performance.now();
const mutants: Mutant[] = [];
for (const each of room === undefined ? rooms : [room]) mutants.push(...(await mutantsOf(each)));
const minutes = (performance.now() - started) / 60_000;
const page = mutationPage(mutants, explanationsIn(await readFile(explanationsFile, 'utf8')), minutes);
if (room === undefined && values.files === undefined) await writeFile(pageFile, page);
else console.log(page);

async function mutantsOf(mutated: (typeof rooms)[number]): Promise<readonly Mutant[]> {
  const stryker = new Stryker({
    tsconfigFile: 'none.json',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    buildCommand: `node test/mutation/bundle.ts ${mutated}`,
    mutate: [values.files ?? `src/${mutated}/**/*.ts`],
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    ignoreStatic: true,
    timeoutMS: 5000,
    timeoutFactor: 2,
    reporters: ['progress-append-only'],
    tempDirName: 'coverage/mutation',
    symlinkNodeModules: true,
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  return await Promise.all(results.map(described));
}

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

async function described({ fileName, location, mutatorName, replacement, status }: Result): Promise<Mutant> {
  const file = relative(process.cwd(), fileName).split(sep).join('/');
  const lines = (await readFile(file, 'utf8')).split('\n');
  const { start, end } = location;
  const within = lines.slice(start.line - 1, end.line).map((text, index, { length }) => {
    const upTo = index === length - 1 ? text.slice(0, end.column - 1) : text;
    return index === 0 ? upTo.slice(start.column - 1) : upTo;
  });
  return {
    file,
    line: start.line,
    original: oneLine(within.join(' ')),
    replacement: oneLine(replacement ?? mutatorName),
    status,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
