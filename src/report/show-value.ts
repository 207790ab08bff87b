import { printable } from '../diagnostics/display-text.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { formatMoney } from '../schemas/micro-units.ts';
import { fieldByWire } from '../schemas/registry.ts';
import { isDigest, isIdOf, type Value } from '../schemas/values.ts';
import { shorten } from './text-width.ts';

const longest = 200;
const nothing = 'none';

/** The name that the document uses for a field of the platform. */
export function documentName(kind: Kind, wire: string): string {
  return fieldByWire(kind, wire)?.document ?? printable(wire);
}

/** A value for people, in full and without its unit: money as decimals, an id that is not known yet as such. */
function wholeText(kind: Kind, wire: string, value: Value | undefined): string {
  if (value === undefined || value === null) return nothing;
  if (isDigest(value)) return '(sensitive)';
  if (isIdOf(value)) return `${printable(value.id_of)} (known after apply)`;
  const shown = printable(fieldByWire(kind, wire)?.type.show(value) ?? plainly(value));
  return shown === '' ? 'empty' : shown;
}

/** A value for people with its unit, such as `55.00 USD/day`, or without where the currency is `null`; a long text is cut. */
export function showValue(
  kind: Kind,
  wire: string,
  value: Value | undefined,
  currency: string | null,
): string {
  return withUnit(shorten(wholeText(kind, wire, value), longest), unitOf(kind, wire, currency));
}

/** Two values of a field with the unit once: `50.00 → 55.00 USD/day`. */
export function showStep(
  kind: Kind,
  wire: string,
  values: { readonly before: Value | undefined; readonly after: Value | undefined },
  currency: string | null,
): string {
  if (isDigest(values.before) && isDigest(values.after)) return '(sensitive, changes)';
  const unit = unitOf(kind, wire, currency);
  const [before, after] = aroundDifference(
    wholeText(kind, wire, values.before),
    wholeText(kind, wire, values.after),
  );
  return after === nothing ? `${withUnit(before, unit)} → ${after}` : `${before} → ${withUnit(after, unit)}`;
}

/** Two values of a field, each with its unit; long ones are cut so that their difference shows. */
export function showPair(
  kind: Kind,
  wire: string,
  [left, right]: readonly [Value | undefined, Value | undefined],
  currency: string | null,
): readonly [string, string] {
  const unit = unitOf(kind, wire, currency);
  const pair = aroundDifference(wholeText(kind, wire, left), wholeText(kind, wire, right));
  return [withUnit(pair[0], unit), withUnit(pair[1], unit)];
}

/** `+17.5 %` between two amounts; empty where there is no base to count from. */
export function percentBetween(before: Value | undefined, after: Value | undefined): string {
  if (typeof before !== 'number' || typeof after !== 'number' || before === 0 || before === after) return '';
  const sign = after > before ? '+' : '-';
  const percent = Math.round((Math.abs(after - before) / before) * 1000) / 10;
  return percent === 0 ? `${sign}<0.1 %` : `${sign}${percent.toLocaleString('en-US')} %`;
}

/** An amount of micro units with its currency: `1,500.00 USD`; an empty currency is one that is not known. */
export function showMoney(micro: number, currency: string): string {
  return `${formatMoney(micro)} ${currency === '' ? '(currency unknown)' : printable(currency)}`;
}

function plainly(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function unitOf(kind: Kind, wire: string, currency: string | null): string {
  const field = fieldByWire(kind, wire);
  if (field?.type.name !== 'money' || currency === null) return '';
  return `${currency === '' ? '' : ` ${printable(currency)}`}${field.unit ?? ''}`;
}

function withUnit(shown: string, unit: string): string {
  return shown === nothing ? shown : `${shown}${unit}`;
}

// Two long texts that differ near the end would look the same when cut at the front.
function aroundDifference(before: string, after: string): readonly [string, string] {
  if (before.length <= longest && after.length <= longest) return [before, after];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - 20);
  const part = (text: string): string => shorten(`${from > 0 ? '…' : ''}${text.slice(from)}`, longest);
  return [part(before), part(after)];
}
