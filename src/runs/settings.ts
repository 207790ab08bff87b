import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { isLoopback, parseBaseAddress } from '../platform/base-address.ts';
import { type Credentials, Secret } from '../platform/secret.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const given = z.string().min(1);
const credentialsSchema = z.object({
  ADSYNC_CONSUMER_KEY: given,
  ADSYNC_CONSUMER_SECRET: given,
  ADSYNC_ACCESS_TOKEN: given,
  ADSYNC_ACCESS_TOKEN_SECRET: given,
});
const text = z.string().optional();
const placesSchema = z.object({
  ADSYNC_STATE: text,
  ADSYNC_WORK_TREE: text,
  ADSYNC_BASE_URL: text,
  ADSYNC_ADS_BASE_URL: text,
  ADSYNC_ADS_SANDBOX_BASE_URL: text,
});
const foldersSchema = z.object({ ADSYNC_CACHE_DIR: text, XDG_CACHE_HOME: text, HOME: text });

/** The base addresses of the platform's parts (F-request-01). */
export interface Addresses {
  readonly ads: string;
  readonly adsSandbox: string;
  /** Of the data API and of authentication; that of advertising unless given. */
  readonly base?: string;
}

/** Those of the four variables that are set. An empty one is as good as none. */
export function credentialVariables(environment: Environment): readonly string[] {
  return Object.keys(credentialsSchema.shape).filter((name) => (environment[name] ?? '') !== '');
}

/** True where the environment has any of the four values. */
export function hasCredentials(environment: Environment): boolean {
  return credentialVariables(environment).length > 0;
}

/** The credentials in the environment. Throws ADSYNC_CREDENTIALS_MISSING, which names what lacks and shows no value. */
export function credentialsFrom(environment: Environment): Credentials {
  const parsed = credentialsSchema.safeParse(environment);
  if (!parsed.success) throw missing(parsed.error.issues.map(({ path }) => path.join('.')));
  return {
    consumerKey: parsed.data.ADSYNC_CONSUMER_KEY,
    consumerSecret: new Secret(parsed.data.ADSYNC_CONSUMER_SECRET),
    accessToken: new Secret(parsed.data.ADSYNC_ACCESS_TOKEN),
    accessTokenSecret: new Secret(parsed.data.ADSYNC_ACCESS_TOKEN_SECRET),
  };
}

function missing(names: readonly string[]): AdsyncError {
  const tryOut = '`adsync sandbox` prints a set for trying things out, `adsync demo` needs none.';
  if (names.length === Object.keys(credentialsSchema.shape).length)
    return new AdsyncError('ADSYNC_CREDENTIALS_MISSING', 'there are no credentials', {
      remedy: `Sign in with \`adsync auth login\`, or set ${names.join(', ')}. ${tryOut}`,
    });
  return new AdsyncError('ADSYNC_CREDENTIALS_MISSING', `the environment lacks ${names.join(', ')}`, {
    remedy: `Set all four variables; or unset them all, and a profile of \`adsync auth login\` is used. ${tryOut}`,
  });
}

/**
 * Key and secret of the application in the environment; `undefined` where it has neither. Throws ADSYNC_CREDENTIALS_MISSING
 * for one without the other.
 */
export function applicationFrom(
  environment: Environment,
): Pick<Credentials, 'consumerKey' | 'consumerSecret'> | undefined {
  const { ADSYNC_CONSUMER_KEY: key = '', ADSYNC_CONSUMER_SECRET: secret = '' } = environment;
  if (key === '' && secret === '') return undefined;
  if (key !== '' && secret !== '') return { consumerKey: key, consumerSecret: new Secret(secret) };
  throw new AdsyncError(
    'ADSYNC_CREDENTIALS_MISSING',
    `the environment lacks ADSYNC_CONSUMER_${key === '' ? 'KEY' : 'SECRET'}`,
    { remedy: 'Set key and secret of the application, or neither.' },
  );
}

/** The base addresses that the environment names, each with its variable and the one that stands in `others`. */
export function statedAddresses(
  environment: Environment,
  { ads, adsSandbox, base = ads }: Addresses,
): readonly (readonly [variable: string, address: string, other: string])[] {
  const places = placesSchema.parse(environment);
  const pairs = [
    ['ADSYNC_ADS_BASE_URL', places.ADSYNC_ADS_BASE_URL, ads],
    ['ADSYNC_ADS_SANDBOX_BASE_URL', places.ADSYNC_ADS_SANDBOX_BASE_URL, adsSandbox],
    ['ADSYNC_BASE_URL', places.ADSYNC_BASE_URL, base],
  ] as const;
  return pairs.flatMap(([variable, address, other]) =>
    address === undefined || address === '' ? [] : [[variable, address, other] as const],
  );
}

/** Where the platform is: the public hosts, unless the environment says otherwise. */
export function addressesFrom(environment: Environment): Addresses {
  const places = placesSchema.parse(environment);
  return {
    ads: orDefault(places.ADSYNC_ADS_BASE_URL, 'https://ads-api.x.com'),
    adsSandbox: orDefault(places.ADSYNC_ADS_SANDBOX_BASE_URL, 'https://ads-api-sandbox.x.com'),
    base: orDefault(places.ADSYNC_BASE_URL, 'https://api.x.com'),
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

/** The state's location: as given, else the environment's, else a file below the working directory. */
export function stateUrlFrom(stated: string | undefined, environment: Environment, cwd: string): string {
  const url = stated ?? placesSchema.parse(environment).ADSYNC_STATE;
  return stateUrlWithin(cwd, orDefault(url, 'sqlite:.adsync/state.db'));
}

/** The location with a path that no longer depends on the working directory. */
export function stateUrlWithin(cwd: string, url: string): string {
  const path = /^sqlite:(?!:|\/\/)(.+)$/s.exec(url)?.[1];
  return path === undefined ? url : `sqlite:${resolve(cwd, path)}`;
}

/**
 * Where lists of the platform are kept between runs; `undefined` where they can be kept nowhere. Those of a sandbox on
 * this machine are kept only where ADSYNC_CACHE_DIR says so.
 */
export function cacheFolderFrom(environment: Environment, { ads }: Addresses): string | undefined {
  const { ADSYNC_CACHE_DIR: own, XDG_CACHE_HOME: shared, HOME: home } = foldersSchema.parse(environment);
  if (own !== undefined && own !== '') return own;
  if (hostClass(ads) === 'loopback') return undefined;
  if (shared !== undefined && shared !== '') return join(shared, 'adsync');
  return home === undefined || home === '' ? undefined : join(home, '.cache', 'adsync');
}

/** The checkout of a pipeline, which no file of the document may lead out of; `undefined` outside pipelines. */
export function workTreeFrom(environment: Environment): string | undefined {
  const { ADSYNC_WORK_TREE: folder } = placesSchema.parse(environment);
  return folder === '' ? undefined : folder;
}

// An empty variable is as good as none: CI systems set those.
function orDefault(stated: string | undefined, fallback: string): string {
  return stated === undefined || stated === '' ? fallback : stated;
}
