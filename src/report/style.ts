import { styleText } from 'node:util';

/** Colours that every usual palette, light or dark, keeps readable. */
export type Tone = 'bold' | 'green' | 'red' | 'cyan';

/** Puts a text in a tone; the plain style returns it unchanged. */
export type Style = (tone: Tone, text: string) => string;

/** A sign or a label in its colour, heavy enough to be seen on a light and on a dark background. */
export function strongly(style: Style, tone: Tone, text: string): string {
  return style('bold', style(tone, text));
}

/** No colour at all: for files, pipes and NO_COLOR. */
export function plainStyle(_tone: Tone, text: string): string {
  return text;
}

/** Terminal colours by escape sequences. */
export function terminalStyle(tone: Tone, text: string): string {
  return text === '' ? '' : styleText(tone, text, { validateStream: false });
}
