import { amountOf } from './amounts.ts';
import type { BrowsedRecord, ChangeableField } from './answers.ts';
import { make } from './elements.ts';
import { type FieldInput, fieldInput } from './field-input.ts';
import { wordsOf } from './messages.ts';
import { RefusedError } from './refused-error.ts';

/** A form with the fields of a record that can be changed. */
export interface ChangeForm {
  readonly element: HTMLFormElement;
  focus(): void;
}

/** What becomes of the form: `save` gets the fields that were changed, as texts; none at all where nothing was. */
interface FormEnds {
  readonly save: (changes: Readonly<Record<string, string>>) => Promise<void>;
  readonly cancel: () => void;
}

/** Makes the form; what is refused is told beside the field that it is about. */
export function changeForm(
  record: BrowsedRecord,
  fields: readonly ChangeableField[],
  { save, cancel }: FormEnds,
): ChangeForm {
  const inputs = fields
    .filter(({ where }) => where === undefined || record[where.field] === where.is)
    .map((field) => fieldInput(field, record));
  const trouble = make('p', { class: 'wrong', role: 'alert' });
  const cancelButton = make('button', { type: 'button' }, 'Cancel');
  const element = make(
    'form',
    { class: 'change', autocomplete: 'off', novalidate: '' },
    ...inputs.map(({ row }) => row),
    trouble,
    make('div', { class: 'row' }, make('button', { type: 'submit', class: 'main' }, 'Save'), cancelButton),
  );
  cancelButton.addEventListener('click', cancel);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel();
  });
  const tell = (problems: RefusedError['problems']): void => {
    for (const input of inputs) {
      const own = problems.filter(({ parameter }) => isAbout(parameter, input.name));
      input.tell(own.map(({ message }) => inWords(message, input, inputs)).join('; '));
    }
    const others = problems.filter(({ parameter }) => !inputs.some(({ name }) => isAbout(parameter, name)));
    trouble.textContent = others.map(({ message }) => message).join('; ');
    inputs.find(({ name }) => problems.some(({ parameter }) => isAbout(parameter, name)))?.focus();
  };
  const submit = async (): Promise<void> => {
    const unfit: RefusedError['problems'][number][] = [];
    const changes: Record<string, string> = {};
    for (const input of inputs) {
      try {
        const value = input.changed();
        if (value !== null) changes[input.name] = value;
      } catch (error) {
        unfit.push({
          message: wordsOf(error),
          parameter: input.name,
        });
      }
    }
    tell(unfit);
    if (unfit.length === 0) await save(changes);
  };
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit().catch((error: unknown) => {
      tell(error instanceof RefusedError ? error.problems : [{ message: wordsOf(error) }]);
    });
  });
  return { element, focus: () => inputs[0]?.focus() };
}

/** Whether a problem is about a field, or a part of what it holds. */
function isAbout(parameter: string | undefined, name: string): boolean {
  return (
    parameter === name || (parameter?.startsWith(name) === true && /^[.[]/.test(parameter.slice(name.length)))
  );
}

/** What the platform says of a field, by the titles of the form, and amounts in units of the currency. */
function inWords(message: string, about: FieldInput, inputs: readonly FieldInput[]): string {
  const amounts = about.isAmount
    ? message.replaceAll(/(?<![\w.-])-?\d+(?![\w.])/g, (micro) => amountOf(micro, undefined)?.typed ?? micro)
    : message;
  return inputs.reduce((text, { name, title }) => text.replaceAll(name, title), amounts);
}
