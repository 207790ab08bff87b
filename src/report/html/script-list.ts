/**
 * The list of a report: search, filters, links to a row, and paper. Only a part of the rows is in the page at a time, so
 * that ten thousand are searched as fast as ten. Runs in a browser; what comes after it says how one row is drawn.
 */
export const scriptList = `
'use strict';
const step = 100;
const mostPrinted = 1000;
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.includes('-')) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

function linkTo(address, ...children) {
  return make('a', { href: '#' + encodeURIComponent(address) }, ...children);
}

function startList({ holder, draw, textOf, isAt, noun, drawn }) {
  const { rows } = data;
  const texts = rows.map((row) => textOf(row).toLowerCase());
  const [search, told, none, earlier, later] = ['search', 'told', 'none', 'earlier', 'later'].map(byId);
  const selects = [...document.querySelectorAll('select[data-part]')];
  const chips = [...document.querySelectorAll('.chip input')];
  let matches = [];
  let from = 0;
  let to = 0;

  const list = { matches: () => matches, isSearching: () => search.value.trim() !== '', redraw: () => show(from, to) };
  const part = (start, end) => matches.slice(start, end).map((index) => draw(rows[index], list));

  function frame() {
    earlier.hidden = from === 0;
    later.hidden = to >= matches.length;
    none.hidden = matches.length > 0;
    drawn?.(list);
  }

  function show(start, end) {
    from = start;
    to = Math.min(matches.length, end);
    holder.replaceChildren(...part(from, to));
    frame();
  }

  function showLater() {
    const end = Math.min(matches.length, to + step);
    holder.append(...part(to, end));
    to = end;
    frame();
  }

  function showEarlier() {
    const start = Math.max(0, from - step);
    const height = document.documentElement.scrollHeight;
    holder.prepend(...part(start, from));
    from = start;
    frame();
    window.scrollBy(0, document.documentElement.scrollHeight - height);
  }

  function filter() {
    const terms = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const chosen = new Set(chips.filter((chip) => chip.checked).map((chip) => Number(chip.value)));
    const wanted = selects.filter((select) => select.value !== '');
    matches = [];
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index];
      if (chosen.size > 0 && !row.tags.some((tag) => chosen.has(tag))) continue;
      if (wanted.some((select) => !row[select.dataset.part].includes(Number(select.value)))) continue;
      if (terms.every((term) => texts[index].includes(term))) matches.push(index);
    }
    told.textContent = matches.length.toLocaleString('en-US') + ' of ' + rows.length.toLocaleString('en-US') + ' ' + noun;
    show(0, step);
  }

  function clear() {
    search.value = '';
    for (const select of selects) select.value = '';
    for (const chip of chips) chip.checked = false;
    filter();
  }

  function follow() {
    let address;
    try {
      address = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const index = address === '' ? -1 : rows.findIndex((row) => isAt(row, address));
    if (index === -1) return;
    if (!matches.includes(index)) clear();
    const place = matches.indexOf(index);
    if (place < from || place >= to) show(Math.max(0, place - 5), place + step);
    const element = list.reveal?.(rows[index], address) ?? byId(address);
    if (element === null) return;
    for (const other of document.querySelectorAll('.chosen')) other.classList.remove('chosen');
    element.classList.add('chosen');
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'start' });
  }

  let before;
  addEventListener('beforeprint', () => {
    before ??= { from, to };
    list.isPrinting = true;
    show(0, mostPrinted);
    byId('printed').textContent = matches.length <= mostPrinted ? '' : 'The first ' + mostPrinted.toLocaleString('en-US') + ' are printed; search or filter before printing to choose others.';
  });
  addEventListener('afterprint', () => {
    list.isPrinting = false;
    if (before !== undefined) show(before.from, before.to);
    before = undefined;
  });
  search.addEventListener('input', filter);
  for (const control of [...selects, ...chips]) control.addEventListener('change', filter);
  byId('clear').addEventListener('click', clear);
  earlier.addEventListener('click', showEarlier);
  later.addEventListener('click', showLater);
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !later.hidden) showLater();
  }, { rootMargin: '600px' }).observe(later);
  addEventListener('hashchange', follow);
  filter();
  queueMicrotask(follow);
  return list;
}
`;
