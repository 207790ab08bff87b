import { authEndpoints } from '../auth/registry.ts';
import { endpoints } from '../catalog/registry.ts';
import type { DataEndpoint } from '../data/data-endpoint.ts';
import { dataEndpoints } from '../data/registry.ts';
import type { AnswerShape, BatchOperation, Endpoint, SuccessForm } from '../engine/endpoint.ts';
import type { Params, ParamType } from '../params/param.ts';
import { statsFiles } from '../resources/stats/stats-file.ts';

/** One operation that the sandbox serves, whichever part of the platform it belongs to: method, address and tables. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the version; `:name` stands for a parameter. */
  readonly path: string;
  readonly area: 'auth' | 'data' | 'ads';
  readonly query: Params;
  /** Members of a JSON body. */
  readonly body?: Params;
  readonly batch?: readonly BatchOperation[];
  readonly answers?: AnswerShape;
  readonly sandboxOnly: boolean;
  /** Left out of the documentation. */
  readonly isPublicOnly: boolean;
  /** Whether a bearer token, also that of an application, is documented for it. */
  readonly takesBearer: boolean;
  /** Whether whoever has its address may read it. */
  readonly isOpen?: true;
  readonly success: SuccessForm;
}

/** Every operation, from the tables that requests are checked by. */
export function allOperations(): readonly Operation[] {
  return [
    ...authEndpoints.map(authOperation),
    ...dataEndpoints.map(dataOperation),
    ...endpoints.flatMap(adsOperations),
    statsFile,
  ];
}

const statsFile: Operation = {
  method: 'GET',
  path: `${statsFiles}/:file`,
  area: 'ads',
  query: {},
  sandboxOnly: false,
  isPublicOnly: true,
  takesBearer: false,
  isOpen: true,
  success: { media: 'application/gzip' },
};

function authOperation({ method, path, params, success = {} }: (typeof authEndpoints)[number]): Operation {
  return {
    method,
    path,
    area: 'auth',
    query: params,
    sandboxOnly: false,
    isPublicOnly: false,
    takesBearer: false,
    success,
  };
}

function dataOperation({ method, path, query, body, profile, success = {} }: DataEndpoint): Operation {
  const members = body === undefined ? {} : { body };
  return {
    method,
    path,
    area: 'data',
    query,
    ...members,
    sandboxOnly: false,
    isPublicOnly: profile === 'public',
    takesBearer: true,
    success,
  };
}

function adsOperations(endpoint: Endpoint): readonly Operation[] {
  const { method, path, params = {}, operations, answers } = endpoint;
  // Version 11 is an alias of 12 (F-request-09), and stands for no operation of its own.
  return (endpoint.versions ?? ['12']).map((version) => ({
    method,
    path: `/${version}${path}`,
    area: 'ads',
    ...placed(method, params),
    ...(operations === undefined ? {} : { batch: operations }),
    ...(answers === undefined ? {} : { answers }),
    sandboxOnly: endpoint.sandboxOnly === true,
    isPublicOnly: endpoint.profile === 'public',
    takesBearer: endpoint.takesApplication === true,
    success: {},
  }));
}

/** Parameters of a write travel in the query (F-request-02), unless one of them only JSON can hold. */
function placed(method: string, params: Params): Pick<Operation, 'query' | 'body'> {
  const needsJson = method !== 'GET' && Object.values(params).some(({ is }) => isNested(is));
  return needsJson ? { query: {}, body: params } : { query: params };
}

function isNested(is: ParamType): boolean {
  return is.type === 'object' || is.type === 'variant' || (is.type === 'list' && isNested(is.of));
}

/** The names of the parameters in a path, in order. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => name);
}
