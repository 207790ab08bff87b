import { printable } from '../diagnostics/display-text.ts';
import type { Plan } from '../schemas/plan.ts';
import { changeRows, type DetailRow } from './change-rows.ts';
import { givenConsents } from './consent-words.ts';
import { columnWidth, layoutRow } from './layout.ts';
import { type AccountChanges, type ChangeGroup, groupChanges } from './plan-groups.ts';
import { planSummary } from './plan-summary.ts';
import { policySentences } from './policy-words.ts';
import type { Style } from './style.ts';
import { shorten, textWidth } from './text-width.ts';
import { violationText } from './violation-text.ts';

export interface TextOptions {
  readonly style: Style;
  /** Columns to use, from `reportWidth`. */
  readonly width: number;
  /** Shows every field of what is created. */
  readonly everyField: boolean;
  /** The plan as it was saved, where it is shown on another day: figures that differ are shown beside it. */
  readonly saved?: Plan | undefined;
}

/**
 * The plan for people (docs/guides/for-reviewers.md): grouped by account and campaign, what is unchanged only counted,
 * then the violations, the summary, the figures of each account and the number of requests. Ends with a line feed.
 */
export function planText(plan: Plan, options: TextOptions): string {
  const accounts = groupChanges(plan).map((account) => withRows(account, options));
  const columns = columnsFor(accounts, options.width);
  const lines = [
    ...resolvedLines(plan),
    ...accounts.flatMap((account) => accountLines(account, columns, options)),
    ...leftOutLines(plan),
    ...policyLines(plan),
    ...consentLines(plan),
    ...violationText(plan.violations, options.style),
    ...planSummary(plan, options.saved).map((sentence, index) =>
      index === 0 ? options.style('bold', sentence) : sentence,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

interface GroupRows {
  readonly group: ChangeGroup;
  readonly rows: readonly DetailRow[];
}

interface AccountRows {
  readonly account: AccountChanges;
  readonly groups: readonly GroupRows[];
}

interface Columns {
  readonly name: number;
  readonly address: number;
  readonly source: number;
  readonly why: number;
}

function withRows(account: AccountChanges, options: TextOptions): AccountRows {
  const groups = account.groups.map((group) => ({
    group,
    rows: group.nodes.flatMap((node) => changeRows(node, 4, options)),
  }));
  return { account, groups };
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
        { at: 2, text: style('bold', shorten(printable(group.name), longestName(width))) },
        { at: columns.address, text: printable(group.address) },
        { at: columns.source, text: place(group) },
      ],
      width,
    ),
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

function place({ source }: ChangeGroup): string {
  return source === null ? '' : `${printable(source.file)}:${source.line}`;
}

function resolvedLines(plan: Plan): readonly string[] {
  if (plan.resolved.length === 0) return [];
  const lines = plan.resolved.map(({ address, outcome }) => `  ${printable(address)}  ${outcome}`);
  return ['An earlier run left these requests open. What the platform shows of them:', ...lines, ''];
}

function leftOutLines({ left_out: leftOut = [] }: Plan): readonly string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(
    ({ address, because }) => `  ${printable(address)}  not without ${printable(because)}`,
  );
  return ['Left out, because it cannot be done without what is excluded:', ...lines, ''];
}

function policyLines(plan: Plan): readonly string[] {
  const sentences = policySentences(plan);
  if (sentences.length === 0) return [];
  return [...sentences.map((parts) => parts.map(({ text }) => printable(text)).join('')), ''];
}

function consentLines(plan: Plan): readonly string[] {
  if (plan.consents.length === 0) return [];
  return [...givenConsents(plan).map(({ option, note }) => `With consent: ${printable(option)}${note}`), ''];
}
