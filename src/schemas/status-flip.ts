import type { Change } from './plan.ts';
import { kindNamed } from './registry.ts';

/** Whether a change switches spending on or off: a new resource that starts ACTIVE counts as activated. */
export function statusFlip(change: Change): 'pause' | 'activate' | undefined {
  const activation = kindNamed(change.kind).spending?.activation;
  if (activation === undefined || change.action === 'delete' || change.action === 'forget') return undefined;
  const after = change.after[activation.field];
  if (after === undefined || after === change.before[activation.field]) return undefined;
  if (after === activation.active) return 'activate';
  return change.before[activation.field] === activation.active ? 'pause' : undefined;
}

/** The wire names of the fields that a change sets on a record that exists, in the order of the kind's table. */
export function changedFields(change: Change): readonly string[] {
  const named = new Set([...change.fields.map(({ field }) => field), ...Object.keys(change.after)]);
  const known = Object.values(kindNamed(change.kind).fields).map(({ wire }) => wire);
  return [...known.filter((wire) => named.delete(wire)), ...named];
}

/** True for an update that does nothing but pause or activate. */
export function isOnlyFlip(change: Change): boolean {
  return change.action === 'update' && statusFlip(change) !== undefined && changedFields(change).length === 1;
}
