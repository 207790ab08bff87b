import { counted } from '../../diagnostics/counted.ts';
import type { Change, Plan } from '../../schemas/plan.ts';
import { raisesSpending } from '../../schemas/raises-spending.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { changedFields, statusFlip } from '../../schemas/status-flip.ts';
import { ownValue } from '../../schemas/values.ts';
import type { ChangeLine } from './change-line.ts';
import { changeLines } from './change-lines.ts';
import { isFolded, starPattern } from './star-pattern.ts';

/** Why a reviewer looks at a change first, the worst first; `other` is everything else. */
const concerns = ['irreversible', 'removal', 'replacement', 'spending', 'other'] as const;
export type Concern = (typeof concerns)[number];

/** The words for people. */
export const concernTitles: Readonly<Record<Concern, string>> = {
  irreversible: 'Cannot be undone',
  removal: 'Deleted',
  replacement: 'Replaced',
  spending: 'May spend more',
  other: 'Other',
};

/** What a reviewer has to know of a change above all. */
export function concernOf(change: Change): Concern {
  if (change.irreversible) return 'irreversible';
  if (change.action === 'delete') return 'removal';
  if (change.action === 'replace') return 'replacement';
  return spendsMore(change) ? 'spending' : 'other';
}

/** The place of a concern, 0 for the worst. */
export function concernRank(concern: Concern): number {
  return concerns.indexOf(concern);
}

/** A change that a reviewer looks at first, with the lines that say why. */
export interface WorryingChange {
  readonly address: string;
  readonly name: string;
  readonly title: string;
  readonly lines: readonly ChangeLine[];
  /** What goes along: `2 resources`, `1 not managed by this plan`. */
  readonly along: readonly string[];
}

/**
 * The changes that a reviewer looks at first, the worst first, otherwise in the plan's order; several that differ in the
 * key of one entry of the account alone are one, under a pattern of their addresses.
 */
export function worryingChanges({ changes }: Pick<Plan, 'changes'>): readonly WorryingChange[] {
  const all = changes
    .map((change) => ({ change, concern: concernOf(change) }))
    .filter(({ concern }) => concern !== 'other')
    .sort((left, right) => concernRank(left.concern) - concernRank(right.concern))
    .map(({ change, concern }) => ({
      section: kindNamed(change.kind).section,
      address: change.address,
      name: change.name,
      title: concernTitles[concern],
      lines: linesOf(change, concern),
      along: alongTexts(change),
    }));
  const alike = Map.groupBy(all, ({ address, name: _name, lines, ...same }) =>
    JSON.stringify([keyStarred(address), lines.map((line) => ({ ...line, address: '' })), same]),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || !isFolded(group.length, first.lines)) return group;
    const name = `${group.length} ${first.section.replaceAll('_', ' ')}`;
    return [{ ...first, name, address: starPattern(group.map(({ address }) => address)).pattern }];
  });
}

/** The address with a `*` for the key of the account's entry; the account itself as it is. */
function keyStarred(address: string): string {
  return address.replace(/^([^/]*\/[^/]*\/)[^/]*/, '$1*');
}

function alongTexts({ takes_along: own = [], others_along: others = [] }: Change): readonly string[] {
  return [
    ...(own.length === 0 ? [] : [counted(own.length, 'resource')]),
    ...(others.length === 0 ? [] : [`${others.length} not managed by this plan`]),
  ];
}

function linesOf(change: Change, concern: Concern): readonly ChangeLine[] {
  const lines = changeLines({ change, label: '', children: [], told: new Set() }, false).filter(
    ({ part }) => part !== 'note',
  );
  if (concern !== 'spending') return lines;
  const raised = new Set(raisedFields(change));
  return lines.filter(({ part, wire }) => part === 'head' || raised.has(wire));
}

function spendsMore(change: Change): boolean {
  return statusFlip(change) === 'activate' || raisedFields(change).length > 0;
}

/** Budgets and bids that an existing resource gets more of; without a budget there is no bound. */
function raisedFields(change: Change): readonly string[] {
  if (change.action === 'create') return [];
  const kind = kindNamed(change.kind);
  return changedFields(change).filter((wire) => {
    if (wire === kind.spending?.activation.field) return false;
    return raisesSpending(kind, wire, ownValue(change.before, wire), ownValue(change.after, wire));
  });
}
