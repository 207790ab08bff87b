// What action.yml runs: everything comes from the environment, nothing from arguments.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { driftJob } from './drift-job.mjs';
import { githubHost, requireSafeEvent } from './github-host.mjs';
import { applyJob, outcomeOf, planJob } from './jobs.mjs';
import { readSettings } from './settings.mjs';
import { Stop } from './stop.mjs';

/** @typedef {import('./jobs.mjs').Outcome} Outcome */

const { env } = process;
const input = (/** @type {string} */ name) => env[`ADSYNC_INPUT_${name}`] ?? '';

/** Runs the command that the inputs name. @returns {Promise<Outcome & { fails: boolean }>} */
async function run() {
  const command = input('COMMAND');
  requireSafeEvent(env, command);
  const settings = readSettings({
    name: input('NAME'),
    paths: input('PATHS'),
    args: input('ARGS'),
    globalArgs: input('GLOBAL_ARGS'),
    effect: input('EFFECT'),
    onDrift: input('ON_DRIFT'),
  });
  const host = githubHost({
    env,
    event: JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8')),
    name: settings.name,
    author: input('COMMENT_AUTHOR'),
    write: (text) => process.stdout.write(text),
  });
  // The token is for the host alone.
  const { ADSYNC_GITHUB_TOKEN: _, ...own } = env;
  if (command === 'plan') return withFailure(await planJob(host, settings, own));
  if (command === 'apply') return withFailure(await applyJob(host, settings, own));
  if (command !== 'drift')
    throw new Stop(1, 'the input command has a value that it cannot have', 'Write plan, apply or drift.');
  const outcome = await driftJob(host.log, settings, own);
  const isKnown = outcome.exitCode === 0 || outcome.exitCode === 2;
  if (settings.onDrift === 'fail' || !isKnown) return withFailure(outcome);
  await host.showDrift({ body: outcome.body, isInSync: outcome.exitCode === 0 });
  return { ...outcome, fails: false };
}

/** @param {Outcome} outcome */
function withFailure(outcome) {
  return { ...outcome, fails: outcome.exitCode !== 0 };
}

/** @param {string} name @param {string} value */
function output(name, value) {
  const end = `end-${randomUUID()}`;
  appendFileSync(env['GITHUB_OUTPUT'] ?? '', `${name}<<${end}\n${value}\n${end}\n`);
}

/** @type {{ fails?: boolean }} */
const verdict = {};
const outcome = await outcomeOf(async () => {
  const ran = await run();
  verdict.fails = ran.fails;
  return ran;
});
output('exit-code', String(outcome.exitCode));
output('summary', outcome.summary);
output('effect', outcome.effect ?? '');
appendFileSync(env['GITHUB_STEP_SUMMARY'] ?? '', `${outcome.body}\n`);
process.stdout.write(`${outcome.summary}\n`);
if (outcome.remedy !== undefined) process.stdout.write(`${outcome.remedy}\n`);
process.exitCode = verdict.fails === false ? 0 : outcome.exitCode;
