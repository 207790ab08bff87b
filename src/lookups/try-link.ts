import { type Dispatcher, request } from 'undici';
import { causeText } from '../diagnostics/cause-text.ts';
import { sentOf } from './links-of.ts';

/** What a link leads to. */
export interface LinkAnswer {
  /** The address that answered, or was to answer, at the end of all redirects. */
  readonly url: string;
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** Why the link does not work besides its status, for people. */
  readonly problem: string | undefined;
}

export interface LinkAttempt {
  readonly dispatcher: Dispatcher;
  /** For the `User-Agent`. */
  readonly version: string;
  /** How long all of it may take, redirects included, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** As many as browsers of every age follow. */
const mostRedirects = 10;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for a web address with HEAD, and with GET where the answer to that is a refusal, and follows redirects to other web
 * addresses. Sends no credentials and no cookies, and reads no body. Never throws.
 */
export async function tryLink(url: string, attempt: LinkAttempt): Promise<LinkAnswer> {
  const deadline = AbortSignal.timeout(attempt.timeoutMs);
  const signal = AbortSignal.any([deadline, attempt.signal]);
  const seen = new Set<string>();
  let at = url;
  for (;;) {
    seen.add(at);
    const answer = await ask(at, { ...attempt, signal });
    if (typeof answer === 'string') {
      const problem = deadline.aborted ? `no answer within ${attempt.timeoutMs / 1000} s` : answer;
      return { url: at, status: undefined, problem };
    }
    const { status, location } = answer;
    const ended = (problem: string | undefined): LinkAnswer => ({ url: at, status, problem });
    if (!redirects.has(status)) return ended(undefined);
    const next = location === undefined ? null : URL.parse(location, at);
    if (next === null) return ended('a redirect to nowhere');
    if (!/^https?:$/.test(next.protocol)) return ended('a redirect to what is no web address');
    const target = sentOf(next);
    if (seen.has(target)) return ended('redirects in a circle');
    if (seen.size > mostRedirects) return ended(`more than ${mostRedirects} redirects`);
    at = target;
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
}

/** The answer to HEAD, or to GET where HEAD is refused; a text where there is none. */
async function ask(url: string, attempt: LinkAttempt): Promise<Answer | string> {
  try {
    const head = await askWith('HEAD', url, attempt);
    return head.status < 400 ? head : await askWith('GET', url, attempt);
  } catch (cause) {
    return causeText(cause).slice(0, 200);
  }
}

async function askWith(method: 'HEAD' | 'GET', url: string, attempt: LinkAttempt): Promise<Answer> {
  const { dispatcher, version, signal } = attempt;
  const headers = { accept: '*/*', 'user-agent': `adsync/${version} (link check)` };
  const {
    statusCode: status,
    headers: answered,
    body,
  } = await request(url, { dispatcher, method, headers, signal });
  // Whatever comes after the head, however long, is not read.
  body.on('error', () => undefined).destroy();
  const { location } = answered;
  return { status, location: typeof location === 'string' ? location : location?.[0] };
}
