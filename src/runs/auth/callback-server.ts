import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../../diagnostics/cause-text.ts';
import { type CallbackPage, callbackHeaders, callbackPages, pageHtml } from './callback-page.ts';

/** What a browser brought from the platform; the browser waits until it is answered. */
export type Arrival = {
  /** Shows the browser how the sign-in ended. */
  answer(page: CallbackPage): Promise<void>;
} & ({ readonly kind: 'approved'; readonly verifier: string } | { readonly kind: 'declined' });

/** A server of this machine alone that waits for one answer of a browser. */
export interface CallbackServer {
  /** Where the platform has to send the browser. */
  readonly address: string;
  /** The first answer for this request token; any other is shown that it does not belong here, and changes nothing. */
  arrival(token: string): Promise<Arrival>;
  close(): Promise<void>;
}

const loopback = '127.0.0.1';
const path = '/callback';
const longestVerifier = 500;

/** Listens on a port of 127.0.0.1; a free one for 0. Throws ADSYNC_LOGIN_FAILED where the port cannot be had. */
export async function listenForCallback(port: number): Promise<CallbackServer> {
  const { promise, resolve } = Promise.withResolvers<Arrival>();
  let expected: string | undefined;
  let isAnswered = false;
  const server = createServer((request, response) => {
    const query = queryOf(request, server);
    if (query === undefined) show(response, callbackPages.elsewhere);
    else if (isAnswered) show(response, callbackPages.over);
    else {
      const arrived = expected === undefined ? undefined : readArrival(query, expected);
      if (arrived === undefined) show(response, callbackPages.stranger);
      else {
        isAnswered = true;
        resolve({ ...arrived, answer: async (page) => await answer(response, page) });
      }
    }
  });
  await listening(server, port);
  return {
    address: `http://${loopback}:${portOf(server)}${path}`,
    arrival: async (token) => {
      expected = token;
      return await promise;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host: loopback, port, exclusive: true }, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new AdsyncError(
      'ADSYNC_LOGIN_FAILED',
      `nothing can listen on ${loopback}:${port} (${systemCode(cause) ?? causeText(cause)})`,
      { remedy: 'Name another port with --port, leave it out for a free one, or sign in with --oob.', cause },
    );
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The query of a request for the callback; `undefined` for any other, and for one that a page of elsewhere made by name. */
function queryOf(
  { method, url = '', headers }: IncomingMessage,
  server: Server,
): URLSearchParams | undefined {
  // A name that leads to this machine, in a page of somebody else, has another host.
  if (method !== 'GET' || headers.host !== `${loopback}:${portOf(server)}`) return undefined;
  const [before, query = ''] = url.split('?', 2);
  return before === path ? new URLSearchParams(query) : undefined;
}

type Arrived = { readonly kind: 'approved'; readonly verifier: string } | { readonly kind: 'declined' };

function readArrival(query: URLSearchParams, expected: string): Arrived | undefined {
  const denied = query.getAll('denied');
  const tokens = query.getAll('oauth_token');
  const verifiers = query.getAll('oauth_verifier');
  const [first = ''] = [...denied, ...tokens];
  if (denied.length + tokens.length !== 1 || !equal(first, expected)) return undefined;
  if (denied.length === 1) return { kind: 'declined' };
  const [verifier = ''] = verifiers;
  if (verifiers.length !== 1 || verifier === '' || verifier.length > longestVerifier) return undefined;
  return { kind: 'approved', verifier };
}

function equal(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

function show(response: ServerResponse, page: CallbackPage): void {
  response.writeHead(page.status, callbackHeaders);
  response.end(pageHtml(page));
}

/** Ends when the page is sent, or the browser is gone. */
async function answer(response: ServerResponse, page: CallbackPage): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((done) => {
    response.once('close', done);
    show(response, page);
  });
}
