import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../wire/is-loopback.ts';

/**
 * Why a request for a control call is taken for one of another web page, or undefined where it is not. `listenHost` is
 * the address that the sandbox listens on; undefined where a token is asked for, which no page of a stranger has, so that
 * any name of this machine will do. Programs other than browsers send no `Origin`, and are let through.
 */
export function foreignPage(
  headers: IncomingHttpHeaders,
  listenHost: string | undefined,
): string | undefined {
  const host = headers.host ?? '';
  // A name that a stranger points at this machine would make the stranger's page one of the same origin.
  if (listenHost !== undefined && !isLoopback(host) && !isHost(host, listenHost))
    return `Control calls are answered at the sandbox's own address only, not at the host "${host}"`;
  const { origin } = headers;
  if (origin !== undefined && !isOriginOf(origin, host))
    return `Control calls are not answered to pages of the origin "${origin}"`;
  // Images, scripts and frames of another page are asked for without an origin; links to the console are followed.
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn || headers['sec-fetch-mode'] === 'navigate'
    ? undefined
    : 'Control calls are not answered to pages of another origin';
}

function isHost(host: string, listenHost: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === listenHost.toLowerCase() || name === `[${listenHost.toLowerCase()}]`;
}

function isOriginOf(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
