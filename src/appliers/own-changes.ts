import { kindNamed } from '../schemas/registry.ts';
import type { OwnChange } from '../schemas/stop.ts';
import type { DoneOperation } from './effects-of.ts';
import type { SeenRecords } from './seen-records.ts';

/**
 * When the platform had changed each record last before an operation, and has after it, for what can spend: a stop that
 * paused such a record tells by that what somebody else did since.
 */
export function ownChanges(
  done: readonly DoneOperation[],
  seen: Pick<SeenRecords, 'record'>,
  accountId: string,
): readonly OwnChange[] {
  return done.flatMap(({ operation: { kind, id }, record }) => {
    if (kindNamed(kind).spending === undefined || id === null) return [];
    const before = seen.record(accountId, kind, id)?.updatedAt;
    const after = record?.updatedAt;
    return before === undefined || after === undefined ? [] : [{ kind, id, before, after }];
  });
}
