// Changes the planner and the appliers in thousands of small ways, and sees which changes their own tests notice:
// npm run mutation [-- --room planner|appliers] [--files 'src/planner/budget.ts'] [--jobs 2]; only to write the page of
// the last runs of both again, with new explanations: npm run mutation -- --page
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { z } from 'zod';
import { explanationsIn, mutantSchema, mutationPage } from './mutation-page.ts';

const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    files: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    page: { type: 'boolean', default: false },
  },
});
const rooms = ['planner', 'appliers'] as const;
const room = z.enum(rooms).optional().parse(values.room);
const jobs = z.coerce.number().int().min(1).parse(values.jobs);
const explanationsFile = 'test/mutation/explained.tsv';
const pageFile = 'docs/mutation.md';
/** Where no other command clears up. */
const resultFolder = 'node_modules/.cache/mutation';
const resultSchema = z.object({ minutes: z.number(), mutants: z.array(mutantSchema) });

type Room = (typeof rooms)[number];
type Mutant = z.infer<typeof mutantSchema>;
type MutationResult = z.infer<typeof resultSchema>;

// Loading the program is most of what a mutant costs.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'adsync-mutation');
process.env['ADSYNC_WORLDS'] = '20';

const results: MutationResult[] = [];
for (const each of room === undefined ? rooms : [room]) if (!values.page) results.push(await run(each));
if (values.files === undefined) await writePage();
else console.log(await pageOf(results));

async function writePage(): Promise<void> {
  const missing = rooms.find((each) => !existsSync(resultFileOf(each)));
  if (missing === undefined) await writeFile(pageFile, await pageOf(await Promise.all(rooms.map(kept))));
  else console.log(`${pageFile} is written once both rooms have run: npm run mutation -- --room ${missing}`);
}

async function run(mutated: Room): Promise<MutationResult> {
  const started = performance.now();
  const mutants = [...(await mutantsOf(mutated))];
  const result = { minutes: (performance.now() - started) / 60_000, mutants };
  await mkdir(resultFolder, { recursive: true });
  if (values.files === undefined) await writeFile(resultFileOf(mutated), JSON.stringify(result));
  return result;
}

/** What the last whole run of a room showed. */
async function kept(each: Room): Promise<MutationResult> {
  return resultSchema.parse(JSON.parse(await readFile(resultFileOf(each), 'utf8')));
}

function resultFileOf(each: Room): string {
  return join(resultFolder, `${each}.json`);
}

async function pageOf(shown: readonly MutationResult[]): Promise<string> {
  const explanations = explanationsIn(await readFile(explanationsFile, 'utf8'));
  const minutes = shown.reduce((sum, result) => sum + result.minutes, 0);
  return mutationPage(
    shown.flatMap(({ mutants }) => mutants),
    explanations,
    minutes,
  );
}

async function mutantsOf(mutated: Room): Promise<readonly Mutant[]> {
  const stryker = new Stryker({
    tsconfigFile: 'none.json',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', dir: 'test/mutation/built', related: false },
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
