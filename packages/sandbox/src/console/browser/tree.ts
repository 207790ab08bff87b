import type { BrowsedRecord, Group } from './answers.ts';
import { call } from './call.ts';
import { byId, make, selectById } from './elements.ts';
import { report, say } from './messages.ts';
import { fieldsOf, labelOf, summaryOf } from './record-node.ts';

/** A record in the tree: what is inside is read when it is opened, and again with every refresh while it is open. */
interface TreeNode {
  readonly key: string;
  readonly collection: string;
  readonly fold: HTMLDetailsElement;
  readonly summary: HTMLElement;
  readonly inside: HTMLElement;
  record: BrowsedRecord;
}

type Nodes = ReadonlyMap<string, TreeNode>;

interface Parent {
  readonly collection: string;
  readonly id: string;
}

/** Collections of records that others hang on. */
const parents = new Set(['accounts', 'campaigns', 'line_items']);
const nodes = new WeakMap<Element, TreeNode>();

/** Lets the button refresh the tree. */
export function startTree(): void {
  byId('refresh').addEventListener('click', () => {
    void showAccounts().then(() => say('Refreshed.'), report);
  });
}

/** Reads the accounts, and all that is open beneath them; what is open and what has the focus stays so. */
export async function showAccounts(): Promise<void> {
  const [group] = await call<readonly Group[]>('GET', 'browse');
  const records = group?.records ?? [];
  const tree = byId('tree');
  const known = nodesAmong(tree.children);
  const focused = document.activeElement?.closest('details');
  const shown = records.map((record) => nodeOf('accounts', record, known).fold);
  const empty = make('p', { class: 'empty' }, 'There is no account.');
  tree.replaceChildren(...(shown.length === 0 ? [empty] : shown));
  await fillAll(nodesAmong(tree.children));
  if (focused !== null && focused !== undefined) nodes.get(focused)?.summary.focus();
  const chooser = selectById('generate-account');
  const chosen = chooser.value;
  chooser.replaceChildren(...records.map((record) => make('option', { value: record.id }, labelOf(record))));
  if (chosen !== '') chooser.value = chosen;
}

function nodesAmong(elements: Iterable<Element>): Nodes {
  const found = Array.from(elements, (element) => nodes.get(element)).filter((node) => node !== undefined);
  return new Map(found.map((node) => [node.key, node]));
}

function nodesIn(inside: HTMLElement): Nodes {
  return nodesAmong(inside.querySelectorAll(':scope > .group > details'));
}

function nodeOf(collection: string, record: BrowsedRecord, known: Nodes): TreeNode {
  const node = known.get(`${collection}/${record.id}`) ?? newNode(collection, record);
  node.record = record;
  node.summary.replaceChildren(...summaryOf(record));
  return node;
}

function newNode(collection: string, record: BrowsedRecord): TreeNode {
  const summary = make('summary', {});
  const inside = make('div', { class: 'inside' });
  const key = `${collection}/${record.id}`;
  const fold = make('details', { 'data-key': key }, summary, inside);
  const node = { key, collection, fold, summary, inside, record };
  nodes.set(fold, node);
  fold.addEventListener('toggle', () => void fill(node).catch(report));
  return node;
}

async function fill(node: TreeNode): Promise<void> {
  if (!node.fold.open) return;
  const { collection, inside } = node;
  const { id } = node.record;
  const groups = parents.has(collection)
    ? await call<readonly Group[]>('GET', `browse?${new URLSearchParams({ collection, id })}`)
    : [];
  const known = nodesIn(inside);
  const before = inside.querySelector<HTMLDetailsElement>(':scope > .fields');
  const fields = make('details', { class: 'fields' }, make('summary', {}, 'Fields'), fieldsOf(node.record));
  fields.open = before?.open ?? groups.length === 0;
  inside.replaceChildren(fields, ...groups.flatMap((group) => groupOf(group, known, { collection, id })));
  await fillAll(nodesIn(inside));
}

async function fillAll(children: Nodes): Promise<void> {
  await Promise.all([...children.values()].map(fill));
}

function groupOf(group: Group, known: Nodes, parent: Parent): readonly HTMLElement[] {
  const records = group.records.map((record) => nodeOf(group.collection, record, known).fold);
  const box = make('div', { class: 'group' }, ...records);
  if (group.next !== null) box.append(moreButton(group, group.next, box, parent));
  return [make('h3', {}, `${titleOf(group)} (${group.total.toLocaleString('en')})`), box];
}

function moreButton(group: Group, next: string, box: HTMLElement, parent: Parent): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'plain' }, `Show more ${titleOf(group)}`);
  const showMore = async (): Promise<void> => {
    const query = new URLSearchParams({ ...parent, only: group.collection, next });
    const [more] = await call<readonly Group[]>('GET', `browse?${query}`);
    button.remove();
    if (more === undefined) return;
    const added = more.records.map((record) => nodeOf(more.collection, record, new Map()));
    box.append(...added.map(({ fold }) => fold));
    if (more.next !== null) box.append(moreButton(more, more.next, box, parent));
    added[0]?.summary.focus();
  };
  button.addEventListener('click', () => void showMore().catch(report));
  return button;
}

function titleOf({ collection }: Group): string {
  return collection.replaceAll('_', ' ');
}
