import { z } from 'zod';
import { reportJson } from '../report/report-json.ts';
import type { Plan } from '../schemas/plan.ts';
import type { Context } from './context.ts';
import { saveText } from './save-text.ts';

/** What every saved plan has, also one of an older or later version. */
const anyPlanSchema = z.looseObject({ format_version: z.string(), effect: z.string() });

/**
 * Saves a plan in the file that the user named, readable by this user alone: a plan holds amounts and names. Throws
 * ADSYNC_USAGE where something stands there that is not a saved plan, and where the file cannot be written.
 */
export async function savePlan(context: Context, file: string, plan: Plan): Promise<void> {
  await saveText(context, file, { text: reportJson(plan), what: 'a saved plan', isOne: isPlan, mode: 0o600 });
}

function isPlan(text: string): boolean {
  try {
    return anyPlanSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
