import { chosenAccount, listenForAccount, offerAccounts } from './account-filter.ts';
import type { Group } from './answers.ts';
import { call } from './call.ts';
import { byId, make } from './elements.ts';
import { report, say } from './messages.ts';
import { place } from './place.ts';
import { type TreeNode, treeNode } from './tree-node.ts';

let nodes: ReadonlyMap<string, TreeNode> = new Map();
/** The reading of the tree that goes on, or the last one. */
let reading: Promise<void> = Promise.resolve();

/** Lets the button refresh the tree, and the choice of an account limit it. */
export function startTree(): void {
  byId('refresh').addEventListener('click', () => {
    void showAccounts().then(() => say('Refreshed.'), report);
  });
  listenForAccount(() => {
    // An account that was chosen is the one to look into.
    const chosen = nodes.get(chosenAccount());
    if (chosen !== undefined) chosen.fold.open = true;
    draw();
    void showAccounts().catch(report);
  });
}

/** Reads the accounts, and all that is open beneath them; what is open and what has the focus stays so. */
export async function showAccounts(): Promise<void> {
  // One after the other, so that what was read earlier is never shown later.
  const next = reading.then(showTree);
  reading = next.catch(() => undefined);
  await next;
}

async function showTree(): Promise<void> {
  const groups = await readAccounts();
  const all = groups.flatMap((group) => group.records.map((record) => ({ group, record })));
  offerAccounts(all.map(({ record }) => record));
  const before = nodes;
  nodes = new Map(
    all.map(({ group, record }) => {
      const known = before.get(record.id);
      known?.show(group, record);
      return [record.id, known ?? treeNode(group, record, showAccounts)] as const;
    }),
  );
  await Promise.all(draw().map(async (node) => await node.fill()));
}

/** Puts the accounts into the page that it is limited to, and returns them. */
function draw(): readonly TreeNode[] {
  const chosen = chosenAccount();
  const shown = [...nodes.values()].filter(({ id }) => chosen === '' || id === chosen);
  const empty = make('p', { class: 'empty' }, 'There is no account.');
  place(byId('tree'), shown.length === 0 ? [empty] : shown.map(({ fold }) => fold));
  return shown;
}

/** All accounts, part by part. */
async function readAccounts(): Promise<readonly Group[]> {
  const groups: Group[] = [];
  let next: string | null = null;
  do {
    const query: string = next === null ? '' : `?${new URLSearchParams({ next })}`;
    const [group]: readonly Group[] = await call<readonly Group[]>('GET', `browse${query}`);
    if (group === undefined) break;
    groups.push(group);
    next = group.next;
  } while (next !== null);
  return groups;
}
