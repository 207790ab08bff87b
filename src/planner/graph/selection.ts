import { withinAnyPattern } from '../../schemas/address-pattern.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { isMade, isSwitchedOn, isWrite } from '../match/outcome.ts';
import { ancestors, parentOf, type Subject } from '../match/subject.ts';
import type { BatchSize } from './batch-size.ts';
import { bondsOf, bondsOfLeft } from './bonds.ts';
import { type Closure, chosenWith, leftWith } from './closure.ts';
import { planWrites } from './writes.ts';

/** What a plan is limited to; without any limit everything in scope is planned for. */
export interface Selection {
  /** Address patterns, with what stands beneath; none: everything. What is bound to those comes along. */
  readonly targets: readonly string[];
  /** Address patterns, with what stands beneath. What cannot be done without those stays out too. */
  readonly excludes?: readonly string[];
  /** Addresses that were touched; everything where it is left out. What is bound to those comes along. */
  readonly touched?: ReadonlySet<string>;
}

/** What was asked for and is left out, by its address, and the excluded address that it cannot be done without. */
export interface LeftOut {
  readonly address: string;
  readonly because: string;
}

/** What a selection comes to. */
export interface Choice {
  /** The subjects that the plan is for, in order. */
  readonly chosen: readonly Subject[];
  /** All subjects as they will stand: those chosen, and the others as they are live; what is not there is not in it. */
  readonly world: readonly Subject[];
  readonly leftOut: readonly LeftOut[];
  /** What is to be said of a chosen change, by its address. */
  readonly remarks: ReadonlyMap<string, string>;
}

/** What the operations of a whole document are planned with; the platform's time in milliseconds since 1970. */
interface Planning {
  readonly sizeOf: BatchSize;
  readonly live: LiveIndex;
  readonly nowMs: number;
}

/**
 * Chooses from the subjects of a whole document, closed in both directions: with what was asked for comes what that is
 * bound to, and with what is excluded goes what is bound to it.
 */
export function choose(
  all: readonly Subject[],
  selection: Selection,
  { sizeOf, live, nowMs }: Planning,
): Choice {
  const { targets, excludes = [], touched } = selection;
  if (targets.length + excludes.length === 0 && touched === undefined)
    return { chosen: all, world: all, leftOut: [], remarks: new Map() };
  const bonds = bondsOf(all, planWrites(all, all, sizeOf, live, nowMs));
  const isExcluded = withinAnyPattern(excludes);
  const named = all.filter(isNamed(selection));
  const along = chosenWith(named, bonds);
  const left = leftWith(
    all.filter((subject) => addressesOf(subject).some(isExcluded)),
    [...bonds, ...bondsOfLeft(all)],
  );
  const isChosen = (subject: Subject): boolean => along.has(subject) && !left.has(subject);
  const missing = missingBeneath(all.filter((subject) => isMade(subject) && !isChosen(subject)));
  const chosen = all.filter(isChosen).map((subject) => heldBack(subject, missing));
  const byAddress = new Map(chosen.map((subject) => [subject.address, subject]));
  return {
    chosen,
    world: all.flatMap((subject) => byAddress.get(subject.address) ?? asLive(subject)),
    leftOut: leftOutOf(named, left),
    remarks: remarksOf(
      [...along].filter(([subject]) => isChosen(subject)),
      missing,
    ),
  };
}

/** The subjects that a selection names and does not exclude, and nothing that is bound to them. */
export function namedOnly(all: readonly Subject[], selection: Selection): readonly Subject[] {
  const isExcluded = withinAnyPattern(selection.excludes ?? []);
  return all.filter(isNamed(selection)).filter((subject) => !addressesOf(subject).some(isExcluded));
}

function isNamed({ targets, touched }: Selection): (subject: Subject) => boolean {
  const isTarget = targets.length === 0 ? () => true : withinAnyPattern(targets);
  return (subject) =>
    addressesOf(subject).some(isTarget) && (touched === undefined || isTouched(subject, touched));
}

/** The address of a subject, and the one that it moves from. */
function addressesOf({ address, movedFrom }: Subject): readonly string[] {
  return movedFrom === undefined ? [address] : [address, movedFrom];
}

/** A live member that a set does not have is touched with what the set belongs to. */
function isTouched({ address, undeclaredMemberOf }: Subject, touched: ReadonlySet<string>): boolean {
  return touched.has(address) || (undeclaredMemberOf !== undefined && touched.has(parentOf(address)));
}

/** For each address above something that is not made now, the first of what is missing there. */
function missingBeneath(unmade: readonly Subject[]): ReadonlyMap<string, string> {
  const pairs = unmade.flatMap(({ address }) => ancestors(address).map((above) => [above, address] as const));
  return new Map(pairs.toReversed());
}

/** What is new and not complete is not switched on: a later run, which makes the rest, does that. */
function isHeldBack(subject: Subject, missing: ReadonlyMap<string, string>): boolean {
  return subject.verdict === 'create' && isSwitchedOn(subject) && missing.has(subject.address);
}

function heldBack(subject: Subject, missing: ReadonlyMap<string, string>): Subject {
  const activation = subject.kind.spending?.activation;
  if (activation === undefined || !isHeldBack(subject, missing)) return subject;
  return { ...subject, wanted: { ...subject.wanted, [activation.field]: activation.paused } };
}

/** A subject that nothing is done about, as it is live; none where nothing is. */
function asLive(subject: Subject): readonly Subject[] {
  const { live, verdict, wanted } = subject;
  if (live === undefined && verdict !== 'unchanged') return [];
  const seen = Object.keys(wanted).flatMap((wire) => {
    const value = live?.fields[wire];
    return value === undefined ? [] : [[wire, value] as const];
  });
  return [
    {
      ...subject,
      verdict: 'unchanged',
      wanted: Object.fromEntries(seen),
      fields: [],
      replacing: [],
      dropped: {},
    },
  ];
}

function leftOutOf(named: readonly Subject[], left: Closure): readonly LeftOut[] {
  return named.flatMap((subject) => {
    const because = left.get(subject)?.address;
    const isSaid = because === undefined || because === subject.address || !isWrite(subject);
    return isSaid ? [] : [{ address: subject.address, because }];
  });
}

function remarksOf(
  chosen: readonly (readonly [subject: Subject, origin: Subject])[],
  missing: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    chosen.flatMap(([subject, origin]) => {
      const { address } = subject;
      const held = isHeldBack(subject, missing) ? [missing.get(address)] : [];
      const remarks = [
        ...(origin === subject ? [] : [`comes along with ${origin.address}`]),
        ...held.map((absent) => `not switched on yet: ${absent} is not made in this plan`),
      ];
      return remarks.length === 0 ? [] : [[address, remarks.join('; ')] as const];
    }),
  );
}
