import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { parseBaseAddress } from '../../platform/base-address.ts';
import { requestUrl } from '../../platform/request-url.ts';
import { Secret, type SigningKeys } from '../../platform/secret.ts';
import { closeAfter } from '../close-after.ts';
import { Interrupted, unlessInterrupted } from '../interrupted.ts';
import type { Run } from '../run.ts';
import type { Addresses } from '../settings.ts';
import { exchangeVerifier, type SignedInUser } from './access-token.ts';
import { openAuthClient } from './auth-client.ts';
import { callbackPages } from './callback-page.ts';
import { type Arrival, listenForCallback } from './callback-server.ts';
import { askRequestToken, type RequestedAccess, type RequestToken } from './request-token.ts';

/** Who shows a user what to do. */
export interface SignInFrontend {
  /** Shows the address that the user has to open, and may open it. */
  showAddress(address: string): Promise<void>;
  /**
   * Asks for the PIN that the platform shows; `left` counts the tries, this one included. `undefined` where nobody types any
   * more. Throws Interrupted.
   */
  askPin(left: number): Promise<string | undefined>;
}

/** What a sign-in is made with. */
export interface SignIn {
  readonly application: Pick<SigningKeys, 'consumerKey' | 'consumerSecret'>;
  readonly addresses: Addresses;
  readonly access: RequestedAccess['access'];
  /** A port of this machine for the browser, 0 for any that is free; without one the user types a PIN. */
  readonly port: number | undefined;
}

/** Keeps what a sign-in gave; the browser is told of success after that only. */
export type KeepUser<Kept> = (user: SignedInUser) => Promise<Kept>;

/** How long a browser is waited for, in milliseconds. */
export const patienceMs = 5 * 60_000;
const pinTries = 3;

/**
 * Signs a user in (OAuth 1.0a, F-auth-06): asks for a request token, shows the address to approve it at, waits for a browser
 * that brings the verifier, or for a PIN, exchanges it, and keeps the user. Gives what `keep` gives. Throws
 * ADSYNC_LOGIN_FAILED, ADSYNC_CREDENTIALS_REFUSED, Interrupted, and what `keep` throws.
 */
export async function signIn<Kept>(
  run: Run,
  signing: SignIn,
  frontend: SignInFrontend,
  keep: KeepUser<Kept>,
): Promise<Kept> {
  return signing.port === undefined
    ? await keep(await withPin(run, signing, frontend))
    : await withBrowser(run, { ...signing, port: signing.port }, frontend, keep);
}

async function withBrowser<Kept>(
  run: Run,
  signing: SignIn & { readonly port: number },
  frontend: SignInFrontend,
  keep: KeepUser<Kept>,
): Promise<Kept> {
  const server = await listenForCallback(signing.port);
  return await closeAfter(run, server, async () => {
    const request = await requestTokenFor(run, signing, server.address);
    const coming = server.arrival(request.token);
    await frontend.showAddress(authorizeAddress(signing.addresses, request));
    const arrival = await inTime(run, coming);
    if (arrival.kind === 'declined') {
      await arrival.answer(callbackPages.declined);
      throw failed(
        'the application was not let in',
        'Sign in again where that was a mistake; no profile was changed.',
      );
    }
    return await concluded(
      arrival,
      async () => await keep(await approvedUser(run, signing, request, arrival)),
    );
  });
}

/** The browser is shown how it ended; what it brought is used once, whatever becomes of it. */
async function concluded<Kept>(arrival: Arrival, conclude: () => Promise<Kept>): Promise<Kept> {
  try {
    const kept = await conclude();
    await arrival.answer(callbackPages.done);
    return kept;
  } catch (error) {
    if (!(error instanceof Interrupted)) await arrival.answer(callbackPages.failed);
    throw error;
  }
}

async function approvedUser(
  run: Run,
  signing: SignIn,
  request: RequestToken,
  { verifier }: Extract<Arrival, { readonly kind: 'approved' }>,
): Promise<SignedInUser> {
  const user = await exchanged(run, signing, request, verifier);
  if (user !== undefined) return user;
  throw failed(
    'the platform does not take what the browser brought',
    'Sign in again; no profile was changed.',
  );
}

async function inTime(run: Run, coming: Promise<Arrival>): Promise<Arrival> {
  const { clock, signal } = run;
  const over = new AbortController();
  const tooLate = async (): Promise<undefined> => {
    await clock.sleep(patienceMs, over.signal).catch(() => undefined);
    return undefined;
  };
  try {
    const arrival = await unlessInterrupted(signal, Promise.race([coming, tooLate()]));
    if (arrival !== undefined) return arrival;
    throw failed(
      `no browser came back within ${patienceMs / 60_000} minutes`,
      'Sign in again; on a machine without a browser, with --oob.',
    );
  } finally {
    over.abort();
  }
}

async function withPin(run: Run, signing: SignIn, frontend: SignInFrontend): Promise<SignedInUser> {
  const request = await requestTokenFor(run, signing, 'oob');
  await frontend.showAddress(authorizeAddress(signing.addresses, request));
  for (let left = pinTries; left > 0; left -= 1) {
    const typed = await frontend.askPin(left);
    if (typed === undefined) break;
    const pin = typed.replaceAll(/[\s-]/g, '');
    const user = /^\w{4,40}$/.test(pin) ? await exchanged(run, signing, request, pin) : undefined;
    if (user !== undefined) return user;
  }
  throw failed(
    'no PIN that the platform takes was typed',
    'Sign in again, which shows a new PIN; no profile was changed.',
  );
}

async function requestTokenFor(
  run: Run,
  { application, addresses, access }: SignIn,
  callback: string,
): Promise<RequestToken> {
  const client = openAuthClient(run, addresses, application);
  return await closeAfter(
    run,
    client,
    async () => await unlessInterrupted(run.signal, askRequestToken(client, { callback, access })),
  );
}

async function exchanged(
  run: Run,
  { application, addresses }: SignIn,
  { token, secret }: RequestToken,
  verifier: string,
): Promise<SignedInUser | undefined> {
  const keys = { ...application, accessToken: new Secret(token), accessTokenSecret: secret };
  const client = openAuthClient(run, addresses, keys);
  return await closeAfter(
    run,
    client,
    async () => await unlessInterrupted(run.signal, exchangeVerifier(client, verifier)),
  );
}

/** Where the user lets the application in; programs of a machine send them there, not to `authenticate` (F-auth-09). */
function authorizeAddress({ ads, base = ads }: Addresses, { token }: RequestToken): string {
  return requestUrl(parseBaseAddress(base), '/oauth/authorize', { oauth_token: token }).href;
}

function failed(message: string, remedy: string): AdsyncError {
  return new AdsyncError('ADSYNC_LOGIN_FAILED', message, { remedy });
}
