import { isWithinAny } from '../../schemas/address.ts';
import type { Violation } from '../../schemas/plan.ts';
import { type GuardInput, violation } from './guard.ts';
import { takenAlongText } from './taken-along-text.ts';

/** What other people made, or this plan does not decide about, goes with nothing of ours without a word. */
export function unagreedTakeAlong({ takenAlong, consents }: GuardInput): readonly Violation[] {
  return takenAlong
    .filter(({ subject: { address } }) => !isWithinAny(address, consents.takeAlong))
    .map(({ subject: { address, kind }, ...found }) =>
      violation(
        'take_along',
        address,
        `deleting this ${kind.title} would take along what this plan does not manage; ${takenAlongText(found)}`,
        `Move or delete that first, or keep the ${kind.title}.`,
        { number: found.beneath.length + found.referring.length, override: `--take-along ${address}` },
      ),
    );
}
