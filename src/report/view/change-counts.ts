import type { Change, Plan } from '../../schemas/plan.ts';
import { isOnlyFlip, statusFlip } from '../../schemas/status-flip.ts';

/** True for what has another address than before, whatever else changes about it; it is still the same record. */
export function isMoved({ action, moved_from: from }: Change): boolean {
  return from !== undefined && action !== 'create' && action !== 'delete' && action !== 'forget';
}

/** True where the document keeps a resource and only leaves fields of it out: nothing changes on the platform. */
export function leavesFields({ action, no_longer_managed: fields }: Change): boolean {
  return action === 'forget' && fields !== undefined;
}

/** How many changes of a plan do one thing. */
export interface ChangeCount {
  readonly count: number;
  readonly verb: Change['action'] | 'pause' | 'activate' | 'leave';
  /** What is counted, after its number: `to create`. */
  readonly words: string;
  /** What some of them do beside it, such as `7 of them activated`; empty where none does. */
  readonly also: string;
}

const flipped = { pause: 'paused', activate: 'activated' } as const;

/**
 * What a plan does, each change counted by what it does above all: an update of the status alone as a pause or an
 * activation, every other one by its action. What moves to another address and changes too is counted with both. What is
 * deleted or replaced is counted with all that hangs on it as one, and that beside it.
 */
export function changeCounts({ changes }: Pick<Plan, 'changes'>): readonly ChangeCount[] {
  const flips = changes.filter(isOnlyFlip);
  const left = changes.filter(leavesFields);
  const others = changes.filter((change) => !isOnlyFlip(change) && !leavesFields(change));
  const acting = (action: Change['action']): ChangeCount => {
    const own = others.filter((change) => change.action === action);
    return { ...counting(action, own.length), also: alsoFlipped(own) };
  };
  const losing = (action: 'replace' | 'delete'): ChangeCount => {
    const all = others.filter((change) => change.action === action);
    // What goes, or is made anew, with what it hangs on was not decided by itself.
    const along = new Set(all.flatMap((change) => change.takes_along ?? []));
    const heads = all.filter(({ address }) => !along.has(address));
    const parts = [alsoFlipped(all), hangingText(heads.length, all.length - heads.length)];
    return { ...counting(action, heads.length), also: parts.filter((part) => part !== '').join(', ') };
  };
  const flipping = (verb: 'pause' | 'activate'): ChangeCount =>
    counting(verb, flips.filter((change) => statusFlip(change) === verb).length);
  const all: readonly ChangeCount[] = [
    acting('create'),
    acting('update'),
    losing('replace'),
    flipping('pause'),
    flipping('activate'),
    losing('delete'),
    acting('adopt'),
    counting('move', changes.filter(isMoved).length),
    acting('forget'),
    { ...counting('leave', left.length), words: 'with fields no longer managed' },
  ];
  return all.filter(({ count }) => count > 0);
}

function counting(verb: ChangeCount['verb'], count: number): ChangeCount {
  return { count, verb, words: `to ${verb}`, also: '' };
}

/**
 * `3 to create (2 of them activated), 1 to delete, 1 not managed by this plan goes along`; empty where the plan changes
 * nothing.
 */
export function changeCountsText(plan: Pick<Plan, 'changes'>): string {
  const own = changeCounts(plan).map(
    ({ count, words, also }) => `${count} ${words}${also === '' ? '' : ` (${also})`}`,
  );
  const others = plan.changes.flatMap((change) => change.others_along ?? []).length;
  return [...own, ...(others === 0 ? [] : [othersText(others)])].join(', ');
}

/** What goes with so many things: `with 2 that hang on it`; empty where nothing does. */
function hangingText(heads: number, along: number): string {
  if (along === 0) return '';
  return `with ${along} that ${along === 1 ? 'hangs' : 'hang'} on ${heads === 1 ? 'it' : 'them'}`;
}

/** How much is not managed by a plan and goes with what it deletes: `1 not managed by this plan goes along`. */
function othersText(count: number): string {
  return `${count} not managed by this plan ${count === 1 ? 'goes' : 'go'} along`;
}

function alsoFlipped(changes: readonly Change[]): string {
  const flips = Map.groupBy(changes, statusFlip);
  const words = (['pause', 'activate'] as const).flatMap((flip) => {
    const count = flips.get(flip)?.length ?? 0;
    return count === 0 ? [] : [`${count} of them ${flipped[flip]}`];
  });
  return words.join(', ');
}
