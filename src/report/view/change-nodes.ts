import type { Change } from '../../schemas/plan.ts';

/** A change with those that stand below it in the document. */
export interface ChangeNode {
  readonly change: Change;
  /** Its address below the nearest change above it, or below its group; empty for the group itself. */
  readonly label: string;
  readonly children: readonly ChangeNode[];
  /** Of a node that stands for several that change alike: what the `*` of its label stands for. */
  readonly stars?: readonly string[];
  /** All addresses of its group, each of which has lines of its own. */
  readonly told: ReadonlySet<string>;
}

interface Branch extends ChangeNode {
  readonly children: Branch[];
}

/** The changes of a group as trees, in order; `group` is the address that they stand at or below. */
export function nest(group: string, members: readonly Change[]): readonly ChangeNode[] {
  const branches = new Map<string, Branch>();
  const top: Branch[] = [];
  const told = new Set(members.map(({ address }) => address));
  // Shorter addresses first, so that what stands above is there when its children come; equal lengths keep the order.
  const byDepth = [...members].sort((left, right) => depth(left.address) - depth(right.address));
  for (const change of byDepth) {
    const above = nearestAbove(change.address, branches);
    const base = above === undefined || above.label === '' ? group : above.change.address;
    const branch: Branch = { change, label: change.address.slice(base.length + 1), children: [], told };
    (above === undefined || above.label === '' ? top : above.children).push(branch);
    branches.set(change.address, branch);
  }
  return top;
}

function depth(address: string): number {
  return address.split('/').length;
}

function nearestAbove(address: string, branches: ReadonlyMap<string, Branch>): Branch | undefined {
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1)) {
    const branch = branches.get(address.slice(0, end));
    if (branch !== undefined) return branch;
  }
  return undefined;
}
