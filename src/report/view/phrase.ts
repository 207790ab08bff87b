/** A part of a sentence; what comes from outside, or is typed, is shown as code where there is such a thing. */
interface Words {
  readonly text: string;
  readonly isCode: boolean;
}

/** A sentence or a part of one; empty where nothing is to be said. */
export type Phrase = readonly Words[];

/** Words of our own. */
export function plain(text: string): Words {
  return { text, isCode: false };
}

/** A text from outside, an amount, or something to type. */
export function code(text: string): Words {
  return { text, isCode: true };
}

/** The words alone, not yet made safe to print. */
export function phraseText(phrase: Phrase): string {
  return phrase.map(({ text }) => text).join('');
}
