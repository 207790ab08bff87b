import { allKinds } from '../schemas/registry.ts';
import { documentedEndpoints } from './documented-endpoints.ts';

/** The paths that a method is known to be used with: those that the documentation names, and those of the kinds. */
export function knownPaths(method: string): readonly string[] {
  const ofKinds = allKinds.flatMap(({ operations }) => {
    const { list, read, create, update, delete: remove, batch } = operations;
    const reads = method === 'GET' ? [list?.path, read] : [];
    const writes = [create, update, remove].flatMap((each) => (each?.method === method ? [each.path] : []));
    return [...reads, ...writes, ...(method === 'POST' ? [batch?.path] : [])];
  });
  const documented = documentedEndpoints.filter((each) => each.method === method).map(({ path }) => path);
  const known = [...documented, ...ofKinds.filter((path) => path !== undefined)];
  // Kinds call every id :id, where the documentation says whose it is.
  const byShape = new Map(known.toReversed().map((path) => [path.replaceAll(/:\w+/g, ':'), path]));
  return [...byShape.values()].toSorted();
}
