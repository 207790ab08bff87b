import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import type { Change, Plan } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { isManaged } from '../match/outcome.ts';
import type { Subject } from '../match/subject.ts';

/** The counts of a plan, those of what it is limited to. Every resource is counted once. */
export function summaryOf(
  subjects: readonly Subject[],
  changes: readonly Change[],
  outOfScope: number,
): Omit<Plan['summary'], 'unmanaged'> {
  const count = (action: Change['action']): number =>
    changes.filter((change) => change.action === action).length;
  const changed = new Set(changes.map(({ address }) => address));
  return {
    create: count('create'),
    update: count('update'),
    replace: count('replace'),
    delete: count('delete'),
    adopt: count('adopt'),
    move: count('move'),
    forget: count('forget'),
    unchanged: subjects.filter(
      (subject) => isManaged(subject) && !changed.has(subject.address) && subject.verdict === 'unchanged',
    ).length,
    out_of_scope: outOfScope,
    unchecked: subjects.filter(({ unchecked }) => unchecked.length > 0).length,
  };
}

/** Live records that neither the document nor the state knows; takes the subjects of the whole document. */
export function unmanagedOf(
  subjects: readonly Subject[],
  entries: readonly StateEntry[],
  live: LiveIndex,
): readonly LiveRecord[] {
  const known = new Set([
    ...entries.map(recordKey),
    ...subjects.flatMap((subject) => (subject.live === undefined ? [] : [recordKey(subject.live)])),
  ]);
  return live.all().filter((record) => standsAlone(kindNamed(record.kind)) && !known.has(recordKey(record)));
}

/** What exists with its account or parent is nobody's to make. */
function standsAlone({ parent, form }: Kind): boolean {
  return parent !== undefined && form !== 'only';
}
