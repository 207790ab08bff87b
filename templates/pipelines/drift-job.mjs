import { readFile } from 'node:fs/promises';
import { outputMarkdown, titleOf } from './comment-text.mjs';
import { runAdsync } from './run-adsync.mjs';
import { requireSharedState } from './settings.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {import('./jobs.mjs').Outcome} Outcome */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * Looks for drift, as Markdown. The exit code is 2 where there is drift, 0 where there is none.
 * @param {(text: string) => void} log @param {Settings} settings @param {Environment} env
 * @returns {Promise<Outcome>}
 */
export async function driftJob(log, settings, env) {
  const { code, stdout, stderr } = await runDrift(['--format', 'markdown'], settings, env);
  log(stdout + stderr);
  if (code !== 0 && code !== 2) return failed(code, stderr);
  return { exitCode: code, summary: heartbeat(titleOf(stdout)), body: stdout };
}

/**
 * The same as a JUnit report in a file.
 * @param {(text: string) => void} log @param {Settings} settings @param {Environment} env @param {string} file
 * @returns {Promise<Outcome>}
 */
export async function driftJunitJob(log, settings, env, file) {
  const { code, stdout, stderr } = await runDrift(['--format', 'junit', '-o', file], settings, env);
  log(stdout + stderr);
  if (code !== 0 && code !== 2) return failed(code, stderr);
  const totals = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/.exec(
    await readFile(file, 'utf8'),
  );
  const [, all = '?', differing = '?', unchecked = '?'] = totals ?? [];
  const summary = heartbeat(`adsync drift: ${differing} of ${all} changed outside, ${unchecked} unchecked`);
  return { exitCode: code, summary, body: outputMarkdown(summary, stderr) };
}

/** @param {readonly string[]} form @param {Settings} settings @param {Environment} env */
async function runDrift(form, { paths, args, globalArgs }, env) {
  requireSharedState(env);
  return await runAdsync(
    [...globalArgs, 'drift', ...form, '--detailed-exitcode', ...args, '--', ...paths],
    env,
  );
}

/** A line that says also of a quiet day that somebody looked. @param {string} said */
function heartbeat(said) {
  return `${said}. Checked at ${new Date().toISOString()}`;
}

/** @param {number} code @param {string} stderr @returns {Outcome} */
function failed(code, stderr) {
  const summary = heartbeat(`adsync drift: failed with exit code ${code}, nothing is known`);
  return { exitCode: code, summary, body: outputMarkdown(summary, stderr) };
}
