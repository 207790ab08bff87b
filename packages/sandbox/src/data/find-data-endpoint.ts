import type { DataEndpoint } from './data-endpoint.ts';
import { DataProblem } from './data-problem.ts';

/** An endpoint, with the values of the parameters in its path. */
export interface DataRoute {
  readonly endpoint: DataEndpoint;
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the data endpoint for a method and a path as sent. Throws DataProblem 404 or 405. */
export type DataRouter = (method: string, path: string) => DataRoute;

/** A router over the endpoints; a path without parameters goes before one with them. */
export function createDataRouter(endpoints: readonly DataEndpoint[]): DataRouter {
  const compiled = endpoints
    .map((endpoint) => ({ endpoint, pattern: endpoint.path.split('/') }))
    .sort((a, b) => parametersIn(a.pattern) - parametersIn(b.pattern));
  return (method, path) => {
    const segments = segmentsOf(path);
    const routes = compiled.flatMap(({ endpoint, pattern }) => {
      const values = match(pattern, segments);
      return values === undefined ? [] : [{ endpoint, path: values }];
    });
    const [first] = routes;
    if (first === undefined) throw new DataProblem(404, 'Not Found', 'Not Found');
    const route = routes.find(({ endpoint }) => endpoint.method === method);
    if (route === undefined)
      throw new DataProblem(405, 'Method Not Allowed', `Method ${method} not allowed.`);
    return route;
  };
}

function parametersIn(pattern: readonly string[]): number {
  return pattern.filter((part) => part.startsWith(':')).length;
}

function segmentsOf(path: string): readonly string[] {
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}
