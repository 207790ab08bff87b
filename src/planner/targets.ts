import { withinAnyPattern } from '../schemas/address-pattern.ts';
import { referencesIn } from '../schemas/values.ts';
import { isWrite } from './operations.ts';
import { parentOf, type Subject } from './subject.ts';
import { losesRecord, surroundingsOf } from './surroundings.ts';

/** What a plan is limited to; without any limit everything in scope is planned for. */
export interface Selection {
  /** Address patterns, with what stands beneath; none: everything. What those need comes along. */
  readonly targets: readonly string[];
  /** Address patterns, with what stands beneath. What cannot be done without those stays out too. */
  readonly excludes?: readonly string[];
  /** Addresses that were touched; everything where it is left out. What those need comes along. */
  readonly touched?: ReadonlySet<string>;
}

/** The subjects that a plan is for, in order. */
export function selected(subjects: readonly Subject[], selection: Selection): readonly Subject[] {
  const { targets, excludes = [], touched } = selection;
  if (targets.length + excludes.length === 0 && touched === undefined) return subjects;
  const byAddress = new Map(subjects.map((subject) => [subject.address, subject]));
  const needs = (subject: Subject): readonly Subject[] =>
    Object.values(subject.wanted)
      .flatMap(referencesIn)
      .map(({ id_of }) => byAddress.get(id_of))
      .filter((needed) => needed !== undefined);
  const isTarget = targets.length === 0 ? () => true : withinAnyPattern(targets);
  const named = subjects.filter(
    (subject) => isTarget(subject.address) && (touched === undefined || isTouched(subject, touched)),
  );
  const chosen = withNeeded(named, needs);
  const left = excludes.length === 0 ? new Set() : excluded(subjects, excludes, needs);
  return subjects.filter((subject) => chosen.has(subject) && !left.has(subject));
}

/** A live member that a set does not have is touched with what the set belongs to. */
function isTouched({ address, surplus }: Subject, touched: ReadonlySet<string>): boolean {
  return touched.has(address) || (surplus !== undefined && touched.has(parentOf(address)));
}

type Needs = (subject: Subject) => readonly Subject[];

function withNeeded(named: readonly Subject[], needs: Needs): ReadonlySet<Subject> {
  const chosen = new Set<Subject>();
  const pending = [...named];
  for (let subject = pending.pop(); subject !== undefined; subject = pending.pop()) {
    if (chosen.has(subject)) continue;
    chosen.add(subject);
    pending.push(...needs(subject));
  }
  return chosen;
}

/** What the patterns name, what needs a record that is made there, and whose removal would take something of it along. */
function excluded(
  subjects: readonly Subject[],
  patterns: readonly string[],
  needs: Needs,
): ReadonlySet<Subject> {
  const isNamed = withinAnyPattern(patterns);
  const around = surroundingsOf(subjects.filter(isWrite));
  const left = new Set(subjects.filter(({ address }) => isNamed(address)));
  const follows = (subject: Subject): boolean =>
    needs(subject).some((needed) => left.has(needed)) ||
    (losesRecord(subject) && around.goneBeneath(subject).some((gone) => left.has(gone)));
  // One that follows may lead to others.
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const subject of subjects) if (follows(subject)) left.add(subject);
  }
  return left;
}
