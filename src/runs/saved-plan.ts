import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { readInput } from '../diagnostics/input-file.ts';
import { effectDigest } from '../planner/plan.ts';
import { type Plan, planFormatVersion, planSchema } from '../schemas/plan.ts';

const remedy = 'Make a new one with `adsync plan -o FILE`.';

/** Reads a saved plan; the file relative to the working directory `cwd`. Throws ADSYNC_PLAN_INVALID for what is none, was edited, or is of another major format. */
export async function readSavedPlan(cwd: string, file: string): Promise<Plan> {
  const json = parse(file, await read(resolve(cwd, file), file));
  const version = formatVersion(json);
  if (version !== undefined && major(version) !== major(planFormatVersion)) {
    throw invalid(file, `is of format ${version}; this adsync reads ${planFormatVersion}`);
  }
  const parsed = planSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(
      file,
      'is not a plan',
      issue === undefined ? [] : [`${issue.path.join('.')}: ${issue.message}`],
    );
  }
  const plan = parsed.data;
  if (effectDigest(plan.steps, plan.changes) !== plan.effect) {
    throw invalid(file, 'was changed after it was saved: what it does is not what its digest says');
  }
  return plan;
}

async function read(path: string, file: string): Promise<string> {
  try {
    return (await readInput(path)).toString('utf8');
  } catch (cause) {
    throw invalid(file, 'cannot be read', [causeText(cause)]);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(file, 'is not JSON', [causeText(cause)]);
  }
}

function formatVersion(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('format_version' in json)) return undefined;
  return typeof json.format_version === 'string' ? json.format_version : undefined;
}

function major(version: string): string {
  return version.split('.', 1).join('');
}

function invalid(file: string, problem: string, lines: readonly string[] = []): AdsyncError {
  return new AdsyncError('ADSYNC_PLAN_INVALID', `the saved plan ${file} ${problem}`, { lines, remedy });
}
