import { refusal } from '../wire/api-error.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint, with the values of the parameters in its path. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the endpoint for a method and a path. */
export type Router = (method: string, path: string) => Route;

// Version 11 still answers (F-request-09).
const usualVersions = ['11', '12'];

/**
 * A router over the endpoints. It takes a path as sent: percent-encoded, with the version segment, a trailing slash or
 * not. It throws ApiError: 404 ROUTE_NOT_FOUND for an unknown path, 405 METHOD_NOT_ALLOWED for the wrong verb on a known one.
 */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  // A literal segment goes before a parameter in its place: `cards/all` is no card.
  const compiled = endpoints.map(compile).sort((a, b) => a.parameters - b.parameters);
  const byLength = Map.groupBy(compiled, ({ pattern }) => pattern.length);
  return (method, path) => {
    const [version, segments] = segmentsOf(path);
    const candidates = segments === undefined ? [] : (byLength.get(segments.length) ?? []);
    const fitting = candidates.filter((each) => fits(each, version, segments ?? []));
    if (fitting.length === 0)
      throw refusal(404, 'ROUTE_NOT_FOUND', `The path ${path.slice(0, 200)} was not found`);
    const found = fitting.find(({ endpoint }) => endpoint.method === method);
    if (found === undefined) throw refusal(405, 'METHOD_NOT_ALLOWED', `Method ${method} not allowed.`);
    return { endpoint: found.endpoint, path: valuesIn(found.pattern, segments ?? []) };
  };
}

interface Compiled {
  readonly endpoint: Endpoint;
  readonly pattern: readonly string[];
  /** The parts that must be as they are, the most telling ones first. */
  readonly literals: readonly { readonly index: number; readonly part: string }[];
  readonly parameters: number;
}

function compile(endpoint: Endpoint): Compiled {
  const pattern = endpoint.path.slice(1).split('/');
  const literals = pattern.flatMap((part, index) => (part.startsWith(':') ? [] : [{ index, part }]));
  return { endpoint, pattern, literals: literals.toReversed(), parameters: pattern.length - literals.length };
}

function segmentsOf(path: string): readonly [version: string, segments: readonly string[] | undefined] {
  const [version = '', ...segments] = path.replace(/\/$/, '').slice(1).split('/');
  try {
    return [version, segments.map((segment) => decodeURIComponent(segment))];
  } catch {
    return [version, undefined];
  }
}

function fits({ endpoint, literals }: Compiled, version: string, segments: readonly string[]): boolean {
  return (
    literals.every(({ index, part }) => segments[index] === part) &&
    (endpoint.versions ?? usualVersions).includes(version)
  );
}

function valuesIn(pattern: readonly string[], segments: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries())
    if (part.startsWith(':')) values[part.slice(1)] = segments[index] ?? '';
  return values;
}
