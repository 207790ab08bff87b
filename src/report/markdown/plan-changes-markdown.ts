import { counted } from '../../diagnostics/counted.ts';
import { printable } from '../../diagnostics/display-text.ts';
import { padTo } from '../text-width.ts';
import type { ChangeGroup } from '../view/change-group.ts';
import type { ChangeLine } from '../view/change-line.ts';
import type { PlanView } from '../view/plan-view.ts';
import { clipped, fenced, fitting, fold, htmlCode, inlineCode } from './markdown-text.ts';

/** With so few lines in all, nothing is folded. */
const openLines = 40;
/** The column of the reasons, and the most characters of a line. */
const [whyColumn, lineLength] = [64, 400];

interface GroupText {
  readonly account: string;
  readonly changes: number;
  readonly lines: readonly string[];
}

/**
 * All changes by account and campaign in blocks that show differences, within so many characters; long ones folded,
 * those with the worst changes first, and what does not fit counted.
 */
export function changesMarkdown({ worstFirst }: PlanView, room: number): string {
  if (worstFirst.length === 0) return '';
  const groups = worstFirst.map(groupText);
  const shown = fittingGroups(groups, room - 300);
  const isLong = groups.reduce((sum, { lines }) => sum + lines.length, 0) > openLines;
  const blocks = [...Map.groupBy(shown, ({ account }) => account)].map(([account, own]) => {
    const told = counted(
      own.reduce((sum, group) => sum + group.changes, 0),
      'change',
    );
    const lines = own.flatMap((group) => group.lines);
    const body = fenced(lines, 'diff');
    return isLong
      ? fold(`${htmlCode(account)}: ${told}`, body)
      : `${inlineCode(account)}: ${told}\n\n${body}`;
  });
  const leftOut = groups.slice(shown.length).reduce((sum, group) => sum + group.changes, 0);
  const more =
    leftOut === 0 ? [] : [`… and ${counted(leftOut, 'more change')}, left out here; the worst are kept.`];
  return ['#### All changes', ...blocks, ...more].join('\n\n');
}

/** Groups while they fit; of the first that does not, as many lines as there is room for. */
function fittingGroups(groups: readonly GroupText[], room: number): readonly GroupText[] {
  const shown: GroupText[] = [];
  const accounts = new Set<string>();
  const around = 200 + 2 * longestRun(groups);
  let left = room;
  for (const group of groups) {
    if (!accounts.has(group.account)) left -= around + htmlCode(group.account).length;
    accounts.add(group.account);
    const size = sizeOf(group.lines);
    if (size > left) {
      const { shown: part, left: cut } = fitting(group.lines, left - 100, ({ length }) => length);
      const more = `  … and ${counted(cut, 'more line')} of it, left out here`;
      return part.length < 2 ? shown : [...shown, { ...group, lines: [...part, more] }];
    }
    shown.push(group);
    left -= size;
  }
  return shown;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** A fence is longer than any run of backticks in what it encloses. */
function longestRun(groups: readonly GroupText[]): number {
  const runs = groups.flatMap(({ lines }) => lines.flatMap((line) => line.match(/`+/g) ?? []));
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}

function groupText({ account, address, name, place, notes, changes, lines }: ChangeGroup): GroupText {
  const heading = `@@ ${address}  ${name}${place === '' ? '' : `  ${place}`} @@`;
  return {
    account,
    changes,
    lines: [heading, ...notes.map((note) => `  ${note}`), ...lines.map(lineText)].map((line) =>
      clipped(printable(line), lineLength),
    ),
  };
}

// The first column decides the colour: green, red, orange, none.
const colours: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '-/+': '-',
  '~': '!',
  '‖': '!',
  '▶': '!',
};

function lineText({ depth, sign, name, text, percent, why }: ChangeLine): string {
  const colour = colours[sign] ?? ' ';
  const shownSign = ['=', '>', '.', '·', '‖', '▶'].includes(sign) ? `${sign} ` : '';
  const field = name === '' ? '' : `${name}  `;
  const what = `${colour} ${'  '.repeat(depth)}${shownSign}${field}${text}${percent === '' ? '' : `  ${percent}`}`;
  return why === '' ? what : `${padTo(what, whyColumn)}  ${why}`;
}
