import { type Answer, type Asked, pageOf, serveJson } from './serve-json.ts';

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

/** A merge request as the list of a commit shows it. */
export interface MergeRequest {
  readonly iid: number;
  readonly state: string;
  readonly sha: string;
  readonly target_branch: string;
  readonly merge_commit_sha: string | null;
  readonly squash_commit_sha: string | null;
}

/** The part of GitLab that jobs use: notes of one merge request, and which commit merged what. */
export interface FakeGitlab {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly notes: Note[];
  readonly requests: MergeRequest[];
  readonly note: (author: number, body: string) => void;
}

/** The user that the token stands for. */
export const robot = 5;

/** Starts it; a wrong token is answered with 401. */
export async function startFakeGitlab(): Promise<FakeGitlab> {
  const notes: Note[] = [];
  const requests: MergeRequest[] = [];
  const add = (author: number, body: string): Note => {
    const note = { id: 300 + notes.length, author: { id: author }, body };
    notes.push(note);
    return note;
  };
  const path = '/projects/42/merge_requests/7/notes';
  const answer = (asked: Asked): Answer => {
    if (asked.headers['private-token'] !== 'host-token') return { status: 401, json: {} };
    if (asked.path === '/user') return { json: { id: robot } };
    if (asked.path.startsWith('/projects/42/repository/commits/'))
      return { json: pageOf(requests, asked.query) };
    if (asked.path === path && asked.method === 'GET') return { json: pageOf(notes, asked.query) };
    const body = String(asked.body['body']);
    if (asked.path === path) return { status: 201, json: add(robot, body) };
    const note = notes.find(({ id }) => asked.method === 'PUT' && asked.path === `${path}/${id}`);
    if (note === undefined) return undefined;
    note.body = body;
    return { json: note };
  };
  const { url, asked } = await serveJson(answer);
  return { url, asked, notes, requests, note: (author, body) => void add(author, body) };
}
