import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { type ApiEndpoint, type ApiMethod, apiEndpoint, isAuthentication } from '../platform/api-endpoint.ts';
import { type ApiField, jsonOfFields, pairsOf } from '../platform/api-fields.ts';
import { accountPlaceholder, parseApiPath } from '../platform/api-path.ts';
import { parseBaseAddress } from '../platform/base-address.ts';
import type { TextAnswer, TextClient, TextRequest } from '../platform/client.ts';
import { credentialsMask } from '../platform/hide-secrets.ts';
import { parseAsWritten, rewriteJson } from '../platform/json.ts';
import { guardPages } from '../platform/page-guard.ts';
import type { PlatformError } from '../platform/platform-error.ts';
import { requestUrl } from '../platform/request-url.ts';
import { secretsIn } from '../platform/sensitive-parameters.ts';
import { maskTexts } from '../platform/text-mask.ts';
import { namedAccount } from './named-account.ts';
import type { Run } from './run.ts';
import { accountIn } from './touched-resources.ts';

/** A call as somebody typed it. */
export interface ApiCall {
  readonly method: ApiMethod;
  /** A path, or an address of the platform. */
  readonly path: string;
  readonly fields: readonly ApiField[];
  /** The text of a JSON body; fields then go into the query. */
  readonly input: string | undefined;
}

/** A request as it would be sent, with its secrets masked. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  /** By name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What came back for a call, and what it means where it is no success. */
export interface CallAnswer extends Omit<TextAnswer, 'failure'> {
  readonly failure: AdsyncError | undefined;
}

/** One page of a list, and what stands beside its records. */
export interface TextPage extends CallAnswer {
  /** The JSON text of each record. */
  readonly records: readonly string[];
  /** Names of what the page holds beside records, cursor and count. */
  readonly others: readonly string[];
}

/**
 * The request of a call. Parameters go where the endpoint takes them (F-request-02). Throws ADSYNC_USAGE for what is no
 * call of the platform, for an account that is not the run's, and for a stream, which has no end.
 */
export async function requestOf(run: Run, call: ApiCall): Promise<TextRequest> {
  const { method, input } = call;
  const { host, path: typed, query } = parseApiPath(method, call.path, addressesOf(run));
  const path = await withAccount(run, typed);
  const endpoint = apiEndpoint(method, path);
  if (endpoint.endless)
    throw usage(`${path} is a stream without an end`, 'adsync api shows answers that end.');
  const inQuery = query.map(([name, value]) => ({ name, value, isLiteral: false }));
  const sent =
    input === undefined ? placed(endpoint, inQuery, call.fields) : withBody(call, endpoint, inQuery);
  const accountId = accountIn(path);
  return {
    ...sent,
    host,
    method,
    path,
    signing: endpoint.signing,
    answers: endpoint.answers,
    ...(accountId !== undefined && { accountId }),
    sensitive: secretsIn({ ...sent.query, ...sent.form }),
    // What is done is told also where somebody is in a hurry; what only waits is not begun.
    ...(method !== 'GET' && { stop: run.signal }),
  };
}

type Placed = Pick<TextRequest, 'query' | 'form' | 'jsonText'>;

/** The fields where the endpoint takes them. */
function placed(
  { takes, signing }: ApiEndpoint,
  inQuery: readonly ApiField[],
  fields: readonly ApiField[],
): Placed {
  const signsToken = signing === 'user';
  if (fields.length === 0 || takes === 'query')
    return { query: pairsOf([...inQuery, ...fields], signsToken) };
  const query = pairsOf(inQuery, signsToken);
  if (takes === 'form') return { query, form: pairsOf(fields, signsToken) };
  if (takes === 'json') return { query, jsonText: jsonOfFields(fields) };
  throw usage(
    'this endpoint takes a JSON list, which fields cannot make',
    'Give the list with --input FILE, or --input - for standard input.',
  );
}

