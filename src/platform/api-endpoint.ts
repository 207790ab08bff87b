import type { Host, Signing, TextRequest } from './client.ts';
import { type DocumentedEndpoint, documentedEndpoints } from './documented-endpoints.ts';

/** Methods that the platform takes. */
export const apiMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type ApiMethod = (typeof apiMethods)[number];

/** How an endpoint is called. */
export interface ApiEndpoint {
  readonly host: Host;
  /** Where its parameters go; `list` is a JSON list, which fields cannot make. */
  readonly takes: 'query' | 'form' | 'json' | 'list';
  readonly signing: Signing;
  readonly answers: TextRequest['answers'];
  /** Its answer does not end. */
  readonly endless: boolean;
}

/**
 * How the endpoint at a path is called: as the documentation says, and as others of its part of the platform are where it
 * names none there. Data API and authentication have one address, advertising another (F-request-01, F-auth-23).
 */
export function apiEndpoint(method: ApiMethod, path: string): ApiEndpoint {
  const row = documentedAt(method, path);
  return {
    host: hostOf(row, path),
    takes: takenBy(row, method, path),
    signing: signingOf(path),
    answers: path.startsWith('/oauth/') ? 'text' : 'json',
    endless: method === 'GET' && path.endsWith('/stream'),
  };
}

/** True for a path of authentication, whose answers hold tokens. */
export function isAuthentication(path: string): boolean {
  return /^(?:\/1\.1)?\/oauth2?\//.test(path);
}

const ofBase = /^\/(?:2|1\.1|oauth|oauth2)\//;

function hostOf(row: DocumentedEndpoint | undefined, path: string): Host {
  if (row?.host === 'ads_sandbox') return 'ads_sandbox';
  return ofBase.test(path) ? 'base' : 'ads';
}

/** What no table names: batches take a list, writes of the data API an object (F-request-02). */
function takenBy(row: DocumentedEndpoint | undefined, method: ApiMethod, path: string): ApiEndpoint['takes'] {
  const taken = row?.takes;
  if (taken === 'form' || taken === 'json' || taken === 'list') return taken;
  if (row !== undefined || method === 'GET') return 'query';
  if (/^\/\d+\/batch\//.test(path)) return 'list';
  return path.startsWith('/2/') ? 'json' : 'query';
}

const signings: Readonly<Record<string, Signing>> = {
  // The steps of sign-in before there is a user's token (F-auth-06, F-auth-09), and the application's own (F-auth-12).
  '/oauth/request_token': 'application',
  '/oauth/access_token': 'application',
  '/oauth/authorize': 'none',
  '/oauth/authenticate': 'none',
  '/oauth2/token': 'basic',
};

function signingOf(path: string): Signing {
  return signings[path] ?? 'user';
}

/** The documented endpoint at a path; of several patterns that fit the one with most words of its own. */
function documentedAt(method: string, path: string): DocumentedEndpoint | undefined {
  const parts = partsOf(path);
  const fitting = documentedEndpoints.filter(
    (row) => row.method === method && fits(partsOf(row.path), parts),
  );
  const [best] = fitting.toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path));
  return best;
}

/** The parts of a path; every version of the advertising API has the endpoints of version 12 (F-request-09). */
function partsOf(path: string): readonly string[] {
  return path.replace(/^\/(?!2\/)\d+\//, '/12/').split('/');
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}

function parametersIn(path: string): number {
  return path.split('/:').length;
}
