import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// The adsync that this file is a part of: what is pinned is all that runs.
const launcher = fileURLToPath(new URL('../../bin/adsync.js', import.meta.url));

const workTree = topOfCheckout(process.cwd());

/** The folder at or above this one that holds a repository; this one where none does. @param {string} folder */
function topOfCheckout(folder) {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/**
 * Runs adsync to its end, without a shell. No file of the document may lead out of the folder in which the job works:
 * whoever opens a request writes that folder, and sees what adsync says of it.
 * @param {readonly string[]} argv
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>} 130 where a signal ended it
 */
export async function runAdsync(argv, env) {
  const child = spawn(process.execPath, [launcher, ...argv], {
    env: { ...env, ADSYNC_WORK_TREE: workTree },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (written.stdout += String(text)));
  child.stderr.setEncoding('utf8').on('data', (text) => (written.stderr += String(text)));
  const [code] = await once(child, 'close');
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return { code: code ?? 130, ...written };
}
