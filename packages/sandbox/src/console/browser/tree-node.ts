import type { BrowsedRecord, Group } from './answers.ts';
import { call } from './call.ts';
import { make } from './elements.ts';
import { report } from './messages.ts';
import { place } from './place.ts';
import { postView } from './post-view.ts';
import { recordActions } from './record-actions.ts';
import { fieldsOf, labelOf, summaryOf } from './record-node.ts';

/** A record in the tree: what is inside is read when it is opened, and again with every refresh while it is open. */
export interface TreeNode {
  readonly id: string;
  readonly fold: HTMLDetailsElement;
  readonly summary: HTMLElement;
  /** Shows the record of a group as it now is. */
  show(group: Group, record: BrowsedRecord): void;
  /** Reads what is inside, if the record is open, and all that is open beneath. */
  fill(): Promise<void>;
}

/** The records of one collection on a record. */
interface Branch {
  readonly elements: readonly HTMLElement[];
  fill(group: Group): Promise<void>;
}

/** Collections of records that others hang on. */
const parents = new Set(['accounts', 'campaigns', 'line_items']);

/** Makes the node of a record; `refresh` reads the whole tree again. */
export function treeNode(group: Group, first: BrowsedRecord, refresh: () => Promise<void>): TreeNode {
  const { collection } = group;
  let [record, preview] = [first, previewIn(group, first)];
  const summary = make('summary', {});
  const inside = make('div', { class: 'inside' });
  const fold = make('details', { 'data-key': `${collection}/${first.id}` }, summary, inside);
  const actions = recordActions(group, first, refresh);
  const post = make('div', { class: 'preview' });
  const fields = make('details', { class: 'fields' }, make('summary', {}, 'Fields'));
  // What hangs on others is all that there is to see of it.
  fields.open = !parents.has(collection);
  const branches = new Map<string, Branch>();

  const fill = async (): Promise<void> => {
    if (!fold.open) return;
    const query = new URLSearchParams({ collection, id: record.id });
    const groups = parents.has(collection) ? await call<readonly Group[]>('GET', `browse?${query}`) : [];
    actions.show(record, labelOf(record, preview));
    post.replaceChildren(...(preview === undefined ? [] : [postView(preview)]));
    const shownFields = fieldsOf(record);
    fields.querySelector('dl')?.remove();
    fields.append(shownFields);
    const filled = groups.map((each) => {
      const branch = branches.get(each.collection) ?? newBranch({ collection, id: record.id }, refresh);
      branches.set(each.collection, branch);
      return { branch, filled: branch.fill(each) };
    });
    place(inside, [actions.element, post, fields, ...filled.flatMap(({ branch }) => branch.elements)]);
    await Promise.all(filled.map((each) => each.filled));
  };
  const show = (now: Group, shown: BrowsedRecord): void => {
    [record, preview] = [shown, previewIn(now, shown)];
    summary.replaceChildren(...summaryOf(record, preview));
  };
  show(group, first);
  fold.addEventListener('toggle', () => void fill().catch(report));
  return { id: first.id, fold, summary, show, fill };
}

function previewIn({ previews }: Group, { id }: BrowsedRecord): Group['previews'][string] | undefined {
  return Object.hasOwn(previews, id) ? previews[id] : undefined;
}

function newBranch(parent: { collection: string; id: string }, refresh: () => Promise<void>): Branch {
  const title = make('h3', {});
  const box = make('div', { class: 'group' });
  const more = make('button', { type: 'button', class: 'plain' });
  let nodes: readonly TreeNode[] = [];
  let last: Group | undefined;

  const nextOf = async (group: Group): Promise<Group | undefined> => {
    if (group.next === null) return undefined;
    const query = new URLSearchParams({ ...parent, only: group.collection, next: group.next });
    return (await call<readonly Group[]>('GET', `browse?${query}`))[0];
  };
  const nodesOf = (group: Group): readonly TreeNode[] =>
    group.records.map((record) => {
      const known = nodes.find(({ id }) => id === record.id);
      known?.show(group, record);
      return known ?? treeNode(group, record, refresh);
    });
  const draw = (group: Group, shown: readonly TreeNode[]): void => {
    [nodes, last] = [shown, group];
    const name = group.collection.replaceAll('_', ' ');
    title.textContent = `${name} (${group.total.toLocaleString('en')})`;
    more.textContent = `Show more ${name}`;
    place(box, [...shown.map(({ fold }) => fold), ...(group.next === null ? [] : [more])]);
  };
  const showMore = async (): Promise<void> => {
    const group = last === undefined ? undefined : await nextOf(last);
    if (group === undefined) return;
    const added = nodesOf(group);
    draw(group, [...nodes, ...added]);
    added[0]?.summary.focus();
  };
  more.addEventListener('click', () => void showMore().catch(report));

  return {
    elements: [title, box],
    fill: async (first) => {
      // As many as were shown are read again.
      const wanted = nodes.length;
      let group = first;
      const shown = [...nodesOf(first)];
      while (shown.length < wanted) {
        const next = await nextOf(group);
        if (next === undefined) break;
        shown.push(...nodesOf(next));
        group = next;
      }
      draw(group, shown);
      await Promise.all(shown.map(async (node) => await node.fill()));
    },
  };
}
