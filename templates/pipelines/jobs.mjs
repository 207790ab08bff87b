import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputMarkdown, titleOf } from './comment-text.mjs';
import { runAdsync } from './run-adsync.mjs';
import { requireSharedState } from './settings.mjs';
import { Stop } from './stop.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * What the host of a repository offers to a job.
 * @typedef {object} Host
 * @property {boolean} isFork the request comes from a repository that gets no secrets
 * @property {(text: string) => void} log writes what adsync printed
 * @property {(plan: { body: string, effect?: string | undefined }) => Promise<void>} showPlan beside the request, if there is one
 * @property {() => Promise<string | undefined>} approvedEffect of the request that was merged as this commit
 * @property {string} howToApprove what to do where an effect has to be approved by hand
 */

/**
 * What became of a job.
 * @typedef {object} Outcome
 * @property {number} exitCode
 * @property {string} summary one line
 * @property {string} body Markdown
 * @property {string} [effect]
 * @property {string} [remedy] what to do, where nothing could be done
 */

/**
 * Plans, and shows the plan beside the request. Of a fork's request only the document is checked.
 * @param {Host} host @param {Settings} settings @param {Environment} env
 * @returns {Promise<Outcome>}
 */
export async function planJob(host, settings, env) {
  if (host.isFork) return await validateOnly(host, settings, env);
  requireSharedState(env);
  return await withFolder(async (folder) => {
    const planned = await makePlan(host, settings, env, join(folder, 'plan.json'));
    // What is refused cannot be approved.
    await host.showPlan({ body: planned.body, effect: planned.exitCode === 0 ? planned.effect : undefined });
    return planned;
  });
}

/**
 * Applies exactly the effect that was approved, and refuses any other.
 * @param {Host} host @param {Settings} settings @param {Environment} env
 * @returns {Promise<Outcome>}
 */
export async function applyJob(host, settings, env) {
  requireSharedState(env);
  return await withFolder(async (folder) => {
    const file = join(folder, 'plan.json');
    const planned = await makePlan(host, settings, env, file);
    if (planned.exitCode !== 0 || planned.changes === 0) return planned;
    const approved = settings.effect === '' ? await host.approvedEffect() : settings.effect;
    const refusal = refusalOf(approved, planned.effect, host.howToApprove);
    if (refusal !== undefined) {
      return {
        ...planned,
        ...refusal,
        body: `${outputMarkdown(refusal.summary, refusal.remedy)}\n${planned.body}`,
      };
    }
    const applied = await runAdsync([...settings.globalArgs, 'apply', '--plan', file, '--yes'], env);
    host.log(applied.stdout + applied.stderr);
    const summary =
      applied.code === 0 ? 'adsync apply: done' : `adsync apply: ended with exit code ${applied.code}`;
    const body = outputMarkdown(summary, applied.stdout + applied.stderr);
    return { exitCode: applied.code, summary, body, effect: planned.effect };
  });
}

/**
 * @param {string | undefined} approved @param {string | undefined} planned @param {string} howToApprove
 * @returns {{ exitCode: number, summary: string, remedy: string } | undefined}
 */
function refusalOf(approved, planned, howToApprove) {
  if (approved !== undefined && approved === planned) return undefined;
  const remedy = `This commit would now have the effect ${planned}.\n${howToApprove}`;
  if (approved === undefined) {
    return { exitCode: 4, summary: 'adsync apply: refused, nobody approved a plan of this commit', remedy };
  }
  const summary = 'adsync apply: refused, it would no longer do what was approved';
  return { exitCode: 3, summary, remedy: `Approved was the effect ${approved}.\n${remedy}` };
}

/**
 * @param {Host} host @param {Settings} settings @param {Environment} env @param {string} file
 * @returns {Promise<Outcome & { changes: number }>}
 */
async function makePlan(host, { paths, args, globalArgs }, env, file) {
  const argv = [...globalArgs, 'plan', '--format', 'markdown', '-o', file, ...args, '--', ...paths];
  const { code, stdout, stderr } = await runAdsync(argv, env);
  host.log(stdout + stderr);
  const saved = await readFile(file, 'utf8').catch(() => undefined);
  if (saved === undefined || stdout === '') {
    const summary = `adsync plan: failed with exit code ${code}`;
    return { exitCode: code === 0 ? 1 : code, summary, body: outputMarkdown(summary, stderr), changes: 0 };
  }
  const { effect, changes } = JSON.parse(saved);
  return {
    exitCode: code,
    summary: titleOf(stdout),
    body: stdout,
    effect: String(effect),
    changes: changes.length,
  };
}

/**
 * @param {Host} host @param {Settings} settings @param {Environment} env
 * @returns {Promise<Outcome>}
 */
async function validateOnly(host, { paths, globalArgs }, env) {
  const { code, stdout, stderr } = await runAdsync([...globalArgs, 'validate', '--', ...paths], env);
  host.log(stdout + stderr);
  const found = code === 0 ? 'the document is valid' : 'the document has problems';
  const summary = `adsync validate: ${found}`;
  const why = 'This request comes from a fork. It gets no credentials, so that nothing is planned.';
  return { exitCode: code, summary, body: `${outputMarkdown(summary, stdout + stderr)}\n${why}\n` };
}

/**
 * Does work with a folder of its own, which is gone afterwards.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'adsync-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a job, and turns what stops it into its outcome.
 * @param {() => Promise<Outcome>} job
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf(job) {
  try {
    return await job();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const summary = `adsync: ${error.message}`;
    const { exitCode, remedy } = error;
    return { exitCode, summary, remedy, body: outputMarkdown(summary, remedy) };
  }
}
