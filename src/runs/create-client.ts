import process from 'node:process';
import type { Endpoints } from '../client/endpoint-types.ts';
import { type PlainCall, plainRequest } from '../client/plain-call.ts';
import { typedClient } from '../client/typed-client.ts';
import { parseBaseAddress } from '../platform/base-address.ts';
import type { RunOptions } from './library.ts';
import { runOf } from './library.ts';
import { openClient } from './session.ts';

/** Where the platform is, and for whom it is called. */
export interface ClientOptions
  extends Pick<RunOptions, 'credentials' | 'profile' | 'environment' | 'clock' | 'onWait'> {
  /** Of the advertising API; `ADSYNC_ADS_BASE_URL`, else that of the profile or the platform's, unless given. */
  readonly adsBaseUrl?: string;
  /** Of the platform's own sandbox of the advertising API; `ADSYNC_ADS_SANDBOX_BASE_URL`, and so on, unless given. */
  readonly adsSandboxBaseUrl?: string;
  /** Of the data API and of sign-in; `ADSYNC_BASE_URL`, and so on, unless given. */
  readonly baseUrl?: string;
}

/** The platform as one user: every endpoint as a method. */
export interface Client extends Endpoints, AsyncDisposable {
  /**
   * Calls an endpoint that is no method, such as a public one that the documentation leaves out; gives its JSON, unchecked,
   * with integers beyond 2^53 - 1 as texts of digits. Throws ADSYNC_USAGE for what is no path of the platform.
   */
  call(request: PlainCall): Promise<unknown>;
  /** Ends waits and streams, which then throw, and closes the connections. */
  close(): Promise<void>;
}

/**
 * A client of the whole platform. Requests are signed, kept to the platform's pace, and repeated only where they certainly
 * did nothing. Throws ADSYNC_CREDENTIALS_MISSING, ADSYNC_ADDRESS_INSECURE, and ADSYNC_PROFILE_MISMATCH for another address
 * than that of the profile; docs/library.md says what calls throw.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { adsBaseUrl, adsSandboxBaseUrl, baseUrl, environment = process.env, ...others } = options;
  // An address that is given counts as one of the environment, so that no profile's credentials leave for another platform.
  const run = runOf({
    ...others,
    environment: {
      ...environment,
      ...(adsBaseUrl !== undefined && { ADSYNC_ADS_BASE_URL: adsBaseUrl }),
      ...(adsSandboxBaseUrl !== undefined && { ADSYNC_ADS_SANDBOX_BASE_URL: adsSandboxBaseUrl }),
      ...(baseUrl !== undefined && { ADSYNC_BASE_URL: baseUrl }),
    },
  });
  const { ads, adsSandbox, base = ads } = run.addresses;
  const bases = {
    ads: parseBaseAddress(ads),
    ads_sandbox: parseBaseAddress(adsSandbox),
    base: parseBaseAddress(base),
  };
  const client = openClient(run);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closed ??= client.close();
    await closed;
  };
  const call = async (request: PlainCall): Promise<unknown> => {
    const { body } = await client.callAnywhere(plainRequest(request, bases));
    return body;
  };
  return { ...typedClient(client), call, close, [Symbol.asyncDispose]: close };
}
