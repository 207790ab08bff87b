import { printable } from '../../diagnostics/display-text.ts';
import { columnWidth, layoutRow } from '../layout.ts';
import type { Style } from '../style.ts';
import { shortenMiddle, textWidth } from '../text-width.ts';
import type { ChangeGroup } from '../view/change-group.ts';
import type { AccountChanges } from '../view/change-groups.ts';
import type { DriftRow } from '../view/drift-view.ts';
import { type Phrase, phraseText } from '../view/phrase.ts';
import type { PlanView } from '../view/plan-view.ts';
import { wrapLines } from '../wrap-lines.ts';
import { changeRows, type DetailRow } from './change-rows.ts';
import { planSummary } from './plan-summary.ts';
import { refusalsText } from './refusals-text.ts';

export interface TextOptions {
  readonly style: Style;
  /** Columns to use, from `reportWidth`. */
  readonly width: number;
}

/**
 * The plan for people (docs/guides/for-reviewers.md): grouped by account and campaign, what is unchanged only counted,
 * then the violations, the summary, the figures of each account and the number of requests. Ends with a line feed.
 */
export function planText(view: PlanView, options: TextOptions): string {
  const accounts = view.changes.map((account) => ({
    account,
    groups: account.groups.map((group) => ({ group, rows: changeRows(group.lines, 4, options.style) })),
  }));
  const columns = columnsFor(accounts, options.width);
  const lines = [
    ...resolvedLines(view),
    ...accounts.flatMap((account) => accountLines(account, columns, options)),
    ...leftOutLines(view),
    ...sentenceLines([...view.stops, ...view.policies, ...view.twins]),
    ...ended(view.consents.map(({ option, note }) => `With consent: ${printable(option)}${note}`)),
    ...refusalsText(view.refusals, options.style),
    ...planSummary(view).map((sentence, index) => (index === 0 ? options.style('bold', sentence) : sentence)),
  ];
  return `${lines.join('\n')}\n`;
}

interface AccountRows {
  readonly account: AccountChanges;
  readonly groups: readonly { readonly group: ChangeGroup; readonly rows: readonly DetailRow[] }[];
}

interface Columns {
  readonly name: number;
  readonly address: number;
  readonly source: number;
  readonly why: number;
}

function columnsFor(accounts: readonly AccountRows[], width: number): Columns {
  const groups = accounts.flatMap((account) => account.groups);
  const rows = groups.flatMap((group) => group.rows.filter(({ why }) => why !== ''));
  const name = columnWidth(
    groups.map(({ group }) => textWidth(printable(group.name))),
    16,
    longestName(width),
  );
  const address = 4 + name;
  const addresses = columnWidth(
    groups.map(({ group }) => textWidth(group.address)),
    16,
    Math.floor(width * 0.45),
  );
  const why = columnWidth(
    rows.map(({ indent, what }) => indent + textWidth(what)),
    30,
    Math.floor(width * 0.58),
  );
  return { name, address, source: address + addresses + 2, why: why + 2 };
}

function accountLines(
  { account, groups }: AccountRows,
  columns: Columns,
  { style, width }: TextOptions,
): readonly string[] {
  const heading = `${style('bold', printable(account.key))}  ${printable(account.accountId)}`;
  const body = groups.flatMap(({ group, rows }) => [
    ...layoutRow(
      [
        { at: 2, text: style('bold', shortenMiddle(printable(group.name), longestName(width))) },
        { at: columns.address, text: printable(group.address) },
        { at: columns.source, text: printable(group.place) },
      ],
      width,
    ),
    ...noteLines(group, width),
    ...rows.flatMap(({ indent, what, why }) =>
      layoutRow(
        [
          { at: indent, text: what },
          { at: columns.why, text: why },
        ],
        width,
      ),
    ),
  ]);
  return [heading, '', ...body, ''];
}

/** Columns of a name at most; a longer one is cut. */
export function longestName(width: number): number {
  return Math.floor(width * 0.33);
}

/** `file:line`; empty where nothing declares a resource any more. */
export function placeText(source: DriftRow['source']): string {
  return source === null ? '' : `${printable(source.file)}:${source.line}`;
}

/** What a folded group stands for. */
function noteLines({ notes }: ChangeGroup, width: number): readonly string[] {
  const together = `    ${notes.join('; ')}`;
  if (notes.length > 0 && textWidth(together) <= width) return [together];
  return notes.flatMap((note) => wrapLines(`    ${note}`, width).split('\n'));
}

function resolvedLines({ resolved }: PlanView): readonly string[] {
  if (resolved.length === 0) return [];
  const lines = resolved.map(({ address, outcome }) => `  ${printable(address)}  ${outcome}`);
  return ['An earlier run left these requests open. What the platform shows of them:', ...lines, ''];
}

function leftOutLines({ leftOut }: PlanView): readonly string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(
    ({ address, because }) => `  ${printable(address)}  not without ${printable(because)}`,
  );
  return ['Left out, because it cannot be done without what is excluded:', ...lines, ''];
}

/** A sentence a line, and an empty line after them; nothing where there are none. */
export function sentenceLines(sentences: readonly Phrase[]): readonly string[] {
  return ended(sentences.map((sentence) => printable(phraseText(sentence))));
}

/** Lines with an empty one after them; nothing where there are none. */
function ended(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ''];
}
