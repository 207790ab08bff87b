import type { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { type Style, strongly } from './style.ts';

/**
 * An error for people: its code and what went wrong, where, what the platform said, and what to do. Ends with a line
 * feed; shows no stack.
 */
export function errorText(error: AdsyncError, style: Style): string {
  const { address, at, lines = [], remedy } = error.detail;
  const place = [address, at].filter((part) => part !== undefined).map(printable);
  return [
    `${strongly(style, 'red', `error[${error.code}]:`)} ${printable(error.message)}`,
    ...(place.length === 0 ? [] : [`  at ${place.join(', ')}`]),
    ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${printable(line)}`),
    ...(remedy === undefined ? [] : remedy.split('\n').map((line) => `  ${printable(line)}`)),
    '',
  ].join('\n');
}
