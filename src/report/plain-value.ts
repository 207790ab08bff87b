import type { Field } from '../schemas/define-field.ts';
import { moneyText } from '../schemas/micro-units.ts';
import { isDigest, type Value } from '../schemas/values.ts';
import type { SheetValue } from './sheet.ts';

/** A value for programs: an amount as the text of its decimals, so that no digit is lost; nothing of a sensitive one. */
export function plainValue(field: Field | undefined, value: Value): SheetValue {
  if (isDigest(value)) return '(sensitive)';
  const isAmount = field?.type.name === 'money' && (typeof value === 'number' || typeof value === 'string');
  return isAmount ? moneyText(BigInt(value)) : value;
}
