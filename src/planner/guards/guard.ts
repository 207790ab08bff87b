import type { DesiredAccount, DesiredDocument, Policy } from '../../schemas/desired.ts';
import type { OtherFiles } from '../../schemas/other-file.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { CountedBudget } from '../exposure/figures.ts';
import type { Load } from '../exposure/load.ts';
import type { Unusable } from '../graph/readiness.ts';
import type { LiveIndex } from '../match/live-index.ts';
import type { Ownership } from '../match/ownership.ts';
import type { Subject } from '../match/subject.ts';
import type { Quantity } from '../schedule/quantity.ts';
import type { Consents } from './consents.ts';
import type { TakenAlong } from './taken-along.ts';

/** What a guard may look at: everything the plan was made of, before it is shown to anybody. */
export interface GuardInput {
  readonly command: 'apply' | 'destroy';
  /** The platform's time at the reading, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly document: DesiredDocument;
  readonly live: LiveIndex;
  /** What the plan is for: those chosen, with what is bound to them, and what is paused for them. */
  readonly subjects: readonly Subject[];
  /** The world after the plan: those chosen, and all others as they are live; what is not there then is not in it. */
  readonly world: readonly Subject[];
  /** The whole document, with what would be done about each, chosen or not. */
  readonly all: readonly Subject[];
  /** The policy that holds for the account of an id. */
  readonly policyOf: (accountId: string) => Policy;
  readonly ownership: Ownership;
  readonly entries: readonly StateEntry[];
  readonly consents: Consents;
  readonly budgets: readonly {
    readonly account: DesiredAccount;
    readonly budget: CountedBudget;
    /** The bounded quantities before the plan. */
    readonly before: Load;
    /** Bounded quantities that the plan takes some of, by name. */
    readonly claims: ReadonlySet<string>;
    /** What no order of the operations that was found keeps within its bound. */
    readonly lacking: readonly Pick<Quantity, 'name' | 'bound'>[];
  }[];
  readonly unusable: readonly Unusable[];
  readonly takenAlong: readonly TakenAlong[];
  /** Files that the state names and that were not read, as far as they were looked for. */
  readonly otherFiles?: OtherFiles;
}

/** Looks for one way in which a plan must not be carried out as it is. */
export type Guard = (input: GuardInput) => readonly Violation[];

/** A violation with the fields that most guards do not need. */
export function violation(
  rule: string,
  address: string,
  message: string,
  remedy: string,
  more: Partial<Violation> = {},
): Violation {
  return {
    code: 'ADSYNC_PLAN_REFUSED',
    rule,
    address,
    number: 0,
    limit: 0,
    override: '',
    message,
    remedy,
    ...more,
  };
}
