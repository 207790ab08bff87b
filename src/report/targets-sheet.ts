import { printable } from '../diagnostics/display-text.ts';
import { jsonText } from '../diagnostics/json-text.ts';
import type { FoundTarget } from '../schemas/found-target.ts';
import type { Sheet } from './sheet.ts';
import { tableLines } from './table-lines.ts';

/** What can be targeted, with the line to write into `targeting`. */
export function targetsSheet(targets: readonly FoundTarget[]): Sheet {
  const names = [...new Set(targets.flatMap(({ facts }) => Object.keys(facts)))];
  return {
    text: (width) => {
      if (targets.length === 0) return 'Nothing was found.\n';
      const rows = targets.map((target) => [
        target.name,
        ...names.map((name) => fact(target, name)),
        lineOf(target),
      ]);
      const shown = [['name', ...names, 'under targeting:'], ...rows].map((row) => row.map(printable));
      return `${tableLines(shown, { width, indent: 0 }).join('\n')}\n`;
    },
    grid: () => [
      ['name', 'type', 'value', ...names],
      ...targets.map((target) => [
        target.name,
        target.type,
        target.value,
        ...names.map((name) => fact(target, name)),
      ]),
    ],
    records: targets.map(({ name, type, value, facts }) => ({ name, type, value, ...facts })),
  };
}

/** Ids stand bare, whatever YAML would make of them: the document takes their source text. */
function lineOf({ type, value }: FoundTarget): string {
  const shown = /^[\w][\w.-]*$/.test(value) ? value : jsonText(value);
  return `- { type: ${type}, value: ${shown} }`;
}

function fact({ facts }: FoundTarget, name: string): string {
  return Object.hasOwn(facts, name) ? (facts[name] ?? '') : '';
}
