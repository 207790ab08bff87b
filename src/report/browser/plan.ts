import { byId, linkTo, make } from './elements.ts';
import { type List, startList } from './list.ts';
import type { PlanData, PlanGroup, PlanLine } from './page-data.ts';
import { pageData } from './read-page-data.ts';

const tones: Readonly<Record<string, string>> = {
  '+': 'good',
  '-': 'bad',
  '-/+': 'bad',
  '~': 'warn',
  '‖': 'warn',
  '▶': 'warn',
};
const words: Readonly<Record<string, string>> = {
  '+': 'create',
  '-': 'delete',
  '-/+': 'replace',
  '~': 'change',
  '‖': 'pause',
  '▶': 'activate',
  '=': 'adopt',
  '>': 'move',
  '.': 'forget',
  '·': 'with fewer managed fields',
};
const mostLines = 300;
const data = pageData<PlanData>();
/** Campaigns that somebody opened or closed, by address. */
const opened = new Map<string, boolean>();
let allOpen = data.openAll;

/** Opens a campaign at an address within it, and gives the element there. */
const openAt = new WeakMap<HTMLElement, (address: string) => HTMLElement | null>();

function drawLine(
  [address, depth, sign, name, text, why]: PlanLine,
  group: PlanGroup,
  seen: Set<string>,
): HTMLTableRowElement {
  const isHead = address !== undefined && !seen.has(address) && address !== group.address;
  if (address !== undefined) seen.add(address);
  const word = words[sign] ?? '';
  const told =
    isHead && address !== undefined
      ? [linkTo(address, make('code', {}, text))]
      : name === ''
        ? [text]
        : [make('strong', {}, name), `  ${text}`];
  return make(
    'tr',
    isHead && address !== undefined ? { id: address } : {},
    make(
      'td',
      { class: `sign ${tones[sign] ?? ''}`, title: word },
      sign,
      make('span', { class: 'hidden' }, word),
    ),
    make('td', { class: `d${Math.min(4, depth)}` }, ...told),
    make('td', { class: 'why' }, why),
  );
}

/** The addresses that a row stands for, where it stands for several. */
function drawMembers({ members = [], memberNames = [] }: PlanGroup): HTMLElement[] {
  if (members.length === 0) return [];
  const each = members.map((address, index) => {
    const name = memberNames[index] ?? '';
    const isKey = address.endsWith(`/${name}`);
    return make('li', { id: address }, linkTo(address, make('code', {}, address)), isKey ? '' : `  ${name}`);
  });
  return [make('ul', { class: 'members' }, ...each)];
}

/** Whether a pattern of addresses, with `*` for parts of keys, stands for an address. */
function fits(pattern: string, address: string): boolean {
  const text = pattern.replace(/[^\w/]/g, (character) => (character === '*' ? '[^/]*' : `\\${character}`));
  return new RegExp(`^${text}$`).test(address);
}

/** The address of the line that tells of an address: that address, or a pattern that stands for it. */
function lineAt({ lines }: PlanGroup, address: string): string | undefined {
  return lines.find(([each]) => each !== undefined && fits(each, address))?.[0];
}

function drawLines(group: PlanGroup, isAll: boolean): HTMLElement[] {
  const seen = new Set<string>();
  const lines = isAll ? group.lines : group.lines.slice(0, mostLines);
  const rows = lines.map((line) => drawLine(line, group, seen));
  const label = `What happens to ${group.name}`;
  const table = make('table', { class: 'lines', 'aria-label': label }, make('tbody', {}, ...rows));
  if (lines.length === group.lines.length) return [table, ...drawMembers(group)];
  const count = group.lines.length.toLocaleString('en-US');
  const more = make('button', { type: 'button' }, `Show all ${count} lines`);
  more.addEventListener('click', () => more.parentElement?.replaceChildren(...drawLines(group, true)));
  return [table, more, ...drawMembers(group)];
}

function drawGroup(group: PlanGroup, list: List): HTMLElement {
  const counts = Object.entries(group.counts).map(([sign, count]) =>
    make('span', { class: tones[sign] ?? 'quiet' }, `${count} ${words[sign] ?? ''}`),
  );
  const marks = group.marks.map((mark) => make('span', { class: 'tag bad' }, mark));
  const body = make('div', { class: 'inside' });
  const place = group.place === undefined ? '' : `  ${group.place}`;
  const summary = make(
    'summary',
    {},
    make('h3', {}, group.name),
    ...marks,
    make('span', { class: 'place' }, make('code', {}, group.address), place),
    make('span', { class: 'counts' }, ...counts),
  );
  const fold = make('details', {}, summary, body);
  const fill = (isAll: boolean): void => body.replaceChildren(...drawLines(group, isAll));
  fold.addEventListener('toggle', () => {
    if (fold.open && body.firstChild === null) fill(false);
  });
  summary.addEventListener('click', () => opened.set(group.address, !fold.open));
  const opensBySearch = list.isSearching() && list.matches().length <= 20;
  fold.open = list.isPrinting() || (opened.get(group.address) ?? (allOpen || opensBySearch));
  if (fold.open) fill(list.isPrinting());
  const anchor = linkTo(group.address, '#');
  anchor.className = 'anchor';
  anchor.setAttribute('aria-label', `Link to ${group.name}`);
  const item = make('li', { id: group.address, class: 'group' }, anchor, fold);
  openAt.set(item, (address) => {
    fold.open = true;
    if (body.firstChild === null) fill(false);
    if (address !== group.address && document.getElementById(address) === null) fill(true);
    const member = group.members?.find((each) => fits(each, address));
    return (
      [address, member, lineAt(group, address), group.address]
        .filter((each) => each !== undefined)
        .map((each) => document.getElementById(each))
        .find((element) => element !== null) ?? null
    );
  });
  return item;
}

const list = startList<PlanGroup>({
  rows: data.rows,
  holder: byId('rows'),
  draw: drawGroup,
  textOf: ({ address, name, place = '', marks, members = [], memberNames = [], lines }) =>
    [address, name, place, ...marks, ...members, ...memberNames, ...lines.flat()].join(' '),
  // What is made anew with what stands above it has no line of its own.
  isAt: (group, address) =>
    group.address === address ||
    lineAt(group, address) !== undefined ||
    (group.address.includes('/') && address.startsWith(`${group.address}/`)),
  noun: 'entries',
  reveal: (group, address) => openAt.get(byId(group.address))?.(address) ?? null,
});

const toggle = byId('toggle');
function tellToggle(): void {
  toggle.textContent = allOpen ? 'Collapse all' : 'Expand all';
}
toggle.addEventListener('click', () => {
  allOpen = !allOpen;
  opened.clear();
  tellToggle();
  list.redraw();
});
tellToggle();
