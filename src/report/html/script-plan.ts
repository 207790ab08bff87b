/** How a campaign of the plan is drawn: a fold with a line for each thing that happens to it. Runs in a browser. */
export const scriptPlan = `
const tones = { '+': 'good', '-': 'bad', '-/+': 'bad', '~': 'warn', '‖': 'warn', '▶': 'warn' };
const words = { '+': 'create', '-': 'delete', '-/+': 'replace', '~': 'change', '‖': 'pause', '▶': 'activate', '=': 'adopt', '>': 'move', '.': 'forget', '·': 'with fewer managed fields' };
const mostLines = 300;
const opened = new Map();
let allOpen = data.openAll;

function drawLine([address, depth, sign, name, text, why], group, seen) {
  const isHead = address !== undefined && !seen.has(address) && address !== group.address;
  if (address !== undefined) seen.add(address);
  const line = make('tr', {},
    make('td', { className: 'sign ' + (tones[sign] ?? ''), title: words[sign] ?? '' }, sign,
      make('span', { className: 'hidden' }, words[sign] ?? '')),
    make('td', { className: 'd' + Math.min(4, depth) },
      ...(isHead ? [linkTo(address, make('code', {}, text))] : name === '' ? [text] : [make('strong', {}, name), '  ' + text])),
    make('td', { className: 'why' }, why));
  if (isHead) line.id = address;
  return line;
}

function drawLines(group, all) {
  const seen = new Set();
  const lines = all ? group.lines : group.lines.slice(0, mostLines);
  const rows = lines.map((line) => drawLine(line, group, seen));
  const table = make('table', { className: 'lines', 'aria-label': 'What happens to ' + group.name }, make('tbody', {}, ...rows));
  if (lines.length === group.lines.length) return [table];
  const more = make('button', { type: 'button' }, 'Show all ' + group.lines.length.toLocaleString('en-US') + ' lines');
  more.addEventListener('click', () => more.parentElement.replaceChildren(...drawLines(group, true)));
  return [table, more];
}

function drawGroup(group, list) {
  const counts = Object.entries(group.counts).map(([sign, count]) =>
    make('span', { className: tones[sign] ?? 'quiet', }, count + ' ' + words[sign]));
  const marks = group.marks.map((mark) => make('span', { className: 'tag bad' }, mark));
  const body = make('div', { className: 'inside' });
  const summary = make('summary', {}, make('h3', {}, group.name), ...marks,
    make('span', { className: 'place' }, make('code', {}, group.address), group.place === undefined ? '' : '  ' + group.place),
    make('span', { className: 'counts' }, ...counts));
  const fold = make('details', {}, summary, body);
  const fill = (all) => body.replaceChildren(...drawLines(group, all));
  fold.addEventListener('toggle', () => {
    if (fold.open && body.firstChild === null) fill(false);
  });
  summary.addEventListener('click', () => opened.set(group.address, !fold.open));
  fold.open = list.isPrinting || (opened.get(group.address) ?? (allOpen || (list.isSearching() && list.matches().length <= 20)));
  if (fold.open) fill(list.isPrinting === true);
  const anchor = linkTo(group.address, '#');
  anchor.className = 'anchor';
  anchor.setAttribute('aria-label', 'Link to ' + group.name);
  const item = make('li', { id: group.address, className: 'group' }, anchor, fold);
  item.openAt = (address) => {
    fold.open = true;
    if (body.firstChild === null) fill(false);
    if (address !== group.address && byId(address) === null) fill(true);
    return byId(address);
  };
  return item;
}

const list = startList({
  holder: byId('rows'),
  draw: drawGroup,
  textOf: (group) => [group.address, group.name, group.place ?? '', ...group.marks, ...group.lines.flat()].join(' '),
  isAt: (group, address) => group.address === address || group.lines.some((line) => line[0] === address),
  noun: 'entries',
});
list.reveal = (group, address) => byId(group.address)?.openAt(address) ?? null;

const toggle = byId('toggle');
function foldAll(open) {
  allOpen = open;
  opened.clear();
  toggle.textContent = open ? 'Collapse all' : 'Expand all';
  list.redraw();
}
toggle.textContent = allOpen ? 'Collapse all' : 'Expand all';
toggle.addEventListener('click', () => foldAll(!allOpen));
`;
