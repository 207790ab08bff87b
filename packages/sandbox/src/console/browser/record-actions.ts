import type { BrowsedRecord, Group } from './answers.ts';
import { call } from './call.ts';
import { changeForm } from './change-form.ts';
import { make } from './elements.ts';
import { say, wordsOf } from './messages.ts';
import { listenForForm } from './opened-form.ts';

/** What a person can do with records of a collection. */
export type Possible = Pick<Group, 'collection' | 'changeable' | 'deletable'>;

/** The buttons of a record in the tree, and the form that one of them opens. */
export interface RecordActions {
  readonly element: HTMLElement;
  /** Shows what can be done with the record as it now is, and is called; a form that is open stays as it is. */
  show(record: BrowsedRecord, label: string): void;
}

/** The end of a change: the tree reads its records again. */
type Ended = () => Promise<void>;

/** The buttons that pause, switch on, change and delete a record behind everybody's back. */
export function recordActions(possible: Possible, first: BrowsedRecord, ended: Ended): RecordActions {
  const { collection, changeable, deletable } = possible;
  let [record, label] = [first, first.id];
  const [pause, change, remove] = [button(), button(), button()];
  const trouble = make('p', { class: 'wrong', role: 'alert' });
  const buttons = make('div', { class: 'row' }, pause, change, remove);
  const element = make('div', { class: 'acts' }, buttons, trouble);
  const isPausable = changeable.some(
    ({ name, values }) => name === 'entity_status' && values?.includes('PAUSED') === true,
  );

  const mutate = async (mutation: object, done: string): Promise<void> => {
    trouble.textContent = '';
    const refocus = whereAfter(element);
    await call<unknown>('POST', 'mutate', [{ collection, id: record.id, as_person: true, ...mutation }]);
    await ended();
    if (element.hidden === true || !element.isConnected) refocus();
    say(`${done} ${label}.`);
  };
  const act = (mutation: object, done: string): void => {
    void mutate(mutation, done).catch((error: unknown) => {
      trouble.textContent = wordsOf(error);
    });
  };
  pause.addEventListener('click', () => {
    const status = record['entity_status'] === 'ACTIVE' ? 'PAUSED' : 'ACTIVE';
    act({ set: { entity_status: status } }, status === 'PAUSED' ? 'Paused' : 'Switched on');
  });
  listenForForm(change, element, (close) =>
    changeForm(record, changeable, {
      save: async (changes) => {
        if (Object.keys(changes).length > 0) await mutate({ set: changes }, 'Changed');
        close();
      },
      cancel: close,
    }),
  );
  remove.addEventListener('click', () => {
    const what = `${label} (${collection.replaceAll('_', ' ')} ${record.id})`;
    if (confirm(`Delete ${what}?`)) act({ remove: true }, 'Deleted');
  });

  const show = (now: BrowsedRecord, called: string): void => {
    [record, label] = [now, called];
    const isGone = now['deleted'] === true;
    element.hidden = isGone || !(isPausable || changeable.length > 0 || deletable);
    pause.hidden = !isPausable;
    change.hidden = changeable.length === 0;
    remove.hidden = !deletable;
    name(pause, now['entity_status'] === 'ACTIVE' ? 'Pause' : 'Switch on', called);
    name(change, 'Change', called);
    name(remove, 'Delete', called);
  };
  return { element, show };
}

/** Puts the focus where people go on once the buttons are gone: on the record, else on the one that it hung on. */
function whereAfter(element: HTMLElement): () => void {
  const own = element.closest('details');
  const above = own?.parentElement?.closest('details');
  return () => {
    const fold = own?.isConnected === true ? own : above;
    fold?.querySelector<HTMLElement>(':scope > summary')?.focus();
  };
}

function button(): HTMLButtonElement {
  return make('button', { type: 'button' });
}

function name(element: HTMLButtonElement, title: string, label: string): void {
  element.textContent = title;
  element.setAttribute('aria-label', `${title} ${label}`);
}
