import { sameValue } from '../../schemas/values.ts';
import type { Losing, Subject } from './subject.ts';
import { valuesAfter } from './values-after.ts';

/** True where a change takes a write to the platform. */
export function isWrite({ verdict, fields, replacing }: Subject): boolean {
  // What only a new record could take is refused of one that is taken over.
  if (verdict === 'adopt') return fields.length > 0 && replacing.length === 0;
  return verdict === 'create' || verdict === 'update' || verdict === 'replace' || verdict === 'delete';
}

/** True where the plan makes a record that is not there yet. */
export function isMade({ verdict }: Subject): boolean {
  return verdict === 'create' || verdict === 'replace';
}

/** True where the live record goes. */
export function losesRecord(subject: Subject): subject is Losing {
  return subject.verdict === 'delete' || subject.verdict === 'replace';
}

/** True where the record that is live now stays, so that what refers to it may go on doing so. */
export function keepsRecord({ verdict }: Subject): boolean {
  return verdict === 'unchanged' || verdict === 'update' || verdict === 'adopt' || verdict === 'forget';
}

/** True while the live record of a subject may spend. */
export function isActive({ kind, live }: Subject): boolean {
  return (
    kind.spending !== undefined &&
    sameValue(live?.fields[kind.spending.activation.field], kind.spending.activation.active)
  );
}

/** True where a subject would be ACTIVE once the plan is carried out. */
export function endsActive(subject: Subject): boolean {
  const activation = subject.kind.spending?.activation;
  if (activation === undefined || subject.verdict === 'absent' || subject.verdict === 'ambiguous')
    return false;
  return valuesAfter(subject)[activation.field] === activation.active;
}

/** True where a record that may not spend now, or a new one, may spend afterwards. */
export function isSwitchedOn(subject: Subject): boolean {
  return isWrite(subject) && endsActive(subject) && (isMade(subject) || !isActive(subject));
}

/** An account whose settings nobody declares is no resource of ours. */
export function isManaged({ kind, desired }: Subject): boolean {
  return kind.parent !== undefined || Object.keys(desired?.fields ?? {}).length > 0;
}

/** True for what narrows what its parent does while that is active. */
export function restrictsParent({ kind }: Subject): boolean {
  return kind.siblings?.restrictsParent === true;
}
