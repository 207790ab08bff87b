import { printable } from '../diagnostics/display-text.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import { campaignsInState } from './campaign-words.ts';
import { type DriftRow, driftClosing, driftRemark, driftRows, wireOf } from './drift-rows.ts';
import { columnWidth, layoutRow } from './layout.ts';
import { longestName, type TextOptions } from './plan-text.ts';
import { showMoney, showStep } from './show-value.ts';
import { strongly } from './style.ts';
import { tableLines } from './table-lines.ts';
import { padTo, shorten, textWidth, widestOf } from './text-width.ts';

/**
 * The drift report for people: every resource that is not in sync with what was last applied and what is live, the
 * worst first, what is unmanaged where that was asked for, then one sentence of counts and the figures of the accounts
 * that moved. Ends with a line feed.
 */
export function driftText(report: DriftReport, options: Pick<TextOptions, 'style' | 'width'>): string {
  const differing = driftRows(report).filter(({ state }) => state !== 'in_sync');
  const shown = differing.map((row) => ({
    row,
    whats: row.resource.fields.map((_, index) => whatOf(row, index, options)),
  }));
  const names = differing.map(({ resource }) => textWidth(printable(resource.name)));
  const columns = {
    address: 2 + columnWidth(names, 0, longestName(options.width)),
    says:
      6 +
      columnWidth(
        shown.flatMap(({ whats }) => whats.map(textWidth)),
        30,
        Math.floor(options.width * 0.58),
      ),
  };
  const blocks = shown.flatMap(({ row, whats }) => [...resourceLines(row, whats, columns, options), '']);
  const closing = options.style('bold', driftClosing(report));
  return `${[...blocks, ...unmanagedLines(report, options.width), closing, ...figureSentences(report)].join('\n')}\n`;
}

function resourceLines(
  row: DriftRow,
  whats: readonly string[],
  columns: { readonly address: number; readonly says: number },
  { style, width }: Pick<TextOptions, 'style' | 'width'>,
): readonly string[] {
  const { name, address, source, status } = row.resource;
  const place = source === null ? '' : `${printable(source.file)}:${source.line}`;
  const heading = layoutRow(
    [
      { at: 0, text: style('bold', shorten(printable(name), longestName(width))) },
      { at: columns.address, text: printable(address) },
      { at: columns.address + 2, text: place },
    ],
    width,
  );
  const remark = status === 'modified' ? driftRemark(row) : `${status}: ${driftRemark(row)}`;
  const fields = whats.flatMap((what, index) => {
    const { declared = '', isDeclared = false } = row.fields[index] ?? {};
    const says = isDeclared ? `the document says ${declared}` : declared;
    return layoutRow(
      [
        { at: 4, text: what },
        { at: columns.says, text: says },
      ],
      width,
    );
  });
  return [...heading, `  ${remark}`, ...fields];
}

/** What became of a field: its value as last applied, and the live one. */
function whatOf(
  { resource, fields }: DriftRow,
  index: number,
  { style }: Pick<TextOptions, 'style'>,
): string {
  const { path = '', applied, live } = resource.fields[index] ?? {};
  const { name = '', raises = false } = fields[index] ?? {};
  const widest = widestOf(fields.map((field) => field.name));
  const step = showStep(
    kindNamed(resource.kind),
    wireOf(path),
    { before: applied, after: live },
    resource.currency,
  );
  return `${strongly(style, raises ? 'red' : 'cyan', '~')} ${padTo(name, widest)}   ${step}`;
}

function unmanagedLines({ unmanaged = [] }: DriftReport, width: number): readonly string[] {
  if (unmanaged.length === 0) return [];
  const rows = unmanaged.map(({ account, kind, id, name }) =>
    [account, kindNamed(kind).title, id, name ?? ''].map(printable),
  );
  return ['Nobody declares these:', ...tableLines(rows, { width, indent: 2 }), ''];
}

/** How the figures of an account moved outside, where they did. */
function figureSentences({ budget }: DriftReport): readonly string[] {
  return Object.entries(budget).flatMap(([key, { active_campaigns: active, exposure }]) => {
    const spending = Object.entries(exposure ?? {}).flatMap(([currency, { applied, live }]) =>
      applied === live
        ? []
        : [
            `${showMoney(live, currency)} live on the highest day, ${showMoney(applied, currency)} as last applied`,
          ],
    );
    const campaigns =
      active === null || active.applied === active.live
        ? []
        : [
            `${active.live} of ${active.limit} ${campaignsInState(active)}, ${active.applied} as last applied`,
          ];
    const told = [...spending, ...campaigns];
    return told.length === 0 ? [] : [`${printable(key)}: ${told.join('; ')}.`];
  });
}
