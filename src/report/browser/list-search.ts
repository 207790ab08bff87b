import { byId, inputById } from './elements.ts';
import type { RowData } from './page-data.ts';

/** The search and the filters of the page. */
export interface Search {
  isSearching(): boolean;
  /** Numbers of the rows that fit. */
  matches(): readonly number[];
  /** Lets every row fit. */
  clear(): void;
}

/** Reads the controls of the page; `changed` is called whenever another choice of rows fits. */
export function createSearch<Row extends RowData>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  changed: () => void,
): Search {
  const texts = rows.map((row) => textOf(row).toLowerCase());
  const search = inputById('search', HTMLInputElement);
  const selects = [...document.querySelectorAll<HTMLSelectElement>('select[data-part]')];
  const chips = [...document.querySelectorAll<HTMLInputElement>('.chip input')];
  const isChosen = (row: Row): boolean =>
    selects.every(({ value, dataset }) => {
      const numbers = dataset['part'] === 'account' ? row.account : row.kind;
      return value === '' || numbers.includes(Number(value));
    });
  const clear = (): void => {
    search.value = '';
    for (const select of selects) select.value = '';
    for (const chip of chips) chip.checked = false;
    changed();
  };
  search.addEventListener('input', changed);
  for (const control of [...selects, ...chips]) control.addEventListener('change', changed);
  byId('clear').addEventListener('click', clear);
  return {
    isSearching: () => search.value.trim() !== '',
    clear,
    matches: () => {
      const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const tags = new Set(chips.filter(({ checked }) => checked).map(({ value }) => Number(value)));
      const hasTag = (row: Row): boolean => tags.size === 0 || row.tags.some((tag) => tags.has(tag));
      const holds = (text: string): boolean => terms.every((term) => text.includes(term));
      return rows.flatMap((row, index) =>
        hasTag(row) && isChosen(row) && holds(texts[index] ?? '') ? [index] : [],
      );
    },
  };
}
