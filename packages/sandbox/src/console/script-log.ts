/** The console's script: the live log of requests, and one of them with its bodies and errors. Runs in a browser. */
export const scriptLog = String.raw`
const shownRows = 500;
let entries = [];
let lastSeen = 0;
let chosen = 0;

function isFailed(entry) {
  return entry.status === null ? entry.fault !== null : entry.status >= 400;
}

function isShown(entry) {
  const wanted = byId('filter').value.trim().toLowerCase();
  if (byId('failed-only').checked && !isFailed(entry)) return false;
  return wanted === '' || (entry.method + ' ' + entry.path + ' ' + entry.status).toLowerCase().includes(wanted);
}

function statusCell(entry) {
  if (entry.status === null) return make('span', { className: 'warn' }, entry.fault === 'hold' ? 'held' : 'no answer');
  return make('span', { className: isFailed(entry) ? 'bad' : 'good' }, String(entry.status));
}

function rowOf(entry, isFresh) {
  const query = new URLSearchParams(entry.query).toString();
  const open = make('button', { type: 'button', className: 'plain', 'aria-label': 'Request ' + entry.n + ' in full' }, String(entry.n));
  open.addEventListener('click', () => showDetail(entry.n).catch(report));
  const row = make('tr', {},
    make('td', {}, open),
    make('td', {}, entry.method),
    make('td', { className: 'path' }, entry.path + (query === '' ? '' : '?' + decodeURIComponent(query.replaceAll('+', ' ')))),
    make('td', {}, statusCell(entry)),
    make('td', { className: 'wide' }, entry.fault ?? ''),
    make('td', { className: 'wide' }, entry.bytes_out.toLocaleString('en')),
  );
  row.classList.toggle('failed', isFailed(entry));
  row.classList.toggle('fresh', isFresh);
  row.classList.toggle('chosen', entry.n === chosen);
  return row;
}

function showLog(fresh) {
  const visible = entries.filter(isShown).slice(-shownRows).reverse();
  const focused = document.activeElement?.closest?.('#rows') ? document.activeElement.textContent : undefined;
  byId('rows').replaceChildren(...visible.map((entry) => rowOf(entry, fresh.has(entry.n))));
  byId('no-rows').hidden = visible.length > 0;
  byId('no-rows').textContent = entries.length > 0
    ? 'No request fits the filter.'
    : 'No request yet. Point a client at this address, and its requests appear here.';
  if (focused) [...byId('rows').querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
}

async function readLog(last) {
  if (last < lastSeen) [entries, lastSeen] = [[], 0];
  const isUnsettled = entries.slice(-50).some((entry) => entry.status === null);
  if ((last === lastSeen && !isUnsettled) || byId('paused').checked) return false;
  // What had no answer yet may have one now.
  const from = isUnsettled ? entries.slice(-50).find((entry) => entry.status === null).n - 1 : lastSeen;
  const read = await call('GET', 'requests?since=' + Math.max(from, last - 2 * shownRows));
  const fresh = new Set(read.filter((entry) => entry.n > lastSeen).map((entry) => entry.n));
  const before = JSON.stringify(entries.slice(-50));
  entries = [...entries.filter((entry) => entry.n <= from), ...read].slice(-2 * shownRows);
  lastSeen = Math.max(lastSeen, read.at(-1)?.n ?? 0);
  if (fresh.size > 0 || before !== JSON.stringify(entries.slice(-50))) showLog(fresh);
  return read.some((entry) => fresh.has(entry.n) && entry.method !== 'GET' && entry.effect_applied);
}

function pretty(text) {
  if (text === null) return 'no longer kept';
  if (text === '') return '(empty)';
  try {
    return JSON.stringify(readLong(text), null, 2);
  } catch {
    return text;
  }
}

function errorsIn(text) {
  try {
    const body = JSON.parse(text);
    const indexed = (body.operation_errors ?? []).flatMap((list, at) => list.map((error) => ({ ...error, at })));
    return [...(Array.isArray(body.errors) ? body.errors : []), ...indexed];
  } catch {
    return [];
  }
}

function errorItem(error) {
  const where = error.at === undefined ? '' : 'operation ' + error.at + ': ';
  return make('li', {}, make('code', {}, String(error.code ?? error.title ?? '')), ' ' + where + (error.message ?? error.detail ?? ''));
}

async function showDetail(n) {
  const [entry] = await call('GET', 'requests?bodies=true&limit=1&since=' + (n - 1));
  if (entry === undefined || entry.n !== n) throw new Error('Request ' + n + ' is no longer kept.');
  chosen = n;
  const errors = errorsIn(entry.response_body);
  byId('detail-title').textContent = 'Request ' + n;
  byId('detail-body').replaceChildren(
    make('p', {}, make('strong', {}, entry.method), ' ', make('code', {}, entry.path), ' → ', statusCell(entry)),
    make('p', { className: 'note' }, entry.at + ', ' + (entry.effect_applied ? 'carried out' : 'not carried out')
      + (entry.operations > 1 ? ', ' + entry.operations + ' operations' : '')
      + (entry.fault === null ? '' : ', fault ' + entry.fault)),
    ...(errors.length === 0 ? [] : [make('h3', {}, 'Errors'), make('ul', { className: 'errors' }, ...errors.map(errorItem))]),
    make('h3', {}, 'Query'), make('pre', { tabIndex: 0 }, Object.entries(entry.query).map(([name, value]) => name + ' = ' + value).join('\n') || '(empty)'),
    make('h3', {}, 'Request body'), make('pre', { tabIndex: 0 }, pretty(entry.request_body)),
    make('h3', {}, 'Response body'), make('pre', { tabIndex: 0 }, pretty(entry.response_body)),
  );
  byId('detail').hidden = false;
  showLog(new Set());
  byId('detail').focus();
}

byId('detail-close').addEventListener('click', () => {
  const before = chosen;
  chosen = 0;
  byId('detail').hidden = true;
  showLog(new Set());
  ([...byId('rows').querySelectorAll('button')].find((each) => each.textContent === String(before)) ?? byId('log')).focus();
});
byId('filter').addEventListener('input', () => showLog(new Set()));
byId('failed-only').addEventListener('change', () => showLog(new Set()));
`;
