import type { Plain } from '../config/plain.ts';
import { isList, isPlainMap } from '../edit/flow-text.ts';
import { scalarText } from '../edit/scalar-text.ts';
import type { FieldType } from '../schemas/define-field.ts';

/** A value on one line; texts that other readers of YAML would take for something else are quoted. */
export function valueText(plain: Plain, type: FieldType | undefined, inFlow: boolean): string {
  if (isList(plain)) return `[${plain.map((member) => valueText(member, type, true)).join(', ')}]`;
  if (isPlainMap(plain)) {
    const members = Object.entries(plain).map(
      ([name, value]) => `${keyText(name, true)}: ${valueText(value, type, true)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (plain === null) return 'null';
  const loose = type === undefined || type.structure !== undefined;
  const quoting = isBare(type) || !isMisread(plain, loose) ? 'plain' : 'double';
  return scalarText(plain, { quoting, inFlow });
}

/** A key in YAML. */
export function keyText(key: string, inFlow: boolean): string {
  return scalarText(key, { quoting: isMisread(key, false) ? 'double' : 'plain', inFlow });
}

const bareTypes = /^(money|true or false|whole number|time)/;

/** Amounts, numbers, flags and times are what they look like. */
function isBare(type: FieldType | undefined): boolean {
  return type !== undefined && bareTypes.test(type.name);
}

/** True for a text that YAML takes for something else; `loose` where usual numbers and flags may be meant. */
function isMisread(text: string, loose: boolean): boolean {
  if (/^(true|false|yes|no|on|off)$/i.test(text)) return !loose;
  if (/^[-+]?\.(inf|nan)$|^0[xob]|^(<<|=)$/i.test(text)) return true;
  if (!/^[-+]?\.?\d/.test(text) || Number.isNaN(Number(text))) return false;
  return !loose || String(Number(text)) !== text || !Number.isSafeInteger(Number(text));
}
