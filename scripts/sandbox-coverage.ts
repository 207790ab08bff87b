// Runs the sandbox's tests and prints what of the inventory they cover: endpoints, parameters, fields, and each rule with its tests.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { endpointRows, fieldRows, paramRows, ruleRows } from '../test/unit/sandbox/walk/inventory.ts';
import { untestable } from '../test/unit/sandbox/walk/proved-rules.ts';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A test that ran: its file, its name with those of its groups, and how it went. */
interface Ran {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
}

/** Runs the sandbox's tests. Throws if they left no report. */
function runTests(): readonly Ran[] {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-coverage-'));
  const file = join(folder, 'report.json');
  try {
    spawnSync('vitest', ['run', '--project', 'sandbox', '--reporter=json', `--outputFile=${file}`], {
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({
        file: basename(name),
        name: test.fullName,
        passed: test.status === 'passed',
      })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tests that name each row of the inventory. */
function byRow(tests: readonly Ran[]): ReadonlyMap<string, readonly Ran[]> {
  const found = new Map<string, Ran[]>();
  for (const test of tests)
    for (const id of new Set(test.name.match(/\b(?:R\d{3}|E\d{3}|P\d{4}|F\d{3})\b/g) ?? []))
      found.set(id, [...(found.get(id) ?? []), test]);
  return found;
}

const tests = runTests();
const named = byRow(tests);
const missing: string[] = [];

/** Whether tests name the row, and all that do passed. */
function isCovered(id: string): boolean {
  const own = named.get(id) ?? [];
  return own.length > 0 && own.every(({ passed }) => passed);
}

function summary(what: string, rows: readonly { readonly id: string }[]): string {
  const open = rows.filter(({ id }) => !isCovered(id) && !untestable.has(id));
  missing.push(...open.map(({ id }) => id));
  const reasons = rows.filter(({ id }) => untestable.has(id)).length;
  const beside = reasons === 0 ? '' : `, ${reasons} with a reason not to be tested`;
  return `${what.padEnd(12)}${rows.length - open.length - reasons} of ${rows.length}${beside}`;
}

const rules = ruleRows.filter(({ isServers }) => isServers);
for (const { id, subject } of rules) {
  const reason = untestable.get(id);
  const own = named.get(id) ?? [];
  console.log(`${id}  ${subject}`);
  if (reason !== undefined) console.log(`      not tested: ${reason}`);
  for (const { file, name, passed } of own.slice(0, 3))
    console.log(`      ${passed ? 'ok' : 'FAILED'}  ${file}: ${name}`);
  if (own.length > 3) console.log(`      and ${own.length - 3} more`);
}
console.log('');
console.log(summary('endpoints', endpointRows));
console.log(summary('parameters', paramRows));
console.log(summary('fields', fieldRows));
console.log(summary('rules', rules));
const failed = tests.filter(({ passed }) => !passed).length;
if (failed > 0) console.log(`${failed} of ${tests.length} tests failed`);
if (missing.length > 0) console.log(`not covered: ${missing.join(' ')}`);
process.exitCode = failed > 0 || missing.length > 0 ? 1 : 0;
