import { counted } from '../diagnostics/counted.ts';
import type { DriftBudget, DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import { nothingSpent } from './calendar-line.ts';
import { campaignState } from './campaign-words.ts';
import { Comment } from './comment.ts';
import {
  type DriftFieldRow,
  type DriftRow,
  driftClosing,
  driftRemark,
  driftRows,
  driftTitles,
} from './drift-rows.ts';
import { fitting, fold, inlineCode } from './markdown-text.ts';
import { percentBetween, showMoney } from './show-value.ts';
import { uncappedWords } from './spending-words.ts';

/**
 * The drift report as Markdown, for a comment or an issue: the counts, every change with what is declared, was last
 * applied and is live, the worst first, the figures of each account, and folded what could not be checked. Always
 * shorter than `commentLimit`; names from outside stand in code only.
 */
export function driftMarkdown(report: DriftReport): string {
  const last = `Read at ${inlineCode(report.created_at)} by adsync ${inlineCode(report.adsync_version)}.`;
  const comment = new Comment(last.length + 2);
  const rows = driftRows(report);
  const differing = rows.filter(({ resource: { status } }) => status === 'modified' || status === 'missing');
  const unchecked = rows.filter(({ state }) => state === 'unchecked');
  comment.add(
    `### adsync drift: ${driftClosing(report)
      .replace(/^[^:]*: /, '')
      .replace(/\.$/, '')}`,
  );
  comment.add(
    report.in_sync ? 'The platform is as it was last applied.' : 'Somebody changed this outside adsync:',
  );
  comment.addTable(
    '#### Changed outside',
    ['', 'resource', 'field', 'declared', 'last applied', 'live'],
    differing.flatMap(resourceRows),
    { share: 0.6, noun: 'rows' },
  );
  comment.addTable(
    '#### Spending and limits',
    ['account', 'spending a day, last applied', 'live', 'policy allows', 'campaigns'],
    Object.entries(report.budget).flatMap(([key, budget]) => budgetRows(key, budget)),
    { share: 0.12, noun: 'rows' },
  );
  comment.add(listed('Unchecked', unchecked.map(uncheckedLine), comment.room(0.12)));
  comment.add(listed('Unmanaged', (report.unmanaged ?? []).map(unmanagedLine), comment.room(0.12)));
  return comment.close(last);
}

function resourceRows(row: DriftRow): readonly (readonly string[])[] {
  const { address, name, updated_at: updatedAt } = row.resource;
  const changed = updatedAt === null ? '' : `<br>changed ${inlineCode(updatedAt)}`;
  const head = [driftTitles[row.state], `${inlineCode(address)}<br>${inlineCode(name)}${changed}`];
  if (row.fields.length === 0) return [[...head, inlineCode(driftRemark(row)), '', '', '']];
  return row.fields.map((field, index) => [
    ...(index === 0 ? head : ['', inlineCode(address)]),
    ...fieldCells(field),
  ]);
}

function fieldCells({ name, applied, live, declared, isDeclared }: DriftFieldRow): readonly string[] {
  const says = isDeclared ? inlineCode(declared) : declared;
  return [inlineCode(name), says, inlineCode(applied), inlineCode(live)];
}

function budgetRows(key: string, budget: DriftBudget): readonly (readonly string[])[] {
  const { active_campaigns: campaigns, exposure } = budget;
  const active =
    campaigns === null
      ? 'not counted'
      : `${campaigns.applied === campaigns.live ? '' : `${campaigns.applied} → `}${campaigns.live} of ${campaigns.limit} ${campaignState(campaigns)}`;
  if (exposure === null) return [[inlineCode(key), 'not counted', '', '', active]];
  const rows = Object.entries(exposure).map(([currency, figure], index) => {
    const { applied, live, uncapped, limit } = figure;
    // Something without a cap makes the whole unbounded: a share of it would say nothing.
    const percent = uncapped === 0 ? percentBetween(applied, live) : '';
    const shown = `${inlineCode(showMoney(live, currency))}${percent === '' ? '' : ` (${percent})`}`;
    return [
      inlineCode(key),
      inlineCode(showMoney(applied, currency)),
      `${shown}${uncapped === 0 ? '' : `, **${uncappedWords(figure)}**`}`,
      limit === null ? '' : inlineCode(showMoney(limit, currency)),
      index === 0 ? active : '',
    ];
  });
  return rows.length > 0 ? rows : [[inlineCode(key), nothingSpent, '', '', active]];
}

function uncheckedLine(row: DriftRow): string {
  const fields = row.unchecked.map(inlineCode).join(', ');
  return `- ${inlineCode(row.resource.address)}${fields === '' ? '' : `: ${fields}`}`;
}

function unmanagedLine({ account, kind, id, name }: NonNullable<DriftReport['unmanaged']>[number]): string {
  const called = name === null ? '' : ` ${inlineCode(name)}`;
  return `- ${inlineCode(account)}: ${kindNamed(kind).title} ${inlineCode(id)}${called}`;
}

function listed(title: string, lines: readonly string[], room: number): string {
  if (lines.length === 0) return '';
  const { shown, left } = fitting(lines, room - 200, ({ length }) => length);
  const more = left === 0 ? [] : [`- … and ${left.toLocaleString('en-US')} more, left out here.`];
  return fold(`${title}: ${counted(lines.length, 'resource')}`, [...shown, ...more].join('\n'));
}
