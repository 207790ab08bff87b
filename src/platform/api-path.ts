import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { type ApiMethod, apiEndpoint, apiMethods } from './api-endpoint.ts';
import type { Host } from './client.ts';

/** Where a call goes, from what somebody typed. */
export interface ApiPath {
  readonly host: Host;
  /** In normal form, from the version on, without a query; `:account_id` may stand in it. */
  readonly path: string;
  /** The parameters of the query, in order. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The base addresses that requests go to. */
type Addresses = Readonly<Record<Host, URL>>;

/** What stands for the id of an account in a path. */
export const accountPlaceholder = ':account_id';

/** The method that somebody typed, in any case. Throws ADSYNC_USAGE. */
export function parseApiMethod(text: string): ApiMethod {
  const method = apiMethods.find((each) => each === text.toUpperCase());
  if (method !== undefined) return method;
  throw new AdsyncError('ADSYNC_USAGE', `${shown(text)} is no method of the platform`, {
    remedy: `Write one of ${apiMethods.join(', ')}, and then the path.`,
  });
}

/**
 * Where a call goes: a path from the version on, with or without its first slash, or a whole address whose host is one of
 * those that requests go to, for a signed request must reach no other. `{account_id}` is `:account_id`. Throws ADSYNC_USAGE
 * for another host, and for a path that is not in normal form, lacks a part, or holds a placeholder.
 */
export function parseApiPath(method: ApiMethod, text: string, addresses: Addresses): ApiPath {
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || text.includes('#'))
    throw wrong(text, 'is no path', 'Percent-encode what is not a letter, a digit or punctuation of a path.');
  const { hosts, rest } = /^[a-z][a-z\d+.-]*:|^\/\//i.test(text)
    ? withinAddresses(text, addresses)
    : { hosts: undefined, rest: text.startsWith('/') ? text : `/${text}` };
  const [before, query = ''] = splitOnce(rest, '?');
  const path = withPlaceholder(withoutLastSlash(method, before));
  checkParts(text, path);
  const { host } = apiEndpoint(method, path);
  const [first = host] = hosts ?? [];
  return {
    host: hosts === undefined || hosts.includes(host) ? host : first,
    path,
    query: [...new URLSearchParams(query)],
  };
}

/** What of a whole address stands after one of ours. */
function withinAddresses(
  text: string,
  addresses: Addresses,
): { readonly hosts: readonly Host[]; readonly rest: string } {
  const url = URL.parse(text);
  // Not what was parsed but what was typed is compared: nothing in it may be read in two ways.
  const found = (['ads', 'base', 'ads_sandbox'] as const).flatMap((host) => {
    const start = addresses[host].href.replace(/\/$/, '');
    return url?.origin === addresses[host].origin && text.startsWith(`${start}/`)
      ? [{ host, rest: text.slice(start.length) }]
      : [];
  });
  const [first] = found;
  if (first !== undefined) return { hosts: found.map(({ host }) => host), rest: first.rest };
  const ours = [...new Set(Object.values(addresses).map(({ href }) => href.replace(/\/$/, '')))];
  // The address may hold a password.
  const where = url === null ? 'the address' : shown(`${url.protocol}//${url.host}`);
  throw new AdsyncError('ADSYNC_USAGE', `${where} is not where requests go, so that nothing is sent there`, {
    remedy: `Write the path alone. Requests go to ${ours.join(' and ')}, as ADSYNC_ADS_BASE_URL and ADSYNC_BASE_URL say.`,
  });
}

function splitOnce(text: string, at: string): readonly [string, string?] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** A list may be written with a slash at its end; a write with one lacks an id. */
function withoutLastSlash(method: ApiMethod, path: string): string {
  return method === 'GET' ? path.replace(/(?<=.)\/$/, '') : path;
}

function withPlaceholder(path: string): string {
  return path.replaceAll(/(?<=\/)(?:\{([a-z_]+)\}|%7B([a-z_]+)%7D)(?=\/|$)/gi, ':$1$2');
}

function checkParts(text: string, path: string): void {
  const parts = path.split('/').slice(1);
  if (parts.includes(''))
    throw wrong(text, 'lacks a part between two slashes or at its end', 'Is a variable of the shell empty?');
  if (URL.parse(`http://host${path}`)?.pathname !== path)
    throw wrong(
      text,
      'is not in normal form',
      'Write it without . and .. and with special characters encoded.',
    );
  const [first = ''] = parts;
  if (parts.length < 2 || !/^(?:\d{1,3}|1\.1|oauth2?)$/.test(first))
    throw wrong(text, 'does not begin with a version', 'A path is /12/accounts, /2/tweets or /oauth2/token.');
  const open = parts.find((part) => part.startsWith(':') && part !== accountPlaceholder);
  if (open !== undefined) throw wrong(text, `holds ${shown(open)}`, `Put the id in the place of ${open}.`);
}

function wrong(text: string, what: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `the path ${shown(text)} ${what}`, { remedy });
}

/** No secret that somebody typed into a query is repeated. */
function shown(text: string): string {
  return printable(text.replace(/\?.*$/s, '?…').slice(0, 200));
}
