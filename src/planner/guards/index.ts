import type { Violation } from '../../schemas/plan.ts';
import { notOwnWords } from './author-guards.ts';
import { maxBid } from './bid-guard.ts';
import { adoption, ambiguity } from './consent-guards.ts';
import { maxDailyBudget, maxDailyBudgetIncrease, uncountable } from './daily-guards.ts';
import { maxDeletes } from './delete-guard.ts';
import { declaredElsewhere, madeElsewhere, removedElsewhere } from './file-guards.ts';
import { flightOver, peakOnTheWay } from './flight-guards.ts';
import { forgottenMoves } from './forgotten-moves.ts';
import { frozen } from './freeze-guard.ts';
import { type Guard, type GuardInput, violation } from './guard.ts';
import { badNames, flightWindows, forbiddenActions } from './house-guards.ts';
import { activeCampaigns, activeLineItems } from './limit-guards.ts';
import { neededFields } from './needed-fields.ts';
import { raisedTooFar } from './raise-guards.ts';
import { declaredTwice, deletedUnderOldKey, deletedWithParent, otherRecord } from './record-guards.ts';
import { tooAlike, unagreedReplace, unchangeable } from './replace-guards.ts';
import { missingExternal, missingReference, preventDestroy, vanishedAccount } from './resource-guards.ts';
import { brokenRules } from './rule-guards.ts';
import { undoneDrift } from './spending-consent.ts';
import { unagreedTakeAlong } from './take-along-guards.ts';
import { takenOver } from './taken-over.ts';
import { maxUpdates } from './update-guard.ts';
import { lastTargetingGoes, notUsable, untargeted, widenedBeforeItGoes } from './use-guards.ts';

/** Every guard, one line each, in the order in which violations are shown. */
const guards: readonly Guard[] = [
  missingExternal,
  missingReference,
  clashingMoves,
  takenOver,
  madeElsewhere,
  declaredElsewhere,
  removedElsewhere,
  vanishedAccount,
  declaredTwice,
  otherRecord,
  ambiguity,
  adoption,
  forgottenMoves,
  deletedUnderOldKey,
  undoneDrift,
  preventDestroy,
  deletedWithParent,
  unagreedTakeAlong,
  unchangeable,
  neededFields,
  tooAlike,
  unagreedReplace,
  notUsable,
  notOwnWords,
  brokenRules,
  untargeted,
  lastTargetingGoes,
  widenedBeforeItGoes,
  activeCampaigns,
  activeLineItems,
  uncountable,
  peakOnTheWay,
  flightOver,
  maxDeletes,
  maxUpdates,
  raisedTooFar,
  maxBid,
  maxDailyBudget,
  maxDailyBudgetIncrease,
  frozen,
  forbiddenActions,
  flightWindows,
  badNames,
];

/** What stands against a plan, less what the user overrode. */
export function violationsOf(input: GuardInput): readonly Violation[] {
  return guards
    .flatMap((guard) => guard(input))
    .filter(
      ({ rule, override }) => !(override.startsWith('--override') && input.consents.override.includes(rule)),
    );
}

function clashingMoves({ ownership }: GuardInput): readonly Violation[] {
  return ownership.clashes.map(({ from, to }) =>
    violation(
      'moved',
      to,
      `${from} cannot be moved here: the state knows another resource at this address`,
      'Remove the line from moved, or choose another address.',
    ),
  );
}
