import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTable } from './inventory.ts';
import { walkedRules } from './walked-rules.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Rules in the titles of the sandbox's tests, with the files: a title, or a row of its table, starts with their ids. */
export function titledRules(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(`${folder}/**/*.test.ts`)) {
    for (const [title] of readFileSync(file, 'utf8').matchAll(/(?<=['"`])(?:R\d{3}\b ?)+/g))
      for (const rule of title.match(/R\d{3}/g) ?? [])
        found.set(rule, [...(found.get(rule) ?? []), relative(folder, file)]);
  }
  return found;
}

/** The ids of the rules that some test proves. */
export function provedRules(): ReadonlySet<string> {
  return new Set([...titledRules().keys(), ...walkedRules.keys()]);
}

/** What cannot be tested, or has been superseded, and why. */
export const untestable: ReadonlyMap<string, string> = new Map(
  readTable(new URL('untestable.tsv', import.meta.url)).map((row) => [
    row['rule'] ?? '',
    row['reason'] ?? '',
  ]),
);
