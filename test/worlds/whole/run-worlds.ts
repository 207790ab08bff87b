import * as fc from 'fast-check';
import { judgeWorld, type Planted } from './judge.ts';
import { openReason } from './open-findings.ts';
import { tellWorld } from './tell-world.ts';
import type { Finding } from './trial.ts';
import { type WholeSpec, wholeSpec } from './whole-spec.ts';

/** What a run of the law saw. */
export interface WorldsRun {
  readonly worlds: number;
  /** Worlds in which a plan was judged, refused by a rule, had a feature, or broke a law that is known to be broken. */
  readonly judged: number;
  readonly refusals: ReadonlyMap<string, number>;
  readonly features: ReadonlyMap<string, number>;
  readonly open: ReadonlyMap<string, number>;
  /** Every law that is broken otherwise, with the smallest world found, a text each. */
  readonly failures: readonly string[];
}

interface Range {
  readonly count: number;
  readonly seed: number;
}

/** What is broken in a world and not known to be. */
export function newFindings(spec: WholeSpec, planted?: Planted): readonly Finding[] {
  return judgeWorld(spec, planted).findings.filter((each) => openReason(each, spec) === undefined);
}

/** Judges generated worlds, and makes those smaller that break a law; prints nothing. */
export function runWorlds(range: Range): WorldsRun {
  const [refusals, features, open] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const broken = new Set<string>();
  let judged = 0;
  const judge = (spec: WholeSpec): true => {
    const verdict = judgeWorld(spec);
    if (verdict.features.some((each) => each !== 'refused')) judged += 1;
    countIn(refusals, verdict.refusals);
    countIn(features, verdict.features);
    const reasons = verdict.findings.map((finding) => ({ finding, why: openReason(finding, spec) }));
    countIn(
      open,
      reasons.flatMap(({ finding, why }) => (why === undefined ? [] : [`${finding.law}: ${why}`])),
    );
    for (const { finding, why } of reasons) if (why === undefined) broken.add(finding.law);
    return true;
  };
  fc.assert(fc.property(wholeSpec, judge), { numRuns: range.count, seed: range.seed });
  const failures = [...broken].map((law) => smallest(law, range));
  return { worlds: range.count, judged, refusals, features, open, failures };
}

function countIn(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The smallest world in which a law is broken, with what was seen. */
function smallest(law: string, { count, seed }: Range): string {
  const breaks = (spec: WholeSpec): readonly Finding[] =>
    newFindings(spec).filter((finding) => finding.law === law);
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
  const property = fc.property(wholeSpec, (spec) => newFindings(spec, planted).length === 0);
  return fc.check(property, { numRuns: count, seed, endOnFailure: true }).counterexample?.[0];
}

function table(title: string, counts: ReadonlyMap<string, number>): readonly string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return [`${title}:`, ...sorted.map(([name, count]) => `  ${count} ${name}`)];
}

/** The figures of a run as lines of text. */
export function tellRun({ worlds, judged, refusals, features, open, failures }: WorldsRun): string {
  return [
    `${worlds} worlds, in ${judged} of them a plan was carried out`,
    ...table('refused by', refusals),
    ...table('with', features),
    ...table('known to be broken', open),
    failures.length === 0 ? 'nothing else is broken' : `${failures.length} laws are broken:`,
    ...failures,
  ].join('\n');
}
