import type { Change, Plan } from '../schemas/plan.ts';
import { isOnlyFlip, statusFlip } from '../schemas/status-flip.ts';
import { type ChangeLine, changeLines } from './change-lines.ts';
import { type Concern, concernOf, concernRank, concernTitles } from './concern.ts';
import { leavesFields } from './leaves-fields.ts';
import { type ChangeGroup, type ChangeNode, groupChanges } from './plan-groups.ts';

const actions = ['create', 'update', 'replace', 'delete', 'adopt', 'move', 'forget'] as const;
const actionTitles = ['Create', 'Update', 'Replace', 'Delete', 'Adopt', 'Move', 'Forget'] as const;
const fieldsTitle = 'Fields no longer managed';
/** What changes can be looked for by: why to look at them first, then what they do. */
export const planTags: readonly string[] = [
  concernTitles.irreversible,
  concernTitles.spending,
  'Pause',
  'Activate',
  ...actionTitles,
  fieldsTitle,
];

/** The changes of one campaign, or of another entry of an account, for people. */
export interface PlanRow {
  readonly account: string;
  readonly address: string;
  readonly name: string;
  /** `file:line`; empty where nothing declares it any more. */
  readonly place: string;
  readonly kinds: readonly string[];
  readonly lines: readonly ChangeLine[];
  /** How many changes bear each tag, by its place in `planTags`. */
  readonly tagged: ReadonlyMap<number, number>;
  /** How many lines of each sign there are. */
  readonly counts: readonly (readonly [sign: string, count: number])[];
  /** What a reviewer has to know of it above all. */
  readonly marks: readonly string[];
}

/** The rows of a plan, those with the worst changes first, otherwise in the plan's order. */
export function planRows(plan: Plan): readonly PlanRow[] {
  return groupChanges(plan)
    .flatMap(({ key, groups }) => groups.map((group) => planRow(key, group)))
    .sort((left, right) => left.rank - right.rank)
    .map(({ row }) => row);
}

/** The changes of a group, each above those that stand below it. */
export function changesIn({ change, children }: ChangeNode): readonly Change[] {
  return [change, ...children.flatMap(changesIn)];
}

function planRow(account: string, group: ChangeGroup): { readonly row: PlanRow; readonly rank: number } {
  const changes = group.nodes.flatMap(changesIn);
  const lines = group.nodes.flatMap((node) => changeLines(node, false));
  const found = [...new Set(changes.map(concernOf))].sort((a, b) => concernRank(a) - concernRank(b));
  const row = {
    account,
    address: group.address,
    name: group.name,
    place: group.source === null ? '' : `${group.source.file}:${group.source.line}`,
    kinds: [...new Set(changes.map(({ kind }) => kind))],
    lines,
    tagged: tally(changes.flatMap(tagsOf)),
    counts: [...tally(lines.map(({ sign }) => sign).filter((sign) => sign !== ''))],
    marks: found.filter(isMarked).map((concern) => concernTitles[concern].toLowerCase()),
  };
  return { row, rank: concernRank(found[0] ?? 'other') };
}

function isMarked(concern: Concern): boolean {
  return concern === 'irreversible' || concern === 'spending';
}

function tagsOf(change: Change): readonly number[] {
  const flip = statusFlip(change);
  const titles = [
    ...(change.irreversible ? [concernTitles.irreversible] : []),
    ...(concernOf(change) === 'spending' ? [concernTitles.spending] : []),
    ...(flip === undefined ? [] : [flip === 'pause' ? 'Pause' : 'Activate']),
    ...(isOnlyFlip(change) ? [] : [titleOf(change)]),
  ];
  return titles.map((title) => planTags.indexOf(title));
}

function titleOf(change: Change): string {
  return leavesFields(change) ? fieldsTitle : (actionTitles[actions.indexOf(change.action)] ?? '');
}

function tally<T>(items: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
