import { jsonText } from '../diagnostics/json-text.ts';
import type { DriftReport } from '../schemas/drift.ts';
import type { Plan } from '../schemas/plan.ts';

/** A plan or a drift report as JSON text, the same bytes for the same report; what a saved plan holds. */
export function reportJson(report: Plan | DriftReport): string {
  return `${jsonText(report, 2)}\n`;
}
