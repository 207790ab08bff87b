// What the jobs of the GitLab template run: `gitlab.mjs plan`, `apply` or `drift`; the rest comes from the environment.
import process from 'node:process';
import { driftJunitJob } from './drift-job.mjs';
import { gitlabHost } from './gitlab-host.mjs';
import { applyJob, outcomeOf, planJob } from './jobs.mjs';
import { readSettings } from './settings.mjs';
import { Stop } from './stop.mjs';

const { env } = process;
const variable = (/** @type {string} */ name) => env[`ADSYNC_${name}`] ?? '';

const outcome = await outcomeOf(async () => {
  const settings = readSettings({
    name: variable('NAME') === '' ? 'adsync' : variable('NAME'),
    paths: variable('PATHS'),
    args: variable('ARGS'),
    globalArgs: variable('GLOBAL_ARGS'),
    effect: variable('EFFECT'),
    onDrift: 'fail',
  });
  const write = (/** @type {string} */ text) => void process.stdout.write(text);
  const host = gitlabHost({ env, name: settings.name, write });
  // The token is for the host alone.
  const { ADSYNC_GITLAB_TOKEN: _, ...own } = env;
  const command = process.argv[2];
  if (command === 'plan') return await planJob(host, settings, own);
  if (command === 'apply') return await applyJob(host, settings, own);
  if (command === 'drift') return await driftJunitJob(host.log, settings, own, 'adsync-drift.xml');
  throw new Stop(
    1,
    'the job names no command',
    'Write gitlab.mjs plan, gitlab.mjs apply or gitlab.mjs drift.',
  );
});
process.stdout.write(`${outcome.summary}\n`);
if (outcome.remedy !== undefined) process.stdout.write(`${outcome.remedy}\n`);
process.exitCode = outcome.exitCode;
