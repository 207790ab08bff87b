import { isWithin } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { Subject } from '../match/subject.ts';
import { consentList, nothingAgreed } from './consents.ts';
import type { GuardInput } from './guard.ts';

type Consent = ReturnType<typeof consentList>[number];

/** Rules that are judged after the plan is made: whether it needs an override of those is not known yet. */
const judgedLater: ReadonlySet<string> = new Set(['lookup', 'promoted', 'max_member_removals']);

/**
 * The consents that a plan does not need: without them it would be the same, and as little would stand against it.
 * `judge` says what stands against a plan with the given consents.
 */
export function unusedConsents(
  input: GuardInput,
  judge: (input: GuardInput) => readonly Violation[],
): readonly Consent[] {
  const given = consentList(input.consents);
  if (given.length === 0) return [];
  const found = judge({ ...input, consents: nothingAgreed });
  return given.filter((consent) => !isNeeded(consent, found, input.subjects));
}

function isNeeded(
  { consent, address }: Consent,
  found: readonly Violation[],
  subjects: readonly Subject[],
): boolean {
  // Whether a stop stands is judged after the plan is made.
  if (consent === 'keep-stopped') return true;
  const asked = found.filter(({ override }) => override.startsWith(`--${consent} `));
  if (consent === 'override') return judgedLater.has(address) || asked.some(({ rule }) => rule === address);
  const [above = address, chosenId] = address.split('=');
  // An id chooses among records of one name.
  if (chosenId !== undefined)
    return subjects.some((subject) => subject.address === above && isChoice(subject));
  // `*` stands for every address.
  return asked.some((each) => address === '*' || isWithin(each.address, address));
}

function isChoice({ verdict }: Subject): boolean {
  return verdict === 'adopt' || verdict === 'ambiguous';
}
