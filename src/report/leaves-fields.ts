import type { Change } from '../schemas/plan.ts';

/** True where the document keeps a resource and only leaves fields of it out: nothing changes on the platform. */
export function leavesFields({ action, no_longer_managed: fields }: Change): boolean {
  return action === 'forget' && fields !== undefined;
}
