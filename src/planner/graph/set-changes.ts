import { referencesIn } from '../../schemas/values.ts';
import { isActive, isWrite, keepsRecord, losesRecord, restrictsParent } from '../match/outcome.ts';
import { namesOf, referredNames } from '../match/record-names.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAtCreation } from '../match/values-after.ts';
import { meansOf } from '../match/write-mode.ts';
import type { BatchSize } from './batch-size.ts';

/** Operations that go in one request; `atOnce`: in one of their own, that nothing splits. */
export interface Bundle {
  readonly name: string;
  readonly atOnce: boolean;
}

/** How the members of sets change. */
export interface SetChanges {
  /** Addresses of parents that are paused while what restricts them changes. */
  readonly paused: ReadonlySet<string>;
  /** What a member goes together with, by its address. */
  readonly bundles: ReadonlyMap<string, Bundle>;
}

/**
 * At no moment may an ACTIVE line item have fewer restrictions than both before and after: what restricts it changes in
 * one request, or else while it is paused (docs/guides/targeting-and-sets.md). The members of any other set share a
 * batch where they fit, because their order counts there.
 */
export function planSetChanges(
  changing: readonly Subject[],
  all: readonly Subject[],
  sizeOf: BatchSize,
): SetChanges {
  const byAddress = new Map(all.map((subject) => [subject.address, subject]));
  const paused = new Set<string>();
  const bundles = new Map<string, Bundle>();
  const going = new Set(changing.filter(losesRecord).flatMap(namesOf));
  const fits = (members: readonly Subject[]): boolean => fitsOneRequest(members, sizeOf, going);
  const members = changing.filter((subject) => subject.kind.form === 'set' && isWrite(subject));
  for (const [address, own] of Map.groupBy(members, (member) => parentOf(member.address))) {
    const parent = byAddress.get(address);
    const runs = parent !== undefined && keepsRecord(parent) && isActive(parent);
    const restricting = runs ? own.filter(restrictsParent) : [];
    if (!fits(restricting)) paused.add(address);
    for (const [kind, together] of Map.groupBy(own, ({ kind }) => kind)) {
      // Between what goes with an old parent and what comes with a new one stands the parent.
      const isWhole = parent === undefined || !losesRecord(parent) || together.every(isCreate);
      if (together.length < 2 || !isWhole || !fits(together)) continue;
      const atOnce = restricting.some((member) => member.kind === kind) && !paused.has(address);
      for (const member of together)
        bundles.set(member.address, { name: `${address}/${kind.section}`, atOnce });
    }
  }
  return { paused, bundles };
}

/** The chosen subjects with the parents that are paused for them, of which nothing else changes. */
export function withPaused(
  all: readonly Subject[],
  chosen: readonly Subject[],
  paused: ReadonlySet<string>,
): readonly Subject[] {
  const own = new Set(chosen);
  const others = all.filter((subject) => !own.has(subject) && paused.has(subject.address));
  if (others.length === 0) return chosen;
  const still = others.map(
    (subject): Subject => ({ ...subject, verdict: 'unchanged', fields: [], replacing: [] }),
  );
  const byAddress = new Map([...chosen, ...still].map((subject) => [subject.address, subject]));
  return all.flatMap(({ address }) => byAddress.get(address) ?? []);
}

/** True where changes can be sent as one request that takes effect as a whole. */
function fitsOneRequest(members: readonly Subject[], sizeOf: BatchSize, going: ReadonlySet<string>): boolean {
  const [first, second] = members;
  if (first === undefined) return true;
  // One made anew is deleted before what it refers to, and created after that.
  if (members.some(({ verdict }) => verdict === 'replace')) return false;
  if (second === undefined) return true;
  const { kind, accountId } = first;
  if (members.length > sizeOf(accountId, kind)) return false;
  if (!members.every((member) => member.kind === kind && goesInBatch(member))) return false;
  // What is created for the new ones may have to wait until what the old ones refer to is gone.
  return !(members.some((member) => refersToGoing(member, going)) && members.some(waitsForCreation));
}

function isCreate({ verdict }: Subject): boolean {
  return verdict === 'create';
}

function goesInBatch(subject: Subject): boolean {
  const { kind } = subject;
  if (subject.verdict === 'delete') return meansOf(kind, 'Delete', subject.live.fields, false) === 'batch';
  return isCreate(subject) && meansOf(kind, 'Create', valuesAtCreation(subject), false) === 'batch';
}

function refersToGoing(member: Subject, going: ReadonlySet<string>): boolean {
  return (
    member.verdict === 'delete' &&
    referredNames(member.kind, member.accountId, member.live.fields).some((name) => going.has(name))
  );
}

function waitsForCreation(subject: Subject): boolean {
  return isCreate(subject) && Object.values(subject.wanted).some((value) => referencesIn(value).length > 0);
}
