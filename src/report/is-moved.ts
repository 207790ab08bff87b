import type { Change } from '../schemas/plan.ts';

/** True for what has another address than before, whatever else changes about it; it is still the same record. */
export function isMoved({ action, moved_from: from }: Change): boolean {
  return from !== undefined && action !== 'create' && action !== 'delete' && action !== 'forget';
}
