import { type Answer, type Asked, pageOf, serveJson } from './serve-json.ts';

export interface Entry {
  readonly id: number;
  readonly number: number;
  readonly user: { readonly login: string };
  body: string;
  title?: string;
  state: string;
}

export interface Pull {
  readonly number: number;
  readonly merged_at: string | null;
  readonly merge_commit_sha: string;
  readonly head: { readonly sha: string };
  readonly base: { readonly ref: string };
}

/** The part of GitHub that jobs use: comments of one pull request, issues, and which commit merged what. */
export interface FakeGithub {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly comments: Entry[];
  readonly issues: Entry[];
  readonly pulls: Pull[];
  /** Adds somebody's comment. */
  readonly comment: (login: string, body: string) => void;
}

export const robot = 'github-actions[bot]';

/** Starts it; whatever is written through it is written by the robot. A wrong token is answered with 401. */
export async function startFakeGithub(): Promise<FakeGithub> {
  const comments: Entry[] = [];
  const issues: Entry[] = [];
  const pulls: Pull[] = [];
  const add = (list: Entry[], login: string, body: string, title?: string): Entry => {
    const number = list.length + 1;
    const entry = { id: 1000 + number, number, user: { login }, body, state: 'open' };
    list.push(title === undefined ? entry : { ...entry, title });
    return entry;
  };
  const repository = '/repos/acme/ads';
  const answer = ({ method, path, query, headers, body }: Asked): Answer => {
    if (headers['authorization'] !== 'Bearer host-token') return { status: 401, json: {} };
    const text = String(body['body']);
    if (path === `${repository}/issues/7/comments`) {
      if (method === 'GET') return { json: pageOf(comments, query) };
      return { status: 201, json: add(comments, robot, text) };
    }
    if (path === `${repository}/issues`) {
      if (method === 'GET')
        return {
          json: pageOf(
            issues.filter(({ state }) => state === 'open'),
            query,
          ),
        };
      return { status: 201, json: add(issues, robot, text, String(body['title'])) };
    }
    if (path.startsWith(`${repository}/commits/`)) return { json: pageOf(pulls, query) };
    if (method !== 'PATCH') return undefined;
    const [, kind, last] = /\/issues\/(comments\/)?(\d+)$/.exec(path) ?? [];
    const entry =
      kind === undefined
        ? issues.find(({ number }) => number === Number(last))
        : comments.find(({ id }) => id === Number(last));
    if (entry === undefined) return undefined;
    entry.body = text;
    if (typeof body['state'] === 'string') entry.state = body['state'];
    return { json: entry };
  };
  const { url, asked } = await serveJson(answer);
  return { url, asked, comments, issues, pulls, comment: (login, body) => void add(comments, login, body) };
}
