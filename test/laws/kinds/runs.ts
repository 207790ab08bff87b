import { z } from 'zod';
import type { Example, Kind } from '../../../src/schemas/define-kind.ts';
import { accountWith, exampleKey, type Parent } from '../../support/kind-examples.ts';
import type { Ran } from '../../support/run-with.ts';
import type { KindBench } from './kind-bench.ts';

const planSchema = z.object({
  summary: z.record(z.string(), z.number()),
  changes: z.array(
    z.looseObject({
      address: z.string(),
      kind: z.string(),
      id: z.string().nullable(),
      action: z.string(),
      patch: z.array(z.looseObject({ path: z.string() })).optional(),
    }),
  ),
});
export type Plan = z.infer<typeof planSchema>;

const driftSchema = z.object({
  resources: z.array(
    z.object({
      address: z.string(),
      kind: z.string(),
      id: z.string().nullable(),
      status: z.string(),
      fields: z.array(z.object({ path: z.string() })),
      unchecked: z.array(z.string()),
    }),
  ),
});
export type Drifted = z.infer<typeof driftSchema>['resources'][number];

const entriesSchema = z.array(z.object({ address: z.string(), kind: z.string(), id: z.string() }));

/** Nothing is to be asked for: what is lost by replacing is allowed, what spends may be undone. */
const policy = { undo_drift: 'allow', max_deletes: '100%', max_budget_factor: '1000' };

/** A document of the sandbox's first account with resources of the kind, in examples of what they stand in. */
function documentOf(kind: Kind, several: Readonly<Record<string, Example>>, parent: Parent): object {
  const account = { ...accountWith(kind, several, parent), id: '18ce54d4x5t' };
  return { version: '1', policy, accounts: { acme: account, 'acme-uk': { id: '18ce5uk0000' } } };
}

/** The document with one resource of the kind; replacing it is allowed where the document has a place to say so. */
export function documentWithOne(
  kind: Kind,
  { own, parent }: { readonly own: Example; readonly parent: Parent } = { own: kind.example, parent: {} },
): object {
  const isBare = kind.form === 'set' && kind.shorthand !== undefined;
  const lifecycle =
    kind.replacement?.loses === undefined || isBare ? {} : { lifecycle: { allow_replace: 'true' } };
  return documentOf(kind, { [exampleKey]: { ...own, ...lifecycle } }, parent);
}

/** Applies the document. */
export async function applied(
  bench: KindBench,
  document: object,
  argv: readonly string[] = [],
): Promise<void> {
  const ran = await bench.adsync(['apply', '--yes', ...argv], document);
  expectCode(ran, 0);
}

/** Applies the document, and expects that nothing is left to do then. */
export async function settled(
  bench: KindBench,
  document: object,
  argv: readonly string[] = [],
): Promise<void> {
  await applied(bench, document, argv);
  const after = await bench.adsync(['plan', '--detailed-exitcode', ...stateOf(argv)]);
  expectCode(after, 0);
}

/** What a plan of the document would do. */
export async function planOf(bench: KindBench, document: object, argv: readonly string[]): Promise<Plan> {
  const planned = await bench.adsync(['plan', '--json', ...argv], document);
  expectCode(planned, 0);
  return planSchema.parse(JSON.parse(planned.stdout));
}

/** What is said of a plan of the last document that is refused. */
export async function rejectedPlan(bench: KindBench, argv: readonly string[]): Promise<string> {
  const planned = await bench.adsync(['plan', ...argv]);
  expectCode(planned, 4);
  return planned.stdout + planned.stderr;
}

/** What the drift report says of resources of the kind. */
export async function driftOf(bench: KindBench, kind: Kind): Promise<readonly Drifted[]> {
  const report = await bench.adsync(['drift', '--format', 'json']);
  expectCode(report, 0);
  return driftSchema.parse(JSON.parse(report.stdout)).resources.filter((each) => each.kind === kind.name);
}

/** What the state has for resources of the kind. */
export async function entriesOf(
  bench: KindBench,
  kind: Kind,
  argv: readonly string[] = [],
): Promise<z.infer<typeof entriesSchema>> {
  const listed = await bench.adsync(['state', 'list', '--json', ...argv]);
  expectCode(listed, 0);
  const entries = entriesSchema.parse(JSON.parse(listed.stdout));
  return entries.filter((entry) => entry.kind === kind.name);
}

/** The ids that the state has for resources of the kind. */
export async function idsOf(
  bench: KindBench,
  kind: Kind,
  argv: readonly string[] = [],
): Promise<readonly string[]> {
  return (await entriesOf(bench, kind, argv)).map(({ id }) => id);
}

/** Fails with all that was said where the exit code is another. */
export function expectCode({ code, stdout, stderr }: Ran, expected: number): void {
  if (code !== expected) throw new Error(`exit code ${code} in place of ${expected}\n${stdout}${stderr}`);
}

/** An empty state beside the one that the runs share. */
export const lostState: readonly string[] = ['--state', 'sqlite:.adsync/lost.db'];

function stateOf(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--state');
  return at === -1 ? [] : argv.slice(at, at + 2);
}
