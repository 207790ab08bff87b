import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { replaceWhole } from '../edit/whole-file.ts';
import { planJson } from '../report/plan-json.ts';
import type { Plan } from '../schemas/plan.ts';
import { realPathOf } from '../state/real-path.ts';
import type { Context } from './context.ts';

/** What every saved plan has, also one of an older or later version. */
const anyPlanSchema = z.looseObject({ format_version: z.string(), effect: z.string() });

/**
 * Saves a plan in the file that the user named, readable by this user alone: a plan holds amounts and names. The file is
 * replaced as a whole. Throws ADSYNC_USAGE where something stands there that is not a saved plan, such as a state, a
 * document, or what a link leads to, and where the file cannot be written.
 */
export async function savePlan({ io }: Context, file: string, plan: Plan): Promise<void> {
  const path = resolve(io.cwd, file);
  try {
    const kind = await kindOf(path);
    // A device or a pipe, such as /dev/stdout, is written to: there is nothing to overwrite.
    if (kind === 'stream') await writeFile(path, planJson(plan));
    else if (kind === 'replaceable')
      await replaceWhole(realPathOf(path), { text: planJson(plan), mode: 0o600 });
    else throw inTheWay(file);
  } catch (cause) {
    if (cause instanceof AdsyncError) throw cause;
    throw new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
      lines: [causeText(cause)],
      remedy: 'Name a file in a folder that exists and may be written.',
      cause,
    });
  }
}

type Kind = 'stream' | 'replaceable' | 'other';

async function kindOf(path: string): Promise<Kind> {
  try {
    const found = await stat(path);
    if (found.isCharacterDevice() || found.isFIFO() || found.isSocket()) return 'stream';
    if (!found.isFile()) return 'other';
    return found.size === 0 || isPlan(await readFile(path, 'utf8')) ? 'replaceable' : 'other';
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'replaceable';
    throw error;
  }
}

function isPlan(text: string): boolean {
  try {
    return anyPlanSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function inTheWay(file: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${file} exists and is not a saved plan; it is not overwritten`, {
    remedy: 'Name another file, or move this one away.',
  });
}
