import { styleText } from 'node:util';

export type Tone = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan' | 'magenta';

/** Puts a text in a tone; the plain style returns it unchanged. */
export type Style = (tone: Tone, text: string) => string;

/** No colour at all: for files, pipes and NO_COLOR. */
export function plainStyle(_tone: Tone, text: string): string {
  return text;
}

/** Terminal colours by escape sequences. */
export function terminalStyle(tone: Tone, text: string): string {
  return text === '' ? '' : styleText(tone, text, { validateStream: false });
}
