import { chosenAccount, listenForAccount } from './account-filter.ts';
import type { LogEntry } from './answers.ts';
import { call } from './call.ts';
import { byId, inputById, linkButton, make } from './elements.ts';
import { detailOf, isFailed, statusOf } from './log-detail.ts';
import { report } from './messages.ts';

const shownRows = 500;
/** The newest of the entries, of which some may get their answer later. */
const unsettledRows = 50;
let entries: readonly LogEntry[] = [];
let lastSeen = 0;
/** Number of the request that is shown in full; 0 for none. */
let chosen = 0;

/** Lets the filter and the button of the request in full act. */
export function startLog(): void {
  byId('filter').addEventListener('input', () => showLog(new Set()));
  listenForAccount(() => showLog(new Set()));
  byId('failed-only').addEventListener('change', () => showLog(new Set()));
  byId('detail-close').addEventListener('click', () => {
    const before = chosen;
    chosen = 0;
    byId('detail').hidden = true;
    showLog(new Set());
    (buttonOf(String(before)) ?? byId('log')).focus();
  });
}

/** Reads the requests up to the last one; whether one of those that are new may have changed records. */
export async function readLog(last: number): Promise<boolean> {
  if (last < lastSeen) [entries, lastSeen] = [[], 0];
  const unsettled = entries.slice(-unsettledRows).find((entry) => entry.status === null);
  if ((last === lastSeen && unsettled === undefined) || inputById('paused').checked) return false;
  // What had no answer yet may have one now.
  const from = unsettled === undefined ? lastSeen : unsettled.n - 1;
  const since = Math.max(from, last - 2 * shownRows);
  const read = await call<readonly LogEntry[]>('GET', `requests?since=${since}`);
  const fresh = new Set(read.filter(({ n }) => n > lastSeen).map(({ n }) => n));
  const before = JSON.stringify(entries.slice(-unsettledRows));
  entries = [...entries.filter(({ n }) => n <= from), ...read].slice(-2 * shownRows);
  lastSeen = Math.max(lastSeen, read.at(-1)?.n ?? 0);
  if (fresh.size > 0 || before !== JSON.stringify(entries.slice(-unsettledRows))) showLog(fresh);
  return read.some(({ n, method, effect_applied }) => fresh.has(n) && method !== 'GET' && effect_applied);
}

function showLog(fresh: ReadonlySet<number>): void {
  const visible = entries.filter(isShown).slice(-shownRows).toReversed();
  const focused = document.activeElement;
  const number = focused?.closest('#rows') === null ? undefined : focused?.textContent;
  byId('rows').replaceChildren(...visible.map((entry) => rowOf(entry, fresh.has(entry.n))));
  byId('no-rows').hidden = visible.length > 0;
  byId('no-rows').textContent =
    entries.length > 0
      ? 'No request fits the filter.'
      : 'No request yet. Point a client at this address, and its requests appear here.';
  if (number !== undefined && number !== null) buttonOf(number)?.focus();
}

function isShown(entry: LogEntry): boolean {
  if (inputById('failed-only').checked && !isFailed(entry)) return false;
  const account = chosenAccount();
  if (account !== '' && entry.account_id !== account) return false;
  const wanted = inputById('filter').value.trim().toLowerCase();
  return `${entry.method} ${entry.path} ${entry.status}`.toLowerCase().includes(wanted);
}

function rowOf(entry: LogEntry, isFresh: boolean): HTMLTableRowElement {
  const { n, method, path, fault, bytes_out: bytes } = entry;
  const query = new URLSearchParams(entry.query).toString();
  const shownQuery = query === '' ? '' : `?${decodeURIComponent(query.replaceAll('+', ' '))}`;
  const open = linkButton(String(n), `Request ${n} in full`, () => void showDetail(n).catch(report));
  const row = make(
    'tr',
    {},
    make('td', {}, open),
    make('td', {}, method),
    make('td', { class: 'path' }, path + shownQuery),
    make('td', {}, statusOf(entry)),
    make('td', { class: 'wide' }, fault ?? ''),
    make('td', { class: 'wide' }, bytes.toLocaleString('en')),
  );
  row.classList.toggle('failed', isFailed(entry));
  row.classList.toggle('fresh', isFresh);
  row.classList.toggle('chosen', n === chosen);
  return row;
}

/** The button of the row with such a number. */
function buttonOf(number: string): HTMLButtonElement | undefined {
  return [...byId('rows').querySelectorAll('button')].find((button) => button.textContent === number);
}

async function showDetail(n: number): Promise<void> {
  const [entry] = await call<readonly LogEntry[]>('GET', `requests?bodies=true&limit=1&since=${n - 1}`);
  if (entry === undefined || entry.n !== n) throw new Error(`Request ${n} is no longer kept.`);
  chosen = n;
  byId('detail-title').textContent = `Request ${n}`;
  byId('detail-body').replaceChildren(...detailOf(entry));
  byId('detail').hidden = false;
  showLog(new Set());
  byId('detail').focus();
}
