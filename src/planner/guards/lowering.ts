import type { Kind } from '../../schemas/define-kind.ts';
import { raisesSpending } from '../../schemas/raises-spending.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import { momentOf } from '../../schemas/times.ts';
import { plainText, type Value } from '../../schemas/values.ts';
import { ancestors, type FieldChange, type Subject } from '../match/subject.ts';

/**
 * Tells which of the subjects of a plan can only lower what can be spent: what is paused, gets a lower budget or bid or
 * an earlier end, and campaigns and line items that are deleted, with what stands beneath them. Anything else may raise
 * it, also where it only looks harmless: targeting that is taken away or added changes whom the budget is spent on.
 */
export function loweringIn(subjects: readonly Subject[]): (subject: Subject) => boolean {
  const ending = new Set(
    subjects
      .filter(({ verdict, kind }) => verdict === 'delete' && canSpend(kind))
      .map(({ address }) => address),
  );
  return ({ verdict, kind, address, fields }) => {
    if (verdict === 'delete') return [address, ...ancestors(address)].some((each) => ending.has(each));
    return (verdict === 'update' || verdict === 'adopt') && fields.every((change) => lowers(kind, change));
  };
}

function canSpend({ spending }: Kind): boolean {
  return spending !== undefined;
}

function lowers(kind: Kind, { wire, before, after }: FieldChange): boolean {
  const field = fieldByWire(kind, wire);
  if (field?.spending === 'status') return after === kind.spending?.activation.paused;
  if (field?.spending !== undefined) return raisesSpending(kind, wire, after, before);
  return kind.spending?.flight?.end === wire && isEarlier(before, after);
}

/** What is no time is not earlier than any. */
function isEarlier(before: Value, after: Value): boolean {
  return momentOf(plainText(after)) < momentOf(plainText(before));
}
