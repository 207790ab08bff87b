import type { DesiredResource } from '../../schemas/desired.ts';
import { sameValue } from '../../schemas/values.ts';
import type { Subject } from './subject.ts';

/**
 * True where an earlier run of ours paused a record that was ACTIVE, on the way to something else, and ended before it
 * switched the record on again, and where nobody has said since what its status is to be.
 */
export function isPausedOnTheWay(
  subject: Subject,
): subject is Subject & { readonly desired: DesiredResource } {
  const { kind, desired, entry, live } = subject;
  const activation = kind.spending?.activation;
  if (activation === undefined || desired === undefined || entry?.pausedOnTheWay !== true) return false;
  const { field, paused } = activation;
  const isManaged = Object.hasOwn(desired.fields, field) && !desired.lifecycle.ignoreChanges.includes(field);
  return !isManaged && live?.id === entry.id && sameValue(live.fields[field], paused);
}

/** The subject with the change that switches on again what an earlier run paused on the way. */
export function resumed(subject: Subject): Subject {
  const activation = subject.kind.spending?.activation;
  if (activation === undefined || !isPausedOnTheWay(subject)) return subject;
  const { field: wire, active: after, paused: before } = activation;
  const wanted = { ...subject.wanted, [wire]: after };
  const change = { wire, before, after, cause: 'config', applied: undefined } as const;
  const fields = [...subject.fields, change];
  if (subject.verdict === 'replace') return { ...subject, wanted, fields };
  return { ...subject, verdict: 'update', wanted, fields };
}
