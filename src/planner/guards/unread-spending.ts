import { fieldByWire } from '../../schemas/registry.ts';
import { endsActive, isWrite } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';
import type { GuardInput } from './guard.ts';
import { loweringIn } from './lowering.ts';

/**
 * True where a plan could raise what an account can spend although the figure was not read: an operation takes some of
 * it as far as it was read, or something that ends ACTIVE is new, switched on, gets more money, or lets its budget stand
 * elsewhere. What was not read may stand beneath it.
 */
export function raisesUnread(
  { subjects }: GuardInput,
  { account, claims }: GuardInput['budgets'][number],
): boolean {
  if ([...claims].some((name) => /^(?:exposure|uncapped) /.test(name))) return true;
  const isLowering = loweringIn(subjects);
  return subjects.some(
    (subject) =>
      subject.accountId === account.id &&
      isWrite(subject) &&
      endsActive(subject) &&
      !isLowering(subject) &&
      changesSpending(subject),
  );
}

function changesSpending({ verdict, kind, fields }: Subject): boolean {
  if (verdict === 'create' || verdict === 'replace') return true;
  return fields.some(({ wire }) => {
    const field = fieldByWire(kind, wire);
    return field?.spending !== undefined || field?.whilePaused === true;
  });
}
