import type { Field } from '../../schemas/define-field.ts';
import { allKinds } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { valuesAfter } from '../match/values-after.ts';

/**
 * Tells whether a subject has no budget of a field because budgets stand on the other level: a campaign that leaves
 * them to its line items has no daily one, and where it holds them its line items have none at all.
 */
export function budgetsElsewhere(
  subjects: readonly Subject[],
  all: readonly Subject[],
): (subject: Subject, field: Field, values: Values) => boolean {
  const chosen = new Map(subjects.map((subject) => [subject.address, subject]));
  const others = new Map(all.map(({ address, live }) => [address, live?.fields]));
  const valuesAt = (address: string): Values | undefined => {
    const subject = chosen.get(address);
    return subject === undefined ? others.get(address) : valuesAfter(subject);
  };
  return ({ kind, address }, field, values) => {
    if (typeof values[field.wire] === 'number') return false;
    const parent = valuesAt(parentOf(address));
    const isBelow = allKinds.some(({ name, spending }) => name === kind.parent && spending !== undefined);
    if (isBelow ? parent === undefined : field.unit !== '/day') return false;
    return kind.spending?.exposure(whileActive(values), whileActive(parent)) === undefined;
  };
}

function whileActive(values: Values | undefined): Values {
  return { ...values, entity_status: 'ACTIVE' };
}
