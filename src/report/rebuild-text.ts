import { printable } from '../diagnostics/display-text.ts';
import type { Change } from '../schemas/plan.ts';
import type { Rebuilt } from '../schemas/rebuilt.ts';
import { kindNamed } from '../schemas/registry.ts';
import { entriesText } from './entries-text.ts';
import { documentName, showPair } from './show-value.ts';

const differenceNote =
  'Not as the document declares it. Without a state nobody can tell who changed what, and when; so plan and drift will ' +
  'show these values as changed outside adsync:';

/** What was found again, what stays ambiguous and what is not there, for people. Ends with a line feed. */
export function rebuildText(rebuilt: Rebuilt, width: number): string {
  const { damage, found, differing, ambiguous, missing } = rebuilt;
  return [
    ...(damage === null ? [] : [`${printable(damage)}.\n`]),
    found.length === 0 ? 'Nothing that the state does not know was found.\n' : entriesText(found, width),
    ...(differing.length === 0 ? [] : [`\n${differenceNote}\n`, ...differing.map(differenceText)]),
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

function differenceText({ address, kind: name, currency, fields, precondition, after }: Change): string {
  const kind = kindNamed(name);
  const before = precondition === 'absent' ? {} : precondition;
  const lines = fields.map(({ field }) => {
    const [live, declared] = showPair(kind, field, [before[field], after[field]], currency);
    return `    ${documentName(kind, field)}: ${live} on the platform, ${declared} in the document\n`;
  });
  return `  ${printable(address)}\n${lines.join('')}`;
}
