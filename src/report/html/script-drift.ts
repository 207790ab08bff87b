/** How a resource of the drift report is drawn: a body of the table, a row for each field. Runs in a browser. */
export const scriptDrift = `
const stateTone = ['bad', 'bad', 'warn', 'warn', 'good'];

function cell(label, properties, ...children) {
  return make('td', { 'data-label': label, ...properties }, ...children);
}

function fieldCells([name, declared, applied, live, raises]) {
  return [
    cell('Field', {}, name),
    Array.isArray(declared)
      ? cell('Declared', { className: 'quiet' }, declared[0])
      : cell('Declared', {}, declared),
    cell('Last applied', {}, applied),
    cell('Live', { className: raises ? 'live bad' : 'live' }, live),
  ];
}

function drawResource(row) {
  const fields = row.fields ?? [];
  const span = Math.max(1, fields.length);
  const where = [data.kinds[row.kind[0]], row.id, row.place].filter(Boolean).join(' · ');
  const head = [
    make('td', { className: 'state', rowSpan: span },
      make('span', { className: 'tag ' + stateTone[row.tags[0]] }, data.states[row.tags[0]])),
    make('th', { className: 'what', rowSpan: span, scope: 'rowgroup' }, row.name + ' ',
      linkTo(row.address, make('code', {}, row.address)), make('span', { className: 'quiet' }, ' ' + where, ...(row.updated ? [make('br'), 'changed ' + row.updated] : []))),
  ];
  const first = fields.length > 0
    ? fieldCells(fields[0])
    : [make('td', { className: row.remark ? 'quiet' : 'quiet blank', colSpan: 4 }, row.remark ?? '')];
  return make('tbody', { className: 'row', id: row.address },
    make('tr', {}, ...head, ...first),
    ...fields.slice(1).map((field) => make('tr', {}, ...fieldCells(field))));
}

startList({
  holder: { replaceChildren: replaceRows, append: appendRows, prepend: prependRows },
  draw: drawResource,
  textOf: (row) => [row.address, row.name, row.id ?? '', data.kinds[row.kind[0]], row.place ?? '',
    data.states[row.tags[0]], ...(row.fields ?? []).flat()].join(' '),
  isAt: (row, address) => row.address === address,
  noun: 'resources',
});

// Bodies stand beside the table's head: it stays when they are exchanged.
function replaceRows(...bodies) {
  byId('rows').tHead.after(...bodies);
  let other = bodies.length === 0 ? byId('rows').tHead.nextElementSibling : bodies.at(-1).nextElementSibling;
  while (other !== null) {
    const next = other.nextElementSibling;
    other.remove();
    other = next;
  }
}

function appendRows(...bodies) {
  byId('rows').append(...bodies);
}

function prependRows(...bodies) {
  byId('rows').tHead.after(...bodies);
}
`;
