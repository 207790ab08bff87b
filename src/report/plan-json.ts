import type { Plan } from '../schemas/plan.ts';

/** The plan as JSON text, the same bytes for the same plan; what `plan --json` prints and a saved plan holds. */
export function planJson(plan: Plan): string {
  return `${JSON.stringify(plan, undefined, 2)}\n`;
}
