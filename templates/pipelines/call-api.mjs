import { Stop } from './stop.mjs';

/**
 * @typedef {object} Api
 * @property {(method: string, path: string, body?: object) => Promise<unknown>} call one request; its answer's JSON
 * @property {(path: string) => AsyncGenerator<Record<string, unknown>>} list every entry of a list, page by page
 */

const pageSize = 100;

/**
 * The API of a host. A refusal becomes a Stop that names request and status, and never the token.
 * @param {{ base: string, headers: Readonly<Record<string, string>>, remedy: string }} place
 * @returns {Api}
 */
export function connect({ base, headers, remedy }) {
  /** @type {Api['call']} */
  const call = async (method, path, body) => {
    const url = `${base.replace(/\/$/, '')}${path}`;
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const sent = { ...headers, 'content-type': 'application/json', 'user-agent': 'adsync' };
    const answer = await fetch(url, {
      method,
      headers: sent,
      signal: AbortSignal.timeout(30_000),
      ...json,
    }).catch((error) => {
      throw new Stop(1, `${method} ${url} failed: ${error instanceof Error ? error.message : error}`, remedy);
    });
    if (!answer.ok) throw new Stop(1, `${method} ${url} was answered with status ${answer.status}`, remedy);
    return await answer.json();
  };
  return { call, list: (path) => listed(call, path) };
}

/** @param {Api['call']} call @param {string} path @returns {AsyncGenerator<Record<string, unknown>>} */
async function* listed(call, path) {
  for (let page = 1; ; page += 1) {
    const answer = await call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}per_page=${pageSize}&page=${page}`,
    );
    const entries = Array.isArray(answer) ? answer : [];
    yield* entries;
    if (entries.length < pageSize) return;
  }
}
