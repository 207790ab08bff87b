import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { danglingCitations, foreignCitations, uncitedFacts } from './citation-faults.ts';
import { pageFaults } from './page-faults.ts';
import { factsIn, type TextFile } from './platform-fact.ts';

const root = join(import.meta.dirname, '../..');
const pagesOfFacts = 'docs/platform';
const readable = '{ts,mjs,js,md,tsv,yaml,yml,json}';
const searched = [
  `{src,packages/*/src,test,scripts,bench,docs,examples,templates}/**/*.${readable}`,
  'packages/*/*.md',
  `.github/**/*.${readable}`,
  '*.{md,yml}',
];

/** How many facts about the platform the repository has, and everything that is wrong with them and their citations. */
export function repositoryFaults(): { readonly facts: number; readonly faults: readonly string[] } {
  const files = filesOf(searched);
  const citing = files.filter(({ path }) => !path.startsWith(`${pagesOfFacts}/`));
  const pages = files.filter(
    ({ path }) => path.startsWith(`${pagesOfFacts}/`) && path !== `${pagesOfFacts}/README.md`,
  );
  const facts = factsIn(pages);
  return {
    facts: facts.length,
    faults: [
      ...pageFaults(pages),
      ...danglingCitations(facts, files, (path) => existsSync(join(root, path))),
      ...uncitedFacts(facts, citing),
      ...foreignCitations(citing),
    ],
  };
}

function filesOf(patterns: readonly string[]): readonly TextFile[] {
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, {
      cwd: root,
      exclude: (path) => /(?:^|[\\/])(?:node_modules|dist|coverage)$/.test(path),
    }),
  );
  return found
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
