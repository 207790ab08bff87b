import { byId } from './elements.ts';
import { createSearch } from './list-search.ts';
import { createView, type Holder, type Span, type View } from './list-view.ts';
import type { RowData } from './page-data.ts';

const mostPrinted = 1000;

/** The list of a page while it is looked at. */
export interface List {
  /** Numbers of the rows that fit the search. */
  matches(): readonly number[];
  isSearching(): boolean;
  isPrinting(): boolean;
  redraw(): void;
}

/** How one sort of row is drawn and found. */
export interface ListParts<Row extends RowData> {
  readonly rows: readonly Row[];
  readonly holder: Holder;
  /** What rows are called, in the plural. */
  readonly noun: string;
  draw(row: Row, list: List): Element;
  textOf(row: Row): string;
  isAt(row: Row, address: string): boolean;
  /** The element of an address within its row, which is shown. */
  reveal(row: Row, address: string): HTMLElement | null;
}

/** Starts search, filters, links to a row, and paper. */
export function startList<Row extends RowData>(parts: ListParts<Row>): List {
  const { rows, holder, noun } = parts;
  const told = byId('told');
  const view = createView(holder, (index) => {
    const row = rows[index];
    return row === undefined ? [] : [parts.draw(row, list)];
  });
  const update = (): void => {
    const matches = search.matches();
    const [found, all] = [matches.length, rows.length].map((count) => count.toLocaleString('en-US'));
    told.textContent = `${found} of ${all} ${noun}`;
    view.begin(matches);
  };
  const search = createSearch(rows, (row) => parts.textOf(row), update);
  const printing = watchPrinting(view);
  const list: List = {
    matches: () => view.matches(),
    isSearching: () => search.isSearching(),
    isPrinting: printing,
    redraw: () => view.show(view.span()),
  };
  const follow = (): void => {
    const address = hashAddress();
    const index = address === '' ? -1 : rows.findIndex((row) => parts.isAt(row, address));
    const row = rows[index];
    if (row === undefined) return;
    if (!view.matches().includes(index)) search.clear();
    view.showPlace(view.matches().indexOf(index));
    const element = parts.reveal(row, address);
    if (element !== null) choose(element);
  };
  addEventListener('hashchange', follow);
  update();
  queueMicrotask(follow);
  return list;
}

/** Shows all that goes on paper while the page is printed; tells whether it is. */
function watchPrinting(view: View): () => boolean {
  let before: Span | undefined;
  addEventListener('beforeprint', () => {
    before ??= view.span();
    view.show({ from: 0, to: mostPrinted });
    const most = mostPrinted.toLocaleString('en-US');
    byId('printed').textContent =
      view.matches().length <= mostPrinted
        ? ''
        : `The first ${most} are printed; search or filter before printing to choose others.`;
  });
  addEventListener('afterprint', () => {
    const span = before;
    before = undefined;
    if (span !== undefined) view.show(span);
  });
  return () => before !== undefined;
}

/** The address that the link to the page names; empty where it names none. */
function hashAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function choose(element: HTMLElement): void {
  for (const other of document.querySelectorAll('.chosen')) other.classList.remove('chosen');
  element.classList.add('chosen');
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start' });
}
