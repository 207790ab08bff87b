import type { Change, Plan } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { isOnlyFlip, statusFlip } from '../../schemas/status-flip.ts';
import { leavesFields } from './change-counts.ts';
import type { ChangeGroup } from './change-group.ts';
import type { ChangeLine } from './change-line.ts';
import { changeLines } from './change-lines.ts';
import { type ChangeNode, nest } from './change-nodes.ts';
import { type Concern, concernOf, concernRank, concernTitles } from './concern.ts';
import { foldGroups } from './fold-groups.ts';
import { foldNodes } from './fold-nodes.ts';

const actionTitles: Readonly<Record<Change['action'], string>> = {
  create: 'Create',
  update: 'Update',
  replace: 'Replace',
  delete: 'Delete',
  adopt: 'Adopt',
  move: 'Move',
  forget: 'Forget',
};
const fieldsTitle = 'Fields no longer managed';
/** What changes can be looked for by: why to look at them first, then what they do. */
export const planTags: readonly string[] = [
  concernTitles.irreversible,
  concernTitles.spending,
  'Pause',
  'Activate',
  ...Object.values(actionTitles),
  fieldsTitle,
];

/** Everything that changes in one account. */
export interface AccountChanges {
  readonly key: string;
  readonly accountId: string;
  readonly groups: readonly ChangeGroup[];
}

/** The changes of a plan by account and by entry of the account, in the plan's order; `everyField` as in `changeLines`. */
export function groupChanges(plan: Plan, everyField: boolean): readonly AccountChanges[] {
  const waits = new Set<string>();
  const byAccount = Map.groupBy(plan.changes, ({ address }) => groupAddress(address, 1));
  return [...byAccount].map(([key, changes]) => ({
    key,
    accountId: changes[0]?.account_id ?? '',
    groups: foldGroups(
      [...Map.groupBy(changes, ({ address }) => groupAddress(address, 3))].map(([address, members]) => {
        const name = nameOf(plan, address, members);
        return {
          account: key,
          address,
          name,
          members: [address],
          memberNames: [name],
          notes: [],
          place: placeOf(sourceOf(plan, address, members)),
          ...toldOf(nest(address, members), everyField),
        };
      }),
    ).map((group) => ({ ...group, lines: group.lines.map((line) => saidOnce(line, waits)) })),
  }));
}

/** The line, without for what it waits where an earlier line says that already; `waits` holds what was said. */
function saidOnce(line: ChangeLine, waits: Set<string>): ChangeLine {
  if (!/^waits until .+ can be used$/.test(line.why)) return line;
  if (waits.has(line.why)) return { ...line, why: '' };
  waits.add(line.why);
  return line;
}

function toldOf(
  nodes: readonly ChangeNode[],
  everyField: boolean,
): Omit<ChangeGroup, 'account' | 'address' | 'name' | 'members' | 'memberNames' | 'notes' | 'place'> {
  const changes = nodes.flatMap(changesIn);
  const lines = foldNodes(nodes, (node) => changeLines(node, everyField)).flatMap((node) =>
    changeLines(node, everyField),
  );
  const concerns = changes.map(concernOf);
  const found = [...new Set(concerns)].sort((a, b) => concernRank(a) - concernRank(b));
  return {
    kinds: [...new Set(changes.map(({ kind }) => kindNamed(kind).title))],
    changes: changes.length,
    lines,
    tagged: tally(changes.flatMap((change, index) => tagsOf(change, concerns[index]))),
    signs: tally(lines.map(({ sign }) => sign).filter((sign) => sign !== '')),
    marks: found.filter(isMarked).map((concern) => concernTitles[concern].toLowerCase()),
    rank: concernRank(found[0] ?? 'other'),
  };
}

/** The changes of a node, each above those that stand below it. */
function changesIn({ change, children }: ChangeNode): readonly Change[] {
  return [change, ...children.flatMap(changesIn)];
}

function isMarked(concern: Concern): boolean {
  return concern === 'irreversible' || concern === 'spending';
}

function tagsOf(change: Change, concern: Concern | undefined): readonly number[] {
  const flip = statusFlip(change);
  const action = leavesFields(change) ? fieldsTitle : actionTitles[change.action];
  const titles = [
    ...(change.irreversible ? [concernTitles.irreversible] : []),
    ...(concern === 'spending' ? [concernTitles.spending] : []),
    ...(flip === undefined ? [] : [flip === 'pause' ? 'Pause' : 'Activate']),
    ...(isOnlyFlip(change) ? [] : [action]),
  ];
  return titles.map((title) => planTags.indexOf(title));
}

function tally<T>(items: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
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

/** `file:line`; empty where nothing declares a resource any more. */
function placeOf(source: Change['source']): string {
  return source === null ? '' : `${source.file}:${source.line}`;
}

function nameOf(plan: Plan, address: string, members: readonly Change[]): string {
  const own = members.find((member) => member.address === address)?.name;
  const known = own ?? (Object.hasOwn(plan.names, address) ? plan.names[address] : undefined);
  return known ?? address.slice(address.lastIndexOf('/') + 1);
}
