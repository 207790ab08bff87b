import { type AccountFigures, type CountFigure, notCounted } from '../view/figures.ts';
import { fitting, inlineCode, table } from './markdown-text.ts';

/**
 * The most characters of a Markdown report. A comment may have 65,536 (GitHub's limit); the rest is room for the mark
 * by which a pipeline finds its own comment again, and for its words around it.
 */
export const commentLimit = 64_000;

/** A Markdown report that never grows beyond the limit: parts are added while there is room. */
export class Comment {
  readonly #parts: string[] = [];
  #room: number;

  /** `reserved`: characters that are kept free for what is added at the end by `close`. */
  constructor(reserved: number) {
    this.#room = commentLimit - reserved;
  }

  /** Characters that can still be added, at most `share` of the whole. */
  room(share = 1): number {
    return Math.max(0, Math.min(this.#room - 2, Math.floor(commentLimit * share)));
  }

  /** Adds a part; one that is empty adds nothing, and one that does not fit is left out as a whole. */
  add(part: string): void {
    if (part === '' || part.length > this.room()) return;
    this.#parts.push(part);
    this.#room -= part.length + 2;
  }

  /** Adds a table of the first rows that fit into the share, and says how many it leaves out. */
  addTable(
    title: string,
    head: readonly string[],
    rows: readonly (readonly string[])[],
    { share, noun }: { readonly share: number; readonly noun: string },
  ): void {
    if (rows.length === 0) return;
    // The head, the sentence about what is left out, and the title.
    const around = table(head, []).length + title.length + 120;
    const { shown, left } = fitting(rows, this.room(share) - around, sizeOf);
    const more = left === 0 ? [] : [`… and ${left.toLocaleString('en-US')} more ${noun}, left out here.`];
    this.add([title, table(head, shown), ...more].join('\n\n'));
  }

  /** Adds the figures of each account: cells of each currency, and words about its campaigns. */
  addFigures<Spending>(
    columns: readonly string[],
    accounts: readonly AccountFigures<Spending>[],
    cellsOf: (spending: Spending) => readonly string[],
    campaignsText: (figure: CountFigure) => string,
  ): void {
    const rows = accounts.flatMap(({ account, campaigns, spending, noSpending }) => {
      const counted = campaigns === null ? notCounted : campaignsText(campaigns);
      const cells =
        spending.length === 0
          ? [columns.map((_, index) => (index === 0 ? noSpending : ''))]
          : spending.map(cellsOf);
      return cells.map((own, index) => [inlineCode(account), ...own, index === 0 ? counted : '']);
    });
    const head = ['account', ...columns, 'campaigns'];
    this.addTable('#### Spending and limits', head, rows, { share: 0.12, noun: 'rows' });
  }

  /** The report with its last words, ending in a line feed. */
  close(last: string): string {
    return `${[...this.#parts, last].join('\n\n')}\n`;
  }
}

/** Characters of a row with what stands between its cells. */
function sizeOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length + 3, 1);
}
