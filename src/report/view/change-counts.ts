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
  readonly verb: Verb;
  /** What is counted, after its number: `to create`. */
  readonly words: string;
  /** What some of them do beside it, such as `7 of them activated`; empty where none does. */
  readonly also: string;
}

type Verb = Change['action'] | 'pause' | 'activate' | 'leave';

/** The changes of a plan that do one thing. */
interface Tally {
  readonly verb: Verb;
  /** Those that count. */
  readonly heads: readonly Change[];
  /** Those that go, or are made anew, with what they hang on: that was not decided by itself. */
  readonly along: readonly Change[];
}

const flips = ['pause', 'activate'] as const;

const past: Readonly<Record<Verb, string>> = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
  pause: 'paused',
  activate: 'activated',
  delete: 'deleted',
  adopt: 'adopted',
  move: 'moved',
  forget: 'forgotten',
  leave: 'with fields no longer managed',
};

/**
 * What a plan does, each change counted by what it does above all: an update of the status alone as a pause or an
 * activation, every other one by its action. What moves to another address and changes too is counted with both. What is
 * deleted or replaced is counted with all that hangs on it as one, and that beside it.
 */
export function changeCounts({ changes }: { readonly changes: readonly Change[] }): readonly ChangeCount[] {
  return tallies(changes).map(({ verb, heads, along }) => ({
    count: heads.length,
    verb,
    words: verb === 'leave' ? past.leave : `to ${verb}`,
    also: [...alsoFlipped({ verb, heads, along }), ...hangingText(heads.length, along.length)].join(', '),
  }));
}

/**
 * `3 to create (2 of them activated), 1 to delete, 1 not managed by this plan goes along`; empty where the plan changes
 * nothing.
 */
export function changeCountsText(plan: Pick<Plan, 'changes'>): string {
  const own = changeCounts(plan).map(({ count, words, also }) => withAlso(`${count} ${words}`, also));
  const others = othersAlong(plan.changes);
  const go = others === 1 ? 'goes' : 'go';
  return [...own, ...(others === 0 ? [] : [`${others} not managed by this plan ${go} along`])].join(', ');
}

/**
 * What an apply did, counted as the plan counts it (`changeCountsText`), of the addresses whose change took effect in
 * full: `3 created (2 of them activated), 1 deleted`. Where some did not, each count says of how many:
 * `2 of 3 created (1 of 2 activated), 0 of 1 deleted`. Empty where the plan changes nothing.
 */
export function appliedCountsText({ changes }: Pick<Plan, 'changes'>, applied: ReadonlySet<string>): string {
  const done = changes.filter(({ address }) => applied.has(address));
  const isWhole = done.length === changes.length;
  const own = isWhole ? wholeTexts(changes) : partTexts(changes, done);
  const others = othersAlong(changes);
  const count = isWhole ? others : `${othersAlong(done)} of ${others}`;
  return [...own, ...(others === 0 ? [] : [`${count} not managed by this plan went along`])].join(', ');
}

function wholeTexts(changes: readonly Change[]): readonly string[] {
  return changeCounts({ changes }).map(({ count, verb, also }) => withAlso(`${count} ${past[verb]}`, also));
}

function partTexts(changes: readonly Change[], done: readonly Change[]): readonly string[] {
  const isDone = new Set(done);
  const of = (all: readonly Change[]): string =>
    `${all.filter((change) => isDone.has(change)).length} of ${all.length}`;
  return tallies(changes).map((each) => {
    const { verb, heads, along } = each;
    const flipped = flippedIn(each).map(([flip, all]) => `${of(all)} ${past[flip]}`);
    const hanging =
      along.length === 0 ? [] : [`with ${of(along)} that ${hangOn(along.length, heads.length)}`];
    return withAlso(`${of(heads)} ${past[verb]}`, [...flipped, ...hanging].join(', '));
  });
}

function withAlso(text: string, also: string): string {
  return also === '' ? text : `${text} (${also})`;
}

function tally(verb: Verb, heads: readonly Change[]): Tally {
  return { verb, heads, along: [] };
}

/** What the changes do, in the order in which it is told; nothing that none of them does. */
function tallies(changes: readonly Change[]): readonly Tally[] {
  const flipping = changes.filter(isOnlyFlip);
  const others = changes.filter((change) => !isOnlyFlip(change) && !leavesFields(change));
  const acting = (action: Change['action']): Tally =>
    tally(
      action,
      others.filter((change) => change.action === action),
    );
  const losing = (action: 'replace' | 'delete'): Tally => {
    const { heads: all } = acting(action);
    const hanging = new Set(all.flatMap((change) => change.takes_along ?? []));
    const isHead = ({ address }: Change): boolean => !hanging.has(address);
    return {
      verb: action,
      heads: all.filter(isHead),
      along: all.filter((change) => !isHead(change)),
    };
  };
  const flippingTo = (verb: 'pause' | 'activate'): Tally =>
    tally(
      verb,
      flipping.filter((change) => statusFlip(change) === verb),
    );
  const all: readonly Tally[] = [
    acting('create'),
    acting('update'),
    losing('replace'),
    flippingTo('pause'),
    flippingTo('activate'),
    losing('delete'),
    acting('adopt'),
    tally('move', changes.filter(isMoved)),
    acting('forget'),
    tally('leave', changes.filter(leavesFields)),
  ];
  return all.filter(({ heads }) => heads.length > 0);
}

/** Those of a tally that also pause or activate; none of those counted as pauses, activations or moves. */
function flippedIn({
  verb,
  heads,
  along,
}: Tally): readonly (readonly [(typeof flips)[number], readonly Change[]])[] {
  if (verb === 'pause' || verb === 'activate' || verb === 'move') return [];
  const byFlip = Map.groupBy([...heads, ...along], statusFlip);
  return flips.flatMap((flip) => {
    const all = byFlip.get(flip);
    return all === undefined ? [] : [[flip, all] as const];
  });
}

function alsoFlipped(own: Tally): readonly string[] {
  return flippedIn(own).map(([flip, all]) => `${all.length} of them ${past[flip]}`);
}

/** What goes with so many things: `with 2 that hang on it`; nothing where nothing does. */
function hangingText(heads: number, along: number): readonly string[] {
  return along === 0 ? [] : [`with ${along} that ${hangOn(along, heads)}`];
}

function hangOn(along: number, heads: number): string {
  return `${along === 1 ? 'hangs' : 'hang'} on ${heads === 1 ? 'it' : 'them'}`;
}

/** How much is not managed by a plan and goes with what it deletes. */
function othersAlong(changes: readonly Change[]): number {
  return changes.flatMap((change) => change.others_along ?? []).length;
}
