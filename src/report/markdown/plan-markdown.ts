import { counted } from '../../diagnostics/counted.ts';
import { plainStyle } from '../style.ts';
import { refusalsText } from '../text/refusals-text.ts';
import type { WorryingChange } from '../view/concern.ts';
import type { PlanSpending, PlanView } from '../view/plan-view.ts';
import { Comment } from './comment.ts';
import { fenced, fitting, inlineCode, itemsMarkdown, oneLine, phraseMarkdown } from './markdown-text.ts';
import { changesMarkdown } from './plan-changes-markdown.ts';

/**
 * The plan as a comment on a pull request: what it does in one line, what stands against it, what to look at first, the
 * figures of each account, all changes folded, and the digest that an approval is bound to. Always shorter than
 * `commentLimit`; what does not fit is counted, and the worst is kept. Names from outside stand in code only, where
 * nothing in them is obeyed.
 */
export function planMarkdown(view: PlanView): string {
  const last = `Effect ${inlineCode(view.effect)}: an approval of this plan holds for exactly this effect.`;
  const comment = new Comment(last.length + 2);
  const title = view.isDestroy ? 'adsync plan to destroy' : 'adsync plan';
  const refused = view.refusals.reasons.length === 0 ? '' : 'refused, ';
  comment.add(`### ${title}: ${refused}${view.does}`);
  comment.add(`${view.others}. ${view.sends}`);
  comment.add(refusals(view, comment.room(0.25)));
  comment.add(notes(view, comment.room(0.06)));
  comment.addTable(
    '#### Look at these first',
    ['', 'resource', 'what happens', 'why'],
    view.worries.map(worryingRow),
    { share: 0.3, noun: 'changes like these' },
  );
  comment.addFigures(
    ['spending a day', 'highest on the way'],
    view.accounts,
    (spending) => [spendingCell(spending), inlineCode(spending.peak.money)],
    ({ step, limit, state }) => `${step} of ${limit.toLocaleString('en-US')} ${state}`,
  );
  comment.add(changesMarkdown(view, comment.room()));
  return comment.close(last);
}

function refusals({ refusals: { reasons, ...heading } }: PlanView, room: number): string {
  if (reasons.length === 0) return '';
  const [title = '', ...lines] = refusalsText({ reasons, ...heading }, plainStyle).map((line) =>
    oneLine(line).trimEnd(),
  );
  const { shown, left } = fitting(trimmed(lines), room - 200, (line) => line.length);
  const more = left === 0 ? [] : [`… and ${counted(left, 'more line')}, left out here.`];
  return [`**${title}**`, fenced(shown, 'text'), ...more].join('\n\n');
}

function trimmed(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line !== '');
  const to = lines.findLastIndex((line) => line !== '');
  return lines.slice(Math.max(0, from), to + 1);
}

function notes({ stops, policies, twins, resolved, leftOut, consents }: PlanView, room: number): string {
  const lines = [
    ...[...stops, ...policies, ...twins].map(phraseMarkdown),
    ...resolved.map(
      ({ address, outcome }) => `Left open by an earlier run: ${inlineCode(address)} ${outcome}.`,
    ),
    ...leftOut.map(
      ({ address, because }) =>
        `Left out: ${inlineCode(address)} cannot be done without ${inlineCode(because)}, which is excluded.`,
    ),
    ...consents.map(({ option, note }) => `With consent: ${inlineCode(option)}${note}`),
  ];
  return itemsMarkdown(lines, room);
}

function worryingRow({ title, address, name, lines, along }: WorryingChange): readonly string[] {
  const whats = lines
    .slice(0, 4)
    .map((line) =>
      inlineCode(
        [
          `${line.sign} `,
          line.name === '' ? '' : `${line.name} `,
          line.text,
          line.percent === '' ? '' : ` ${line.percent}`,
        ].join(''),
      ),
    );
  // What the document alone changes is said once, and not field by field.
  const whys = [...new Set(lines.map(({ why }) => why).filter((why) => why !== '' && why !== 'config'))];
  return [
    title,
    `${inlineCode(address)}<br>${inlineCode(name)}`,
    [...whats, ...(along.length === 0 ? [] : [`takes along ${along.join(', ')}`])].join('<br>'),
    whys.length === 0 ? 'the document asks for it' : whys.slice(0, 3).map(inlineCode).join('<br>'),
  ];
}

function spendingCell(spending: PlanSpending): string {
  const { uncapped, line, byOthers, elsewhere } = spending;
  const words = [spendingStep(spending), phraseMarkdown(byOthers), phraseMarkdown(elsewhere)];
  return [
    words.filter((part) => part !== '').join(', '),
    uncapped === '' ? '' : `, **${uncapped}**`,
    line === undefined ? '' : `<br>after the plan: ${line}`,
  ].join('');
}

function spendingStep({ before, after, isChanged, day, unchanged, percent }: PlanSpending): string {
  const on = day === 'a day' ? '' : ` ${day}`;
  if (!isChanged) return `${inlineCode(after.money)}${on} ${unchanged}`;
  const step = `${inlineCode(before.money)} → ${inlineCode(after.money)}${on}`;
  return percent === '' ? step : `${step} (${percent})`;
}
