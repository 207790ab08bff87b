import type { Change, Plan } from '../schemas/plan.ts';

/** A change with those that stand below it in the document. */
export interface ChangeNode {
  readonly change: Change;
  /** Its address below the nearest change above it, or below its group; empty for the group itself. */
  readonly label: string;
  readonly children: readonly ChangeNode[];
  /** All addresses of its group, each of which has lines of its own. */
  readonly told: ReadonlySet<string>;
}

/** The changes of one campaign, or of another entry that stands directly in an account, or of the account itself. */
export interface ChangeGroup {
  readonly address: string;
  readonly name: string;
  readonly source: Change['source'];
  readonly nodes: readonly ChangeNode[];
}

/** Everything that changes in one account. */
export interface AccountChanges {
  readonly key: string;
  readonly accountId: string;
  readonly groups: readonly ChangeGroup[];
}

/** The changes of a plan by account and by entry of the account, in the plan's order. */
export function groupChanges(plan: Plan): readonly AccountChanges[] {
  const byAccount = Map.groupBy(plan.changes, ({ address }) => groupAddress(address, 1));
  return [...byAccount].map(([key, changes]) => ({
    key,
    accountId: changes[0]?.account_id ?? '',
    groups: [...Map.groupBy(changes, ({ address }) => groupAddress(address, 3))].map(
      ([address, members]) => ({
        address,
        name: nameOf(plan, address, members),
        source: sourceOf(plan, address, members),
        nodes: nest(address, members),
      }),
    ),
  }));
}

/** The first segments of an address: one gives the account's key, three the entry of the account. */
function groupAddress(address: string, segments: 1 | 3): string {
  return address.split('/', segments).join('/');
}

/** A plan of an older adsync does not say where a parent that stays as it is stands: then the first change beneath it. */
function sourceOf(plan: Plan, address: string, members: readonly Change[]): Change['source'] {
  const own = members.find((member) => member.address === address);
  if (own !== undefined) return own.source;
  const { places = {} } = plan;
  const known = Object.hasOwn(places, address) ? places[address] : undefined;
  return known ?? members[0]?.source ?? null;
}

function nameOf(plan: Plan, address: string, members: readonly Change[]): string {
  const own = members.find((member) => member.address === address)?.name;
  const known = own ?? (Object.hasOwn(plan.names, address) ? plan.names[address] : undefined);
  return known ?? address.slice(address.lastIndexOf('/') + 1);
}

interface Branch {
  readonly change: Change;
  readonly label: string;
  readonly children: Branch[];
  readonly told: ReadonlySet<string>;
}

function nest(group: string, members: readonly Change[]): readonly ChangeNode[] {
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
