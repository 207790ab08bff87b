import type { ChangeForm } from './change-form.ts';

/** Lets a button open a form at the end of an element, and close it again; closing gives the focus back to the button. */
export function listenForForm(
  button: HTMLButtonElement,
  holder: HTMLElement,
  formWith: (close: () => void) => ChangeForm,
): void {
  let form: ChangeForm | undefined;
  const close = (): void => {
    form?.element.remove();
    form = undefined;
    button.setAttribute('aria-expanded', 'false');
    button.focus();
  };
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    if (form !== undefined) {
      close();
      return;
    }
    form = formWith(close);
    holder.append(form.element);
    button.setAttribute('aria-expanded', 'true');
    form.focus();
  });
}
