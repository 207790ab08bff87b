import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Plan } from '../schemas/plan.ts';

/** The error for a plan that something stands against (exit code 4); the plan shows each reason. */
export function refusal(plan: Plan): AdsyncError {
  const rules = [...new Set(plan.violations.map(({ rule }) => rule))].join(', ');
  return new AdsyncError('ADSYNC_PLAN_REFUSED', `the plan is refused (${rules}); nothing was sent`, {
    remedy: 'Each reason stands above, with its way out.',
  });
}
