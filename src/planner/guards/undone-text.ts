import type { Field } from '../../schemas/define-field.ts';
import type { Value } from '../../schemas/values.ts';
import { amountText } from './amount-text.ts';

/** A field that people lowered: the value that they left, and the one that a plan would give it. */
export interface UndoneField {
  /** What the document calls it. */
  readonly name: string;
  readonly field: Field;
  readonly left: Value | undefined;
  readonly after: Value | undefined;
  /** What holds it from then on, where that is another resource: `the campaign`. */
  readonly on?: string;
}

// Made when it is first needed: its language data takes milliseconds of every plan.
let format: Intl.ListFormat | undefined;

function listOf(parts: readonly string[]): string {
  format ??= new Intl.ListFormat('en-GB', { type: 'conjunction' });
  return format.format(parts);
}

/**
 * What people did to the fields of one resource, and what applying would do about it, in one sentence without an end;
 * `currency` is that of its amounts, `null` where it is not known.
 */
export function undoneText(undone: readonly UndoneField[], currency: string | null): string {
  const all = undone.map((field) => saidOf(field, currency));
  const [only, second] = all;
  if (only !== undefined && second === undefined) {
    const name = only.name === undefined ? '' : `${only.name} `;
    return `${name}${only.was} outside adsync${only.to}; applying would ${only.again('it')}`;
  }
  const done = all.map(({ name = 'it', was, to }) => `${name} ${was}${to}`);
  const again = all.map(({ name = 'it', again: redo }) => redo(name));
  return `outside adsync ${listOf(done)}; applying would ${listOf(again)}`;
}

interface Said {
  /** What the document calls the field; a status goes without. */
  readonly name?: string;
  readonly was: 'was paused' | 'was lowered' | 'was raised' | 'was moved';
  readonly to: string;
  readonly again: (what: string) => string;
}

function shown(value: Value | undefined): string {
  return typeof value === 'number' ? String(value) : 'no bound';
}

function saidOf(
  { name, field: { spending, type }, left, after, on }: UndoneField,
  currency: string | null,
): Said {
  const amount = (value: Value | undefined): string =>
    typeof value === 'number' ? amountText(value, currency) : 'no bound';
  if (spending === 'status') return { was: 'was paused', to: '', again: (what) => `switch ${what} on again` };
  if (spending === 'period')
    return {
      name,
      was: 'was raised',
      to: ` to ${shown(left)}`,
      again: (what) => `lower ${what} to ${shown(after)}`,
    };
  if (spending === 'frequency')
    return {
      name,
      was: 'was lowered',
      to: ` to ${shown(left)}`,
      again: (what) => `raise ${what} to ${shown(after)}`,
    };
  if (spending !== undefined)
    return {
      name,
      was: 'was lowered',
      to: ` to ${amount(left)}`,
      again: (what) => `raise ${what} to ${amount(after)}${on === undefined ? '' : ` on ${on}`}`,
    };
  const time = (value: Value | undefined): string =>
    typeof value === 'string' ? type.show(value) : 'no bound';
  return {
    name,
    was: 'was moved',
    to: ` to ${time(left)}`,
    again: (what) => `move ${what} to ${time(after)}`,
  };
}
