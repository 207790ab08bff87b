import { jsonText } from '../diagnostics/json-text.ts';
import type { Plan } from '../schemas/plan.ts';

/** The plan as JSON text, the same bytes for the same plan; what `plan --json` prints and a saved plan holds. */
export function planJson(plan: Plan): string {
  return `${jsonText(plan, 2)}\n`;
}
