import { randomUUID } from 'node:crypto';
import { connect } from './call-api.mjs';
import { boundEffect, commentText, hasMark, markOf } from './comment-text.mjs';
import { Stop } from './stop.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */
/** @typedef {{ number: number, head: string, base: string, isFork: boolean }} Request */

/**
 * GitHub, as a job of a workflow meets it.
 * @param {{ env: Environment, event: any, name: string, author: string, write: (text: string) => void }} options
 *   `event`: what stands in GITHUB_EVENT_PATH; `author`: who writes the comments, the only one who is believed
 */
export function githubHost({ env, event, name, author, write }) {
  const api = connect({
    base: env['GITHUB_API_URL'] ?? 'https://api.github.com',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env['ADSYNC_GITHUB_TOKEN']}`,
      'x-github-api-version': '2022-11-28',
    },
    remedy:
      'Give the job the permissions contents: read, pull-requests: write and, for drift, issues: write.',
  });
  const repository = `/repos/${env['GITHUB_REPOSITORY']}`;
  const request = requestOf(event);
  const planMark = markOf(name, 'plan');

  /** @param {number} number @returns {Promise<readonly any[]>} */
  const ownComments = async (number) => {
    const comments = [];
    for await (const comment of api.list(`${repository}/issues/${number}/comments`)) {
      if (isOwn(comment, author, planMark)) comments.push(comment);
    }
    return comments;
  };

  return {
    isFork: request?.isFork ?? false,
    howToApprove:
      'To approve it, read the plan of this run, and run the workflow by hand with this effect as its input.',
    log: (/** @type {string} */ text) => {
      // Names from outside may look like commands to the runner.
      const token = randomUUID();
      write(`::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`);
    },
    showPlan: async (/** @type {{ body: string, effect?: string | undefined }} */ { body, effect }) => {
      if (request === undefined) return;
      const { head, base } = request;
      const text = { body: commentText({ mark: planMark, effect, head, base, body }) };
      const [first, ...more] = await ownComments(request.number);
      if (first === undefined)
        await api.call('POST', `${repository}/issues/${request.number}/comments`, text);
      else await api.call('PATCH', `${repository}/issues/comments/${first.id}`, text);
      for (const { id } of more) await api.call('PATCH', `${repository}/issues/comments/${id}`, superseded);
    },
    approvedEffect: async () => {
      const merged = await mergedAs(api, repository, env['GITHUB_SHA']);
      if (merged === undefined) return undefined;
      const [comment] = await ownComments(merged.number);
      const bound = boundEffect(comment?.body ?? '', planMark);
      // A push after the plan was shown is not what anybody saw, and another branch may have other reviewers.
      const isSame = bound?.head === merged.head.sha && bound?.base === merged.base.ref;
      return isSame && bound?.base === env['GITHUB_REF_NAME'] ? bound?.effect : undefined;
    },
    showDrift: async (/** @type {{ body: string, isInSync: boolean }} */ { body, isInSync }) => {
      const mark = markOf(name, 'drift');
      const number = await openIssue(api, repository, author, mark);
      const text = commentText({ mark, body });
      if (number === undefined && isInSync) return;
      if (number === undefined)
        await api.call('POST', `${repository}/issues`, { title: titleFor(name), body: text });
      else
        await api.call('PATCH', `${repository}/issues/${number}`, {
          body: text,
          ...(isInSync ? closed : {}),
        });
    },
  };
}

const superseded = { body: 'The plan stands in an earlier comment.' };
const closed = { state: 'closed', state_reason: 'completed' };

/** @param {string} name */
function titleFor(name) {
  return name === 'adsync'
    ? 'Drift: ads were changed outside adsync'
    : `Drift: ads were changed outside adsync (${name})`;
}

/**
 * The pull request of the event. Throws a Stop for an event that would hand secrets to a fork.
 * @param {any} event
 * @returns {Request | undefined}
 */
function requestOf({ pull_request: pull, repository }) {
  if (pull === undefined) return undefined;
  // A repository that is gone can only have been a fork.
  return {
    number: pull.number,
    head: pull.head.sha,
    base: pull.base.ref,
    isFork: pull.head.repo?.full_name !== repository.full_name,
  };
}

/** Throws a Stop for an event whose jobs hold secrets while they read what a stranger wrote. @param {Environment} env */
export function requireSafeEvent(env, /** @type {string} */ command) {
  const event = env['GITHUB_EVENT_NAME'];
  if (event === 'pull_request_target') {
    const problem = 'pull_request_target would give the secrets of this repository to pull requests of forks';
    throw new Stop(1, problem, 'Let the workflow run on pull_request.');
  }
  if (event === 'pull_request' && command === 'apply') {
    throw new Stop(1, 'apply does not run on a pull request', 'Let it run on a push to the default branch.');
  }
}

/** @param {any} entry @param {string} author @param {string} mark */
function isOwn({ user, body }, author, mark) {
  return user?.login === author && hasMark(body ?? '', mark);
}

/** @param {import('./call-api.mjs').Api} api @param {string} repository @param {string | undefined} sha @returns {Promise<any>} */
async function mergedAs(api, repository, sha) {
  for await (const pull of api.list(`${repository}/commits/${sha}/pulls`)) {
    if (typeof pull['merged_at'] === 'string' && pull['merge_commit_sha'] === sha) return pull;
  }
  return undefined;
}

/** @param {import('./call-api.mjs').Api} api @param {string} repository @param {string} author @param {string} mark */
async function openIssue(api, repository, author, mark) {
  for await (const issue of api.list(`${repository}/issues?state=open`)) {
    if (issue['pull_request'] === undefined && isOwn(issue, author, mark)) return issue['number'];
  }
  return undefined;
}
