import { printable } from '../diagnostics/display-text.ts';
import type { Rebuilt } from '../schemas/rebuilt.ts';
import { entriesText } from './entries-text.ts';

/** What was found again, what stays ambiguous and what is not there, for people. Ends with a line feed. */
export function rebuildText({ damage, found, ambiguous, missing }: Rebuilt, width: number): string {
  return [
    ...(damage === null ? [] : [`${printable(damage)}.\n`]),
    found.length === 0 ? 'Nothing that the state does not know was found.\n' : entriesText(found, width),
    ...(ambiguous.length === 0 ? [] : ['\nStill ambiguous:\n', ...ambiguous.map(ambiguousText)]),
    ...(missing.length === 0
      ? []
      : [
          '\nNothing on the platform that is not managed already fits:\n',
          ...missing.map((address) => `  ${printable(address)}\n`),
        ]),
  ].join('');
}

function ambiguousText({ address, message, remedy }: Rebuilt['ambiguous'][number]): string {
  return `  ${printable(address)}: ${printable(message)}\n    ${printable(remedy)}\n`;
}
