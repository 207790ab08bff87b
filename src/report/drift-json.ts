import { jsonText } from '../diagnostics/json-text.ts';
import type { DriftReport } from '../schemas/drift.ts';

/** The drift report as JSON text, the same bytes for the same report. */
export function driftJson(report: DriftReport): string {
  return `${jsonText(report, 2)}\n`;
}
