import type { Actor, OwnChange, PlatformChange } from '../../schemas/blame.ts';
import { isGiven, ownValue, sameValue } from '../../schemas/values.ts';

/** How far the platform's times can be from those of the journal, in milliseconds: both come from whole seconds. */
export const slackMs = 2000;

/** Who made each change of the platform's history, and which writes of adsync it does not tell. */
export interface Assigned {
  /** `ambiguous`: adsync or somebody else. */
  readonly actors: ReadonlyMap<PlatformChange, Actor | 'ambiguous'>;
  readonly untold: readonly OwnChange[];
}

const typeOf = { Create: 'CREATE', Update: 'UPDATE', Delete: 'DELETE' } as const;

/**
 * Tells which changes of a record, as the platform's history has them, are writes of adsync. The history names users, and
 * not what they used. A change counts as adsync's only where one user made as many changes of that sort while adsync
 * wrote as adsync did, each with what adsync sent, and nobody else could have been meant.
 */
export function assignChanges(changes: readonly PlatformChange[], writes: readonly OwnChange[]): Assigned {
  const actors = new Map<PlatformChange, Actor | 'ambiguous'>(changes.map((change) => [change, change.by]));
  const untold: OwnChange[] = [];
  for (const group of simultaneous(writes)) {
    const near = changes.filter((change) => group.some((write) => mayBe(change, write)));
    if (near.length === 0) {
      untold.push(...group);
      continue;
    }
    const ours = changesOfOne(near, group);
    for (const change of near) {
      const run = ours?.has(change) === true ? runOf(change, group) : undefined;
      if (run !== undefined) actors.set(change, run);
      else if (ours === undefined || ours.has(change))
        if (group.some((write) => couldBe(change, write))) actors.set(change, 'ambiguous');
    }
    if (!covers(near, group, couldBe)) untold.push(...group);
  }
  return { actors, untold };
}

/** Writes of one sort whose times overlap. */
function simultaneous(writes: readonly OwnChange[]): readonly (readonly OwnChange[])[] {
  const groups: OwnChange[][] = [];
  for (const write of writes.toSorted((one, other) => one.from - other.from)) {
    const group = groups.find(
      (each) =>
        each[0]?.type === write.type && each.some((other) => write.from - slackMs <= other.until + slackMs),
    );
    if (group === undefined) groups.push([write]);
    else group.push(write);
  }
  return groups;
}

/** Whether a change is of the sort of a write, or of one that adsync does not know, and took place while that was sent. */
function mayBe({ type, at }: PlatformChange, write: OwnChange): boolean {
  const isSort = type === typeOf[write.type] || !isKnownType(type);
  return isSort && at >= write.from - slackMs && at <= write.until + slackMs;
}

function isKnownType(type: string): boolean {
  return Object.values<string>(typeOf).includes(type);
}

/**
 * The changes among those near that are the writes of the group: all of one user, one for each write; `undefined` where
 * that is not certain.
 */
function changesOfOne(
  near: readonly PlatformChange[],
  group: readonly OwnChange[],
): ReadonlySet<PlatformChange> | undefined {
  if (group.some(({ isSure }) => !isSure)) return undefined;
  const users = [...Map.groupBy(near, ({ by }) => by.userId).values()];
  const possible = users.filter((own) => covers(own, group, couldBe));
  const [only, second] = possible;
  if (only === undefined || second !== undefined || only.length !== group.length) return undefined;
  return covers(only, group, isExactly) ? new Set(only) : undefined;
}

type Fits = (change: PlatformChange, write: OwnChange) => boolean;

/** Whether each write can be given a change of its own. */
function covers(changes: readonly PlatformChange[], writes: readonly OwnChange[], fits: Fits): boolean {
  const takenBy = new Map<PlatformChange, OwnChange>();
  const place = (write: OwnChange, tried: Set<PlatformChange>): boolean =>
    changes.some((change) => {
      if (tried.has(change) || !fits(change, write)) return false;
      tried.add(change);
      const other = takenBy.get(change);
      if (other !== undefined && !place(other, tried)) return false;
      takenBy.set(change, write);
      return true;
    });
  return writes.every((write) => place(write, new Set()));
}

/** Whether a change has nothing that a write did not send. */
function couldBe(change: PlatformChange, write: OwnChange): boolean {
  if (!mayBe(change, write)) return false;
  if (write.type !== 'Update' || change.fields === undefined) return true;
  return [...change.fields].every((wire) => Object.hasOwn(write.sent, wire));
}

/** Whether a change has the values that a write sent or was answered. */
function isExactly(change: PlatformChange, write: OwnChange): boolean {
  if (!couldBe(change, write) || change.fields === undefined) return false;
  if (write.type === 'Delete') return true;
  return [...change.fields].every((wire) => {
    const value = valueAfter(write, wire);
    const shown = ownValue(change.after, wire);
    // What a creation does not send, the platform chooses.
    if (value === undefined) return write.type === 'Create';
    return sameValue(value, shown) || (!isGiven(value) && !isGiven(shown));
  });
}

/** The value of a field after a write; `undefined` where the write does not say. */
export function valueAfter({ sent, answered }: OwnChange, wire: string) {
  if (!Object.hasOwn(sent, wire)) return undefined;
  return ownValue(answered, wire) ?? ownValue(sent, wire);
}

/** The run that made a change, where all writes of the group that it can be are of one run. */
function runOf(change: PlatformChange, group: readonly OwnChange[]): Actor | undefined {
  const [first, ...rest] = group.filter((write) => isExactly(change, write)).map(({ by }) => by);
  return rest.every(({ run }) => run === first?.run) ? first : undefined;
}
