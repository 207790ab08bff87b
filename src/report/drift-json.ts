import type { DriftReport } from '../schemas/drift.ts';

/** The drift report as JSON text, the same bytes for the same report. */
export function driftJson(report: DriftReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
