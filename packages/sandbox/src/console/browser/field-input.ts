import { amountOf, microOf } from './amounts.ts';
import type { BrowsedRecord, ChangeableField } from './answers.ts';
import { make } from './elements.ts';

/** A field of a form, and what stands beside it where its value is refused. */
export interface FieldInput {
  readonly name: string;
  readonly title: string;
  /** Whether its values are amounts, which the platform writes in micro units. */
  readonly isAmount: boolean;
  readonly row: HTMLElement;
  /** What is to be sent, as a text; null where nothing was changed. Throws RangeError for what cannot be sent. */
  changed(): string | null;
  /** Says beside the field why its value is refused; the empty text takes that away. */
  tell(message: string): void;
  focus(): void;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const hints: Readonly<Partial<Record<ChangeableField['holds'], string>>> = {
  time: '2026-12-01T00:00:00Z',
  list: 'joined by commas',
};
let inputs = 0;

/** The input of a field, with the value that the record has. */
export function fieldInput(field: ChangeableField, record: BrowsedRecord): FieldInput {
  const { name, holds } = field;
  inputs += 1;
  const [id, wrongId] = [`field-${inputs}`, `field-${inputs}-wrong`];
  const before = typedValue(field, record);
  const input = inputOf(field, before);
  input.id = id;
  input.value = before;
  const wrong = make('p', { class: 'wrong', id: wrongId });
  wrong.hidden = true;
  const tell = (message: string): void => {
    wrong.textContent = message;
    wrong.hidden = message === '';
    if (message === '') {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
      return;
    }
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', wrongId);
  };
  input.addEventListener('input', () => tell(''));
  const title = titleOf(field, record);
  return {
    name,
    title,
    isAmount: holds === 'money',
    row: make('div', { class: 'field' }, make('label', { for: id }, title), input, wrong),
    changed: () => (input.value === before ? null : sentValue(holds, input.value)),
    tell,
    focus: () => input.focus(),
  };
}

/** What people call a field: amounts are in units of their currency. */
function titleOf({ name, holds }: ChangeableField, { currency }: BrowsedRecord): string {
  const words = name.replace(/(_amount)?_local_micro$/, '').replaceAll('_', ' ');
  return holds === 'money' && typeof currency === 'string' ? `${words} (${currency})` : words;
}

function typedValue({ name, holds }: ChangeableField, record: BrowsedRecord): string {
  const value = record[name];
  if (value === null || value === undefined) return '';
  const amount = holds === 'money' ? amountOf(value, record['currency']) : undefined;
  return amount?.typed ?? (typeof value === 'string' ? value : printed(value));
}

/** A value that is no text: a list is joined by commas. */
function printed(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
}

function inputOf({ name, holds, values = [], empty }: ChangeableField, before: string): Input {
  if (holds === 'choice' || holds === 'flag') {
    const choices = holds === 'flag' ? ['true', 'false'] : values;
    const all = [...(empty || before === '' ? [''] : []), ...choices];
    const known = all.includes(before) ? all : [before, ...all];
    return make(
      'select',
      {},
      ...known.map((value) => make('option', { value }, value === '' ? 'none' : value)),
    );
  }
  if (name === 'text' || before.includes('\n')) return make('textarea', { rows: 3, dir: 'auto' });
  const mode = holds === 'money' ? 'decimal' : holds === 'number' ? 'numeric' : 'text';
  return make('input', { inputmode: mode, placeholder: hints[holds] ?? '', dir: 'auto' });
}

function sentValue(holds: ChangeableField['holds'], typed: string): string {
  if (holds !== 'money' || typed.trim() === '') return holds === 'text' ? typed : typed.trim();
  const micro = microOf(typed);
  if (micro === undefined) throw new RangeError('An amount has digits and a point, such as 1250.50');
  return micro;
}
