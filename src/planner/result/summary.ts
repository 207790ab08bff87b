import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveAccount, type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { Change, Plan } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { TakenAlong } from '../guards/taken-along.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { othersIn } from '../match/others.ts';
import { isManaged } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';

/** The counts of a plan, those of what it is limited to. Every resource is counted once. */
export function summaryOf(
  subjects: readonly Subject[],
  changes: readonly Change[],
  outOfScope: number,
): Omit<Plan['summary'], 'unmanaged'> {
  const changed = new Set(changes.map(({ address }) => address));
  return {
    ...countByAction(changes),
    unchanged: subjects.filter(
      (subject) => isManaged(subject) && !changed.has(subject.address) && subject.verdict === 'unchanged',
    ).length,
    out_of_scope: outOfScope,
    unchecked: subjects.filter(({ unchecked }) => unchecked.length > 0).length,
  };
}

/** How many changes there are of each action: a pause and an activation are updates, and what goes along counts too. */
export function countByAction(changes: readonly Change[]): Readonly<Record<Change['action'], number>> {
  const count = (action: Change['action']): number =>
    changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    replace: count('replace'),
    delete: count('delete'),
    adopt: count('adopt'),
    move: count('move'),
    forget: count('forget'),
  };
}

/**
 * Live records that neither the document nor the state knows, and that do not go along with what a plan deletes; takes
 * the subjects of the whole document. What stands beneath a record that is gone is gone with it, though a list may go on
 * showing it.
 */
export function unmanagedOf(
  subjects: readonly Subject[],
  entries: readonly StateEntry[],
  live: LiveIndex,
  along: readonly TakenAlong[] = [],
): readonly LiveRecord[] {
  const isOthers = othersIn(subjects, entries);
  const going = new Set(along.flatMap(({ beneath }) => beneath.map(recordKey)));
  return live
    .all()
    .filter(
      (record) =>
        standsAlone(kindNamed(record.kind)) &&
        isOthers(record) &&
        !going.has(recordKey(record)) &&
        !isGone(record, live),
    );
}

/** How many those are; `null` where an account was read in part, so that nobody knows. */
export function unmanagedCount(
  unmanaged: readonly LiveRecord[],
  live: readonly LiveAccount[],
): number | null {
  return live.some(({ partial = [] }) => partial.length > 0) ? null : unmanaged.length;
}

/** True where a record above it, of a kind that was read completely, is not there any more. */
function isGone({ accountId, kind, fields }: LiveRecord, live: LiveIndex): boolean {
  const { parent, parentField } = kindNamed(kind);
  const id = parentField === undefined ? undefined : fields[parentField];
  if (parent === undefined || typeof id !== 'string') return false;
  const above = live.byId(accountId, parent, id);
  return above === undefined ? live.isComplete(accountId, parent) : isGone(above, live);
}

/** What exists with its account or parent is nobody's to make. */
function standsAlone({ parent, form }: Kind): boolean {
  return parent !== undefined && form !== 'only';
}
