import type { Kind } from '../../schemas/define-kind.ts';
import type { Value, Values } from '../../schemas/values.ts';

/** Values by the document's names instead of the wire names; null and what is not known are left out. */
export function byDocumentName(kind: Kind, values: Values): Values {
  const named: [string, Value][] = [];
  for (const [name, { wire }] of Object.entries(kind.fields)) {
    const value = values[wire];
    if (value !== undefined && value !== null) named.push([name, value]);
  }
  return Object.fromEntries(named);
}
