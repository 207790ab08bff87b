/** The console's script: the tree of accounts and what hangs on them, read as it is opened. Runs in a browser. */
export const scriptRecords = `
const title = (collection) => collection.replaceAll('_', ' ');
const hangingOn = new Set(['accounts', 'campaigns', 'line_items']);

function labelOf(record) {
  for (const name of ['name', 'screen_name', 'text', 'description', 'targeting_value', 'tracking_tag_url', 'tweet_id', 'type']) {
    if (typeof record[name] === 'string' && record[name] !== '') return record[name].slice(0, 120);
  }
  return record.id;
}

function tagsOf(record) {
  const tags = [];
  const status = record.entity_status;
  if (record.deleted === true) tags.push(make('span', { className: 'tag bad' }, 'deleted'));
  else if (typeof status === 'string') {
    const kind = status === 'ACTIVE' ? 'good' : 'warn';
    tags.push(make('span', { className: 'tag ' + kind }, status.toLowerCase()));
  }
  return tags;
}

function factsOf(record) {
  const list = make('dl');
  for (const [name, value] of Object.entries(record)) {
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    list.append(make('div', {}, make('dt', {}, name), make('dd', {}, text)));
  }
  return list;
}

function nodeOf(collection, record, known) {
  const key = collection + '/' + record.id;
  const node = known.get(key) ?? make('details');
  node.dataset.key = key;
  const summary = make('summary', {}, labelOf(record), ...tagsOf(record), make('span', { className: 'id' }, record.id));
  const old = node.querySelector(':scope > summary');
  if (old) old.replaceChildren(...summary.childNodes);
  else node.append(summary, make('div', { className: 'inside' }));
  node.record = record;
  if (!node.heard) {
    node.heard = true;
    node.addEventListener('toggle', () => fill(node).catch(report));
  }
  return node;
}

async function fill(node) {
  if (!node.open) return;
  const [collection, id] = [node.dataset.key.split('/')[0], node.record.id];
  const inside = node.querySelector(':scope > .inside');
  const groups = hangingOn.has(collection)
    ? await call('GET', 'browse?collection=' + collection + '&id=' + encodeURIComponent(id))
    : [];
  const known = nodesIn(inside);
  const fields = make('details', { className: 'fields', open: inside.querySelector(':scope > .fields')?.open ?? groups.length === 0 });
  fields.append(make('summary', {}, 'Fields'), factsOf(node.record));
  inside.replaceChildren(fields, ...groups.flatMap((group) => groupOf(group, known, { collection, id })));
  await refill(inside);
}

function nodesIn(place) {
  return new Map([...place.querySelectorAll(':scope > .group > details')].map((node) => [node.dataset.key, node]));
}

function groupOf(group, known, parent) {
  const box = make('div', { className: 'group' });
  box.append(...group.records.map((record) => nodeOf(group.collection, record, known)));
  if (group.next !== null) box.append(moreButton(group, box, parent));
  return [make('h3', {}, title(group.collection) + ' (' + group.total.toLocaleString('en') + ')'), box];
}

function moreButton(group, box, parent) {
  const button = make('button', { type: 'button', className: 'plain' }, 'Show more ' + title(group.collection));
  button.addEventListener('click', async () => {
    const query = new URLSearchParams({ ...parent, only: group.collection, next: group.next });
    try {
      const [more] = await call('GET', 'browse?' + query);
      button.remove();
      const nodes = more.records.map((record) => nodeOf(more.collection, record, new Map()));
      box.append(...nodes);
      if (more.next !== null) box.append(moreButton(more, box, parent));
      nodes[0]?.querySelector('summary').focus();
    } catch (error) {
      report(error);
    }
  });
  return button;
}

async function refill(place) {
  await Promise.all([...place.querySelectorAll(':scope > .group > details[open]')].map(fill));
}

async function showAccounts() {
  const [group] = await call('GET', 'browse');
  const tree = byId('tree');
  const known = new Map([...tree.querySelectorAll(':scope > details')].map((node) => [node.dataset.key, node]));
  const focused = document.activeElement?.closest?.('details')?.dataset.key;
  if (group.records.length === 0) tree.replaceChildren(make('p', { className: 'empty' }, 'There is no account.'));
  else tree.replaceChildren(...group.records.map((record) => nodeOf('accounts', record, known)));
  await Promise.all([...tree.querySelectorAll(':scope > details[open]')].map(fill));
  if (focused) tree.querySelector('[data-key="' + CSS.escape(focused) + '"] > summary')?.focus();
  const chooser = byId('generate-account');
  const chosen = chooser.value;
  chooser.replaceChildren(...group.records.map((record) => make('option', { value: record.id }, labelOf(record))));
  if (chosen !== '') chooser.value = chosen;
}

byId('refresh').addEventListener('click', () => showAccounts().then(() => say('Refreshed.'), report));
`;