function withBody(
  { method, input = '', fields }: ApiCall,
  { takes, signing }: ApiEndpoint,
  inQuery: readonly ApiField[],
): Placed {
  if (method === 'GET') throw usage('a GET has no body', 'Leave --input out.');
  if (takes === 'form' || signing !== 'user')
    throw usage('this endpoint takes no JSON', 'Give its parameters with -f NAME=VALUE.');
  try {
    return { query: pairsOf([...inQuery, ...fields], true), jsonText: rewriteJson(input) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usage(`the input is no JSON: ${error.message}`, 'Nothing was sent.');
  }
}

/** The path with the id of the account in the place of `:account_id`. */
async function withAccount(run: Run, path: string): Promise<string> {
  if (path.split('/').includes(accountPlaceholder)) {
    const { id } = await namedAccount(run);
    return path.replace(accountPlaceholder, encodeURIComponent(id));
  }
  const inPath = accountIn(path);
  if (run.account === undefined || inPath === undefined) return path;
  const { id } = await namedAccount(run);
  if (id.toLowerCase() === inPath.toLowerCase()) return path;
  throw usage(
    `the path names the account ${inPath}, and --account another one, ${id}`,
    `Write ${accountPlaceholder} in the path, or leave --account out.`,
  );
}

function addressesOf({ addresses }: Run) {
  const { ads, adsSandbox, base = ads } = addresses;
  return {
    ads: parseBaseAddress(ads),
    ads_sandbox: parseBaseAddress(adsSandbox),
    base: parseBaseAddress(base),
  };
}

/** The request as it would be sent, without what nobody should read. Credentials need not be there. */
export function showRequest(run: Run, request: TextRequest): ShownRequest {
  const { method, host, path, query, form, jsonText, signing, sensitive } = request;
  const secrets = maskTexts(sensitive ?? [], { mark: '[redacted]' });
  const own = ownSecrets(run);
  const hide = (text: string): string => own.hide(secrets.hide(text));
  const url = requestUrl(addressesOf(run)[host], path, query);
  const body = form === undefined ? jsonText : new URLSearchParams(form).toString();
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    url: hide(url.href),
    headers: {
      ...(signing !== 'none' && { authorization: shownSigning[signing] }),
      accept: 'application/json',
      'user-agent': `adsync/${run.version}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    body: body === undefined ? undefined : hide(body),
  };
}

const shownSigning = {
  user: 'OAuth [redacted] (OAuth 1.0a, for the user of the credentials)',
  application: 'OAuth [redacted] (OAuth 1.0a, by the application alone)',
  basic: 'Basic [redacted] (key and secret of the application)',
} as const;

function ownSecrets({ credentials }: Run): ReturnType<typeof maskTexts> {
  try {
    return credentialsMask(credentials());
  } catch (error) {
    if (error instanceof AdsyncError) return maskTexts([], { mark: '' });
    throw error;
  }
}

/** Makes the call, once answered. Answers of sign-in are shown without the tokens in them. */
export async function callOnce(client: TextClient, request: TextRequest): Promise<CallAnswer> {
  const answer = await client.callForText(request);
  const { failure, text } = answer;
  const shown = isAuthentication(request.path) ? withoutTokens(text) : text;
  return { ...answer, text: shown, failure: failure === undefined ? undefined : explained(request, failure) };
}

function withoutTokens(text: string): string {
  return text.replaceAll(
    /((?:access_token|oauth_token|oauth_token_secret)(?:"\s*:\s*"|=))[^"&\s]+/g,
    '$1[redacted]',
  );
}

function explained({ method }: TextRequest, failure: PlatformError): AdsyncError {
  const { outcome, code, status, detail, message } = failure;
  if (method !== 'GET' && outcome === 'unknown' && code === 'ADSYNC_PLATFORM_UNREACHABLE')
    return new AdsyncError('ADSYNC_OUTCOME_UNKNOWN', message, {
      ...detail,
      remedy: 'It was not sent again. Look with a GET whether it took effect before you repeat it.',
    });
  if (status === 403 && failure.errors.some(({ code }) => code === 'Unsupported Authentication'))
    return new AdsyncError('ADSYNC_PLATFORM_REFUSED', message, {
      ...detail,
      remedy:
        "This endpoint takes the application's bearer token only: call it with the header Authorization: Bearer and what `adsync auth token` prints.",
    });
  return failure;
}

const adsPage = z.looseObject({ data: z.array(z.unknown()), next_cursor: z.string().min(1).nullish() });
const dataPage = z.looseObject({
  data: z.array(z.unknown()).default([]),
  meta: z.looseObject({ next_token: z.string().min(1).nullish() }),
});
const usual = new Set(['data', 'next_cursor', 'request', 'total_count', 'meta']);

/**
 * The pages of a list, each read when it is asked for: of the advertising API by `next_cursor` (F-list-01), of the data API
 * by `meta.next_token` (F-list-04). The last page may be a failure. Throws ADSYNC_USAGE for an answer that is no list, and
 * ADSYNC_ANSWER_INVALID for a list that would go on for ever.
 */
export async function* callPages(client: TextClient, request: TextRequest): AsyncGenerator<TextPage> {
  const guard = guardPages();
  let asked = request;
  for (;;) {
    const answer = await callOnce(client, asked);
    if (answer.failure !== undefined) {
      yield { ...answer, records: [], others: [] };
      return;
    }
    const { records, next, others } = pageOf(request, answer);
    yield { ...answer, records: recordTexts(answer.text), others };
    const problem = guard.problemAfter(records, next?.value);
    if (problem !== undefined)
      throw new AdsyncError(
        'ADSYNC_ANSWER_INVALID',
        `the platform answered ${problem} to GET ${request.path}`,
      );
    if (next === undefined) return;
    asked = { ...request, query: { ...withoutCount(request.query), [next.name]: next.value } };
  }
}

/** A count of all does not go with a cursor (F-list-01). */
function withoutCount(query: TextRequest['query'] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'with_total_count'));
}

function pageOf({ path }: TextRequest, { body }: CallAnswer) {
  const ofData = path.startsWith('/2/') ? dataPage.safeParse(body) : undefined;
  const page = ofData?.data ?? adsPage.safeParse(body).data;
  if (page === undefined) throw usage(`the answer to GET ${path} is no list`, 'Call it without --paginate.');
  const [name, value] =
    ofData?.data === undefined
      ? ['cursor', z.string().nullish().parse(page['next_cursor'])]
      : ['pagination_token', ofData.data.meta.next_token];
  return {
    records: page.data,
    others: Object.keys(page).filter((each) => !usual.has(each)),
    next: value === undefined || value === null ? undefined : { name, value },
  };
}

/** The texts of the records of a page, every number as it was written. */
function recordTexts(text: string): readonly string[] {
  const { data } = z.object({ data: z.array(z.unknown()).default([]) }).parse(parseAsWritten(text));
  return data.map((record) => JSON.stringify(record));
}

function usage(message: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', message, { remedy });
}
