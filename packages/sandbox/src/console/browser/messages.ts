import { byId } from './elements.ts';

function showTrouble(message: string): void {
  byId('trouble-text').textContent = message;
  byId('trouble').hidden = message === '';
}

/** Says what was done, for screen readers, and takes away what went wrong before. */
export function say(text: string): void {
  byId('said').textContent = text;
  showTrouble('');
}

/** Shows what went wrong. */
export function report(error: unknown): void {
  showTrouble(wordsOf(error));
}

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  // A call that reaches nobody fails with a TypeError.
  if (error instanceof TypeError) return 'The sandbox does not answer.';
  return error instanceof Error ? error.message : String(error);
}

/** Lets the button beside the trouble take it away. */
export function listenForDismissal(): void {
  byId('trouble-close').addEventListener('click', () => showTrouble(''));
}
