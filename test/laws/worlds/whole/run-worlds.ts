import * as fc from 'fast-check';
import { judgeWorld, type Planted } from './judge.ts';
import { tellWorld } from './tell-world.ts';
import type { Finding } from './trial.ts';
import { type WholeSpec, wholeSpec } from './whole-spec.ts';

/** What a run of the law saw. */
export interface WorldsRun {
  readonly worlds: number;
  /** Worlds in which a plan was judged, refused by a rule, or had a feature. */
  readonly judged: number;
  readonly refusals: ReadonlyMap<string, number>;
  readonly features: ReadonlyMap<string, number>;
  /** Every law that is broken, with the smallest world found, a text each. */
  readonly failures: readonly string[];
}

interface Range {
  readonly count: number;
  readonly seed: number;
}

/** What is broken in a world. */
export function findingsIn(spec: WholeSpec, planted?: Planted): readonly Finding[] {
  return judgeWorld(spec, planted).findings;
}

/** Judges generated worlds, and makes those smaller that break a law; prints nothing. */
export function runWorlds(range: Range): WorldsRun {
  const refusals = new Map<string, number>();
  const features = new Map<string, number>();
  const broken = new Set<string>();
  let judged = 0;
  const judge = (spec: WholeSpec): true => {
    const verdict = judgeWorld(spec);
    if (verdict.features.some((each) => each !== 'refused')) judged += 1;
    countIn(refusals, verdict.refusals);
    countIn(features, verdict.features);
    for (const { law } of verdict.findings) broken.add(law);
    return true;
  };
  fc.assert(fc.property(wholeSpec, judge), { numRuns: range.count, seed: range.seed });
  const failures = [...broken].map((law) => smallest(law, range));
  return { worlds: range.count, judged, refusals, features, failures };
}

function countIn(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The smallest world in which a law is broken, with what was seen. */
function smallest(law: string, { count, seed }: Range): string {
  const breaks = (spec: WholeSpec): readonly Finding[] =>
    findingsIn(spec).filter((finding) => finding.law === law);
  const details = fc.check(
    fc.property(wholeSpec, (spec) => breaks(spec).length === 0),
    { numRuns: count, seed },
  );
  const [spec] = details.counterexample ?? [];
  if (spec === undefined) return `${law}: not found again with seed ${seed}`;
  const seen = breaks(spec).map(({ what }) => what.slice(0, 600));
  const where = `seed ${seed}, path ${details.counterexamplePath}`;
  return [`${law} (${where})`, tellWorld(spec), ...seen].join('\n');
}

/** The first world of a run in which a planted bug breaks a law. */
export function finderOf(planted: Planted, { count, seed }: Range): WholeSpec | undefined {
  const property = fc.property(wholeSpec, (spec) => findingsIn(spec, planted).length === 0);
  return fc.check(property, { numRuns: count, seed, endOnFailure: true }).counterexample?.[0];
}

function table(title: string, counts: ReadonlyMap<string, number>): readonly string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return [`${title}:`, ...sorted.map(([name, count]) => `  ${count} ${name}`)];
}

/** The figures of a run as lines of text. */
export function tellRun({ worlds, judged, refusals, features, failures }: WorldsRun): string {
  return [
    `${worlds} worlds, in ${judged} of them a plan was carried out`,
    ...table('refused by', refusals),
    ...table('with', features),
    failures.length === 0 ? 'nothing else is broken' : `${failures.length} laws are broken:`,
    ...failures,
  ].join('\n');
}
