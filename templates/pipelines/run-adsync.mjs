import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// The adsync that this file is a part of: what is pinned is all that runs.
const launcher = fileURLToPath(new URL('../../bin/adsync.js', import.meta.url));

/**
 * Runs adsync to its end, without a shell.
 * @param {readonly string[]} argv
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>} 130 where a signal ended it
 */
export async function runAdsync(argv, env) {
  const child = spawn(process.execPath, [launcher, ...argv], {
    env: { ...env },
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
