import { printable } from '../../diagnostics/display-text.ts';
import { columnWidth, layoutRow } from '../layout.ts';
import { strongly } from '../style.ts';
import { tableLines } from '../table-lines.ts';
import { padTo, shortenMiddle, textWidth, widestOf } from '../text-width.ts';
import type { DriftRow, DriftView } from '../view/drift-view.ts';
import { longestName, placeText, sentenceLines, type TextOptions } from './plan-text.ts';

/**
 * The drift report for people: every resource that is not in sync with what was last applied and what is live, the
 * worst first, what is unmanaged where that was asked for, then one sentence of counts and the figures of the accounts
 * that moved. Ends with a line feed.
 */
export function driftText(view: DriftView, options: TextOptions): string {
  const differing = view.rows.filter(({ state }) => state !== 'in_sync');
  const shown = differing.map((row) => ({ row, whats: fieldTexts(row, options) }));
  const names = differing.map(({ name }) => textWidth(printable(name)));
  const whats = shown.flatMap((each) => each.whats.map(textWidth));
  const columns = {
    address: 2 + columnWidth(names, 0, longestName(options.width)),
    says: 6 + columnWidth(whats, 30, Math.floor(options.width * 0.58)),
  };
  const blocks = shown.flatMap((each) => [...resourceLines(each.row, each.whats, columns, options), '']);
  const closing = options.style('bold', `${view.inSync ? 'In sync' : 'Drift'}: ${view.counts}.`);
  return `${[...blocks, ...unmanagedLines(view, options.width), ...sentenceLines([...view.stops, ...view.twins]), closing, ...figureSentences(view)].join('\n')}\n`;
}

function resourceLines(
  { name, address, source, status, remark, fields }: DriftRow,
  whats: readonly string[],
  columns: { readonly address: number; readonly says: number },
  { style, width }: TextOptions,
): readonly string[] {
  const heading = layoutRow(
    [
      { at: 0, text: style('bold', shortenMiddle(printable(name), longestName(width))) },
      { at: columns.address, text: printable(address) },
      { at: columns.address + 2, text: placeText(source) },
    ],
    width,
  );
  const shown = whats.flatMap((what, index) => {
    const { declared = '', isDeclared = false, by = '' } = fields[index] ?? {};
    const said = isDeclared ? `the document says ${declared}` : declared;
    const says = [said, by].filter((part) => part !== '').join('; ');
    return layoutRow(
      [
        { at: 4, text: what },
        { at: columns.says, text: says },
      ],
      width,
    );
  });
  return [...heading, `  ${status === 'modified' ? remark : `${status}: ${remark}`}`, ...shown];
}

/** What became of each field: its value as last applied, and the live one. */
function fieldTexts({ fields }: DriftRow, { style }: TextOptions): readonly string[] {
  const widest = widestOf(fields.map(({ name }) => name));
  return fields.map(
    ({ name, raises, step }) =>
      `${strongly(style, raises ? 'red' : 'cyan', '~')} ${padTo(name, widest)}   ${step}`,
  );
}

function unmanagedLines({ unmanaged }: DriftView, width: number): readonly string[] {
  if (unmanaged.length === 0) return [];
  const rows = unmanaged.map((cells) => cells.map((cell) => printable(cell ?? '')));
  return ['Nobody declares these:', ...tableLines(rows, { width, indent: 2 }), ''];
}

/** How the figures of an account moved outside, where they did. */
function figureSentences({ accounts }: DriftView): readonly string[] {
  return accounts.flatMap(({ account, campaigns, spending }) => {
    const moved = spending.filter(({ applied, live }) => applied.micro !== live.micro);
    const told = moved.map(
      ({ applied, live }) => `${live.money} live on the highest day, ${applied.money} as last applied`,
    );
    if (campaigns !== null && campaigns.before !== campaigns.now)
      told.push(
        `${campaigns.now} of ${campaigns.limit} ${campaigns.noun}, ${campaigns.before} as last applied`,
      );
    return told.length === 0 ? [] : [`${printable(account)}: ${told.join('; ')}.`];
  });
}
