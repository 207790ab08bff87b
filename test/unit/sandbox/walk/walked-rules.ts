import { readTable } from './inventory.ts';

/** Rules that the generated walk proves: the ids of the rows whose tests do. */
const walked: readonly (readonly [rule: string, rows: readonly string[]])[] = readTable(
  new URL('walked-rules.tsv', import.meta.url),
).map((row) => [row['rule'] ?? '', (row['rows'] ?? '').split(',')]);

/** The rules proved by the generated tests. */
export const walkedRules: ReadonlyMap<string, readonly string[]> = new Map(walked);

/** The title of a generated test: the row's id, the rules that the test proves, and what it is about. */
export function titleOf(rowId: string, about: string): string {
  const rules = walked.filter(([, rows]) => rows.includes(rowId)).map(([rule]) => rule);
  return [...rules, rowId, about].join(' ');
}
