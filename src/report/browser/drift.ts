import { inputById, linkTo, make } from './elements.ts';
import { startList } from './list.ts';
import type { Holder } from './list-view.ts';
import type { DriftData, DriftField, DriftResource } from './page-data.ts';
import { pageData } from './read-page-data.ts';

const stateTones = ['bad', 'bad', 'warn', 'warn', 'good'];
const data = pageData<DriftData>();

function cell(label: string, tone: string, text: string): HTMLTableCellElement {
  return make('td', { 'data-label': label, ...(tone === '' ? {} : { class: tone }) }, text);
}

function fieldCells([name, declared, applied, live, raises]: DriftField): readonly HTMLTableCellElement[] {
  return [
    cell('Field', '', name),
    typeof declared === 'string' ? cell('Declared', '', declared) : cell('Declared', 'quiet', declared[0]),
    cell('Last applied', '', applied),
    cell('Live', raises === 1 ? 'live bad' : 'live', live),
  ];
}

function drawResource(row: DriftResource): HTMLTableSectionElement {
  const [first, ...others] = row.fields ?? [];
  const span = Math.max(1, others.length + 1);
  const state = row.tags[0] ?? 0;
  const where = [data.kinds[row.kind[0] ?? 0], row.id, row.place].filter((part) => part !== undefined);
  const changed = row.updated === undefined ? [] : [make('br', {}), `changed ${row.updated}`];
  const head = [
    make(
      'td',
      { class: 'state', rowspan: span },
      make('span', { class: `tag ${stateTones[state] ?? ''}` }, data.states[state] ?? ''),
    ),
    make(
      'th',
      { class: 'what', rowspan: span, scope: 'rowgroup' },
      `${row.name} `,
      linkTo(row.address, make('code', {}, row.address)),
      make('span', { class: 'quiet' }, ` ${where.join(' · ')}`, ...changed),
    ),
  ];
  const cells =
    first === undefined
      ? [
          make(
            'td',
            { class: row.remark === undefined ? 'quiet blank' : 'quiet', colspan: 4 },
            row.remark ?? '',
          ),
        ]
      : fieldCells(first);
  return make(
    'tbody',
    { class: 'row', id: row.address },
    make('tr', {}, ...head, ...cells),
    ...others.map((field) => make('tr', {}, ...fieldCells(field))),
  );
}

/** Bodies stand beside the table's head, which stays when they are exchanged. */
function bodiesOf(table: HTMLTableElement): Holder {
  return {
    replaceChildren: (...bodies) => {
      for (const old of table.querySelectorAll('tbody')) old.remove();
      table.append(...bodies);
    },
    append: (...bodies) => table.append(...bodies),
    prepend: (...bodies) => table.tHead?.after(...bodies),
  };
}

startList<DriftResource>({
  rows: data.rows,
  holder: bodiesOf(inputById('rows', HTMLTableElement)),
  draw: drawResource,
  textOf: ({ address, name, id = '', kind, place = '', tags, fields = [] }) =>
    [address, name, id, data.kinds[kind[0] ?? 0], place, data.states[tags[0] ?? 0], ...fields.flat(2)].join(
      ' ',
    ),
  isAt: (row, address) => row.address === address,
  noun: 'resources',
  reveal: (_row, address) => document.getElementById(address),
});
