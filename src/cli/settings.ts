import { resolve } from 'node:path';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { isLoopback, parseBaseAddress } from '../platform/base-address.ts';
import { type Credentials, Secret } from '../platform/secret.ts';
import type { Context } from './context.ts';

const given = z.string().min(1);
const credentialsSchema = z.object({
  ADSYNC_CONSUMER_KEY: given,
  ADSYNC_CONSUMER_SECRET: given,
  ADSYNC_ACCESS_TOKEN: given,
  ADSYNC_ACCESS_TOKEN_SECRET: given,
});
const address = z.string().optional();
const placesSchema = z.object({
  ADSYNC_STATE: address,
  ADSYNC_ADS_BASE_URL: address,
  ADSYNC_ADS_SANDBOX_BASE_URL: address,
});

/** The base addresses of the platform's advertising parts. */
export interface Addresses {
  readonly ads: string;
  readonly adsSandbox: string;
}

/** The credentials in the environment. Throws ADSYNC_CREDENTIALS_MISSING, which names what lacks and shows no value. */
export function credentialsFrom({ io }: Context): Credentials {
  const parsed = credentialsSchema.safeParse(io.env);
  if (!parsed.success) {
    const missing = parsed.error.issues.map(({ path }) => path.join('.'));
    throw new AdsyncError('ADSYNC_CREDENTIALS_MISSING', `the environment lacks ${missing.join(', ')}`, {
      remedy:
        'Set all four variables. `adsync sandbox` prints a set for trying things out, `adsync demo` needs none.',
    });
  }
  return {
    consumerKey: parsed.data.ADSYNC_CONSUMER_KEY,
    consumerSecret: new Secret(parsed.data.ADSYNC_CONSUMER_SECRET),
    accessToken: new Secret(parsed.data.ADSYNC_ACCESS_TOKEN),
    accessTokenSecret: new Secret(parsed.data.ADSYNC_ACCESS_TOKEN_SECRET),
  };
}

/** Where the platform is: the public hosts, unless the environment says otherwise. */
export function addressesFrom({ io }: Context): Addresses {
  const places = placesSchema.parse(io.env);
  return {
    ads: orDefault(places.ADSYNC_ADS_BASE_URL, 'https://ads-api.x.com'),
    adsSandbox: orDefault(places.ADSYNC_ADS_SANDBOX_BASE_URL, 'https://ads-api-sandbox.x.com'),
  };
}

/**
 * The host that a state is bound to (docs/guides/state.md); all addresses of this machine count as one host. Throws
 * ADSYNC_ADDRESS_INSECURE.
 */
export function hostClass(address: string): string {
  const url = parseBaseAddress(address);
  return isLoopback(url.hostname) ? 'loopback' : url.host;
}

/** The state's location: the option, else the environment, else a file below the working directory. */
export function stateUrlFrom(context: Context): string {
  const given = context.globals.state ?? placesSchema.parse(context.io.env).ADSYNC_STATE;
  return stateUrlWithin(context, orDefault(given, 'sqlite:.adsync/state.db'));
}

/** The location with a path that no longer depends on the working directory. */
export function stateUrlWithin({ io }: Pick<Context, 'io'>, url: string): string {
  const path = /^sqlite:(?!:|\/\/)(.+)$/s.exec(url)?.[1];
  return path === undefined ? url : `sqlite:${resolve(io.cwd, path)}`;
}

// An empty variable is as good as none: CI systems set those.
function orDefault(text: string | undefined, fallback: string): string {
  return text === undefined || text === '' ? fallback : text;
}
