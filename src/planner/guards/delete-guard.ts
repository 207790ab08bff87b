import { counted } from '../../diagnostics/counted.ts';
import type { Share } from '../../schemas/desired.ts';
import type { Violation } from '../../schemas/plan.ts';
import { keepsRecord, losesRecord } from '../match/outcome.ts';
import { ancestors, parentOf, type Subject } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';
import { allowed, type Managed, managedIn } from './managed.ts';

/** So many may always go: a share of few resources would forbid nearly everything (docs/guides/limits-and-money.md). */
const leastDeletes = 3;

/**
 * At most a share of what is managed is deleted, replaced resources included. What a person wrote as one thing is one:
 * a campaign with all that hangs on it. Like is counted with like: a share is held against the resources of the same
 * kind that do not go along with something else, and against all of them together.
 */
export function maxDeletes(input: GuardInput): readonly Violation[] {
  if (input.command === 'destroy') return [];
  const losing = input.subjects.filter(losesRecord);
  const going = new Set(losing.flatMap(({ address, movedFrom = address }) => [address, movedFrom]));
  const goesAlong = ({ address }: Managed): boolean => ancestors(address).some((above) => going.has(above));
  const kept = new Set(input.subjects.filter(keepsRecord).map(({ address }) => address));
  const units = losing.filter((subject) => !goesAlong(subject) && !isContent(subject, kept));
  return [...Map.groupBy(units, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
    const share = input.policyOf(accountId).maxDeletes;
    return own.slice(0, 1).flatMap(({ accountKey }) => {
      const managed = managedIn(input, accountKey).filter((each) => !goesAlong(each));
      return excessOf(own, managed, share).map(({ number, limit, what }) =>
        violation(
          'max_deletes',
          accountKey,
          `the plan deletes ${what}; the policy allows ${limit}`,
          'Put back into the document what is to stay; a key that only changed needs a line under moved. If all of it is to go, raise policy.max_deletes.',
          { number, limit, override: '--override max_deletes' },
        ),
      );
    });
  });
}

/** The members of a set are what its parent consists of: while that stays, changing them is no loss. */
function isContent({ kind, address }: Subject, kept: ReadonlySet<string>): boolean {
  return kind.form === 'set' && kept.has(parentOf(address));
}

interface Excess {
  readonly number: number;
  readonly limit: number;
  /** What goes, of how many. */
  readonly what: string;
}

/** The kinds of which too many go; else all of them together, where those are too many. */
function excessOf(units: readonly Subject[], managed: readonly Managed[], share: Share): readonly Excess[] {
  const kinds = [...Map.groupBy(units, ({ kind }) => kind)];
  const ofKinds = kinds.flatMap(([kind, { length: number }]) => {
    const of = managed.filter((each) => each.kind === kind).length;
    const limit = 'count' in share ? Number.POSITIVE_INFINITY : allowed(share, of, leastDeletes);
    return number > limit ? [{ number, limit, what: `${number} of ${counted(of, kind.title)}` }] : [];
  });
  if (ofKinds.length > 0) return ofKinds;
  const number = units.length;
  const of = managed.filter(({ kind }) => kind.form !== 'set').length;
  const limit = allowed(share, of, leastDeletes);
  const told = kinds.map(([kind, { length }]) => counted(length, kind.title)).join(', ');
  const what = `${number} of ${of} managed resources (${told}; each counts once, with all that hangs on it)`;
  return number > limit ? [{ number, limit, what }] : [];
}
