import { printable } from '../../diagnostics/display-text.ts';
import type { Field } from '../../schemas/define-field.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { Value, Values } from '../../schemas/values.ts';
import { contentText } from '../content-text.ts';
import { showValue } from '../show-value.ts';

/**
 * What tells a new resource apart, on one line: what it is for, its amounts, its flight, its web address, what people see of it, such as
 * `WEBSITE_CLICKS, bid 1.20 USD, 2026-12-01 … 2026-12-31`.
 */
export function headline(kind: Kind, after: Values, currency: string | null): string {
  const parts = new Map<string, string>();
  const flight: string[] = [];
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = after[field.wire];
    if (value === undefined || value === null) continue;
    if (field.content === true) parts.set(name, contentText(value));
    if (isPurpose(field) && !parts.has('purpose')) parts.set('purpose', printable(field.type.show(value)));
    if (field.type.name === 'money') parts.set(name, amount(kind, name, field, value, currency));
    if (field.type.name === 'web address') parts.set('address', printable(field.type.show(value)));
    if (field.type.name === 'time') flight.push(shortTime(field.type.show(value)));
  }
  const [purpose, address] = [parts.get('purpose'), parts.get('address')];
  if (purpose !== undefined && address !== undefined) return `${purpose} ${address}`;
  return [...parts.values(), ...(flight.length > 0 ? [flight.join(' … ')] : [])].join(', ');
}

function isPurpose(field: Field): boolean {
  return field.required === true && field.type.name.startsWith('one of ');
}

// A daily amount explains itself by its unit; others take the first word of their name: bid, total.
function amount(kind: Kind, name: string, field: Field, value: Value, currency: string | null): string {
  const shown = showValue(kind, field.wire, value, currency);
  return field.unit === undefined ? `${name.split('_', 1).join('')} ${shown}` : shown;
}

function shortTime(time: string): string {
  return printable(time.replace(/T00:00:00Z$/, '').replace(/:00Z$/, 'Z'));
}
