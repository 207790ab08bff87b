import type { Kind } from '../../schemas/define-kind.ts';
import type { DesiredResource } from '../../schemas/desired.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { momentOf } from '../../schemas/times.ts';
import { sameValue } from '../../schemas/values.ts';
import type { Subject } from './subject.ts';

/**
 * True where an earlier run of ours left a record PAUSED on the way to something else, and ended before it switched the
 * record on, and where the document does not say by now that it is to be PAUSED.
 */
export function isPausedOnTheWay(
  subject: Subject,
): subject is Subject & { readonly desired: DesiredResource } {
  const { kind, desired } = subject;
  const activation = kind.spending?.activation;
  if (activation === undefined || desired === undefined || pauserOf(subject) === undefined) return false;
  const { field, active } = activation;
  const isManaged = Object.hasOwn(desired.fields, field) && !desired.lifecycle.ignoreChanges.includes(field);
  return !isManaged || sameValue(desired.fields[field], active);
}

/** What the state remembers of a resource, and the record that it stands for. */
interface Remembered {
  readonly kind: Kind;
  readonly entry: StateEntry | undefined;
  readonly live: LiveRecord | undefined;
}

/** Who left a record PAUSED that an earlier run of ours had paused on the way. */
type Pauser = 'adsync' | 'perhaps somebody else';

/**
 * Whose the pause of a record is that an earlier run paused on the way. Somebody may have switched it on and off since,
 * where the record was changed after adsync did. `undefined` where it was not paused on the way, or is PAUSED no longer.
 */
export function pauserOf({ kind, entry, live }: Remembered): Pauser | undefined {
  const activation = kind.spending?.activation;
  if (activation === undefined || entry?.pausedOnTheWay !== true || live?.id !== entry.id) return undefined;
  if (!sameValue(live.fields[activation.field], activation.paused)) return undefined;
  const { ownChangeAt } = entry;
  const { updatedAt } = live;
  const isKnown = ownChangeAt !== undefined && updatedAt !== undefined;
  return isKnown && momentOf(updatedAt) > momentOf(ownChangeAt) ? 'perhaps somebody else' : 'adsync';
}

/** The subject with the change that switches on what an earlier run left PAUSED on the way. */
export function resumed(subject: Subject): Subject {
  const activation = subject.kind.spending?.activation;
  if (activation === undefined || !isPausedOnTheWay(subject)) return subject;
  const { field: wire, active: after, paused: before } = activation;
  const wanted = { ...subject.wanted, [wire]: after };
  const cause = pauserOf(subject) === 'adsync' ? 'config' : 'drift';
  const change = { wire, before, after, cause, applied: undefined } as const;
  const fields = [...subject.fields.filter((each) => each.wire !== wire), change];
  if (subject.verdict === 'replace') return { ...subject, wanted, fields };
  return { ...subject, verdict: 'update', wanted, fields };
}
