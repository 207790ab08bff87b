import { connect } from './call-api.mjs';
import { boundEffect, commentText, hasMark, markOf } from './comment-text.mjs';
import { Stop } from './stop.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * GitLab, as a job of a pipeline meets it.
 * @param {{ env: Environment, name: string, write: (text: string) => void }} options
 */
export function gitlabHost({ env, name, write }) {
  const request = env['CI_MERGE_REQUEST_IID'] ?? '';
  const isFork =
    request !== '' && env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'];
  const project = `/projects/${env['CI_PROJECT_ID']}`;
  const mark = markOf(name, 'plan');

  return {
    isFork,
    howToApprove:
      'To approve it, read the plan in this log, and run the pipeline by hand with ADSYNC_EFFECT set to it.',
    log: (/** @type {string} */ text) => write(text.endsWith('\n') ? text : `${text}\n`),
    showPlan: async (/** @type {{ body: string, effect?: string | undefined }} */ { body, effect }) => {
      if (request === '') return;
      const api = connectTo(env);
      const notes = `${project}/merge_requests/${request}/notes`;
      const base = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ?? '';
      const text = { body: commentText({ mark, effect, head: headOf(env), base, body }) };
      const [first, ...more] = await ownNotes(api, notes, mark);
      if (first === undefined) await api.call('POST', notes, text);
      else await api.call('PUT', `${notes}/${first.id}`, text);
      for (const { id } of more) await api.call('PUT', `${notes}/${id}`, superseded);
    },
    approvedEffect: async () => {
      const api = connectTo(env);
      const merged = await mergedAs(api, project, env['CI_COMMIT_SHA']);
      if (merged === undefined) return undefined;
      const [note] = await ownNotes(api, `${project}/merge_requests/${merged.iid}/notes`, mark);
      const bound = boundEffect(note?.body ?? '', mark);
      // A push after the plan was shown is not what anybody saw, and another branch may have other reviewers.
      const isSame = bound?.head === merged.sha && bound?.base === merged.target_branch;
      return isSame && bound?.base === env['CI_COMMIT_BRANCH'] ? bound?.effect : undefined;
    },
  };
}

const superseded = { body: 'The plan stands in an earlier note.' };
const remedy =
  'Set the masked variable ADSYNC_GITLAB_TOKEN to a token of this project with the role Reporter and the scope api.';

/** @param {Environment} env */
function connectTo(env) {
  const token = env['ADSYNC_GITLAB_TOKEN'] ?? '';
  if (token === '')
    throw new Stop(1, 'ADSYNC_GITLAB_TOKEN is not set, so that no plan can be shown or found', remedy);
  return connect({ base: env['CI_API_V4_URL'] ?? '', headers: { 'private-token': token }, remedy });
}

/** A pipeline for merged results runs on a commit that is made for it. @param {Environment} env */
function headOf(env) {
  const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'] ?? '';
  return source === '' ? env['CI_COMMIT_SHA'] : source;
}

/**
 * The notes that this token wrote: those of others are never believed.
 * @param {import('./call-api.mjs').Api} api @param {string} path @param {string} mark @returns {Promise<readonly any[]>}
 */
async function ownNotes(api, path, mark) {
  const user = /** @type {any} */ (await api.call('GET', '/user'));
  const notes = [];
  for await (const note of api.list(`${path}?sort=asc&order_by=created_at`)) {
    const { author, body } = /** @type {any} */ (note);
    if (author?.id === user.id && hasMark(body ?? '', mark)) notes.push(note);
  }
  return notes;
}

/** @param {import('./call-api.mjs').Api} api @param {string} project @param {string | undefined} sha @returns {Promise<any>} */
async function mergedAs(api, project, sha) {
  for await (const request of api.list(`${project}/repository/commits/${sha}/merge_requests`)) {
    // A merge, a squash, or a fast forward, which makes no commit of its own.
    const commits = [request['merge_commit_sha'], request['squash_commit_sha'], request['sha']];
    if (request['state'] === 'merged' && commits.includes(sha)) return request;
  }
  return undefined;
}
