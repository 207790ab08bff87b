import { counted } from '../../diagnostics/counted.ts';
import type { DriftFieldRow, DriftRow, DriftSpending, DriftView } from '../view/drift-view.ts';
import { Comment } from './comment.ts';
import { fitting, fold, inlineCode, itemsMarkdown, phraseMarkdown } from './markdown-text.ts';

/**
 * The drift report as Markdown, for a comment or an issue: the counts, every change with what is declared, was last
 * applied and is live, the worst first, the figures of each account, and folded what could not be checked. Always
 * shorter than `commentLimit`; names from outside stand in code only.
 */
export function driftMarkdown(view: DriftView): string {
  const last = `Read at ${inlineCode(view.readAt)} by adsync ${inlineCode(view.version)}.`;
  const comment = new Comment(last.length + 2);
  comment.add(`### adsync drift: ${view.counts}`);
  comment.add(
    view.inSync ? 'The platform is as it was last applied.' : 'Somebody changed this outside adsync:',
  );
  comment.addTable(
    '#### Changed outside',
    ['', 'resource', 'field', 'declared', 'last applied', 'live'],
    view.rows.filter(({ isChanged }) => isChanged).flatMap(resourceRows),
    { share: 0.6, noun: 'rows' },
  );
  comment.addFigures(
    ['spending a day, last applied', 'live', 'policy allows'],
    view.accounts,
    spendingCells,
    ({ step, limit, state }) => `${step} of ${limit} ${state}`,
  );
  const unchecked = view.rows.filter(({ state }) => state === 'unchecked');
  comment.add(itemsMarkdown([...view.stops, ...view.twins].map(phraseMarkdown), comment.room(0.06)));
  comment.add(listed('Unchecked', unchecked.map(uncheckedLine), comment.room(0.12)));
  comment.add(listed('Unmanaged', view.unmanaged.map(unmanagedLine), comment.room(0.12)));
  return comment.close(last);
}

function resourceRows(row: DriftRow): readonly (readonly string[])[] {
  const { address, name, updatedAt, title, fields, remark } = row;
  const changed = updatedAt === null ? '' : `<br>changed ${inlineCode(updatedAt)}`;
  const head = [title, `${inlineCode(address)}<br>${inlineCode(name)}${changed}`];
  if (fields.length === 0) return [[...head, inlineCode(remark), '', '', '']];
  return fields.map((field, index) => [
    ...(index === 0 ? head : ['', inlineCode(address)]),
    ...fieldCells(field),
  ]);
}

function fieldCells({ name, applied, live, declared, isDeclared, by }: DriftFieldRow): readonly string[] {
  const says = isDeclared ? inlineCode(declared) : declared;
  const set = by === '' ? '' : `<br>${inlineCode(by)}`;
  return [inlineCode(name), says, inlineCode(applied), `${inlineCode(live)}${set}`];
}

function spendingCells({ applied, live, percent, uncapped, limit }: DriftSpending): readonly string[] {
  const shown = `${inlineCode(live.money)}${percent === '' ? '' : ` (${percent})`}`;
  return [
    inlineCode(applied.money),
    `${shown}${uncapped === '' ? '' : `, **${uncapped}**`}`,
    limit === null ? '' : inlineCode(limit.money),
  ];
}

function uncheckedLine({ address, unchecked }: DriftRow): string {
  const fields = unchecked.map(inlineCode).join(', ');
  return `- ${inlineCode(address)}${fields === '' ? '' : `: ${fields}`}`;
}

function unmanagedLine([account, title, id, name]: DriftView['unmanaged'][number]): string {
  const called = name === null ? '' : ` ${inlineCode(name)}`;
  return `- ${inlineCode(account)}: ${title} ${inlineCode(id)}${called}`;
}

function listed(title: string, lines: readonly string[], room: number): string {
  if (lines.length === 0) return '';
  const { shown, left } = fitting(lines, room - 200, ({ length }) => length);
  const more = left === 0 ? [] : [`- … and ${left.toLocaleString('en-US')} more, left out here.`];
  return fold(`${title}: ${counted(lines.length, 'resource')}`, [...shown, ...more].join('\n'));
}
