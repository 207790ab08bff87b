import type { Violation } from '../../schemas/plan.ts';
import { plainText, sameValue } from '../../schemas/values.ts';
import { valuesAfter } from '../match/values-after.ts';

import { type GuardInput, violation } from './guard.ts';

/** What is said by a user is said by somebody whom the user of the credentials may speak for. */
export function notOwnWords({ subjects, live }: GuardInput): readonly Violation[] {
  return subjects.flatMap((subject) => {
    const { kind, verdict, address, accountId } = subject;
    const caller = live.callerOf(accountId);
    if (kind.author === undefined || caller === undefined) return [];
    if (verdict !== 'create' && verdict !== 'replace' && verdict !== 'update') return [];
    const { field, roleToActForOthers: role, ownOnly } = kind.author;
    const values = valuesAfter(subject);
    const author = plainText(values[field]);
    if (author === caller.id) return [];
    // The platform asks for the role first.
    const mayAct = caller.permissions.includes(role);
    const more = { platform_code: mayAct ? 'INVALID_PARAMETER' : 'ACTION_NOT_ALLOWED' };
    if (sameValue(values[ownOnly.field], ownOnly.value)) {
      const message = `is organic (${ownOnly.field}: ${plainText(ownOnly.value)}) and by user ${author}; only user ${caller.id} of the credentials could say that`;
      const remedy = `Leave ${ownOnly.field} out, or use credentials of the author.`;
      return [violation('not_own_words', address, message, remedy, more)];
    }
    if (mayAct) return [];
    const message = `is by user ${author}, and user ${caller.id} of the credentials has no ${role}, which speaking for others takes`;
    const remedy = `Have an administrator grant ${role}, or use credentials of the author.`;
    return [violation('not_own_words', address, message, remedy, more)];
  });
}
