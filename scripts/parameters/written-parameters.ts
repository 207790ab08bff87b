import { allOperations } from '../../packages/sandbox/src/openapi/operations.ts';
import type { Kind } from '../../src/schemas/define-kind.ts';
import { allKinds } from '../../src/schemas/registry.ts';
import { endpointRows, paramRows } from '../../test/unit/sandbox/walk/inventory.ts';

/** A parameter with which a call creates or changes records of a kind. */
export interface WrittenParameter {
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  /** As the inventory writes it: `[].params` is a member of the objects of a JSON list. */
  readonly name: string;
}

/**
 * Every parameter of the calls that create or change records of a kind: those that the documentation names, by the
 * inventory, and those that are public beside, by the tables that the sandbox checks requests with.
 */
export function writtenParameters(): readonly WrittenParameter[] {
  return allKinds.flatMap((kind) =>
    callsOf(kind).flatMap(({ method, path }) =>
      namesAt(method, path).map((name) => ({ kind, method, path, name })),
    ),
  );
}

/** The creating and changing calls of the advertising API, documented and public, that no kind makes. */
export function writesOfNoKind(): readonly string[] {
  const known = new Set(allKinds.flatMap(callsOf).map(({ method, path }) => `${method} ${shapeOf(path)}`));
  const documented = endpointRows.filter(({ area }) => area.startsWith('ads-'));
  const served = allOperations().filter(({ area, path }) => area === 'ads' && !path.startsWith('/11/'));
  const writes = [...documented, ...served]
    .filter(({ method, path }) => (method === 'POST' || method === 'PUT') && !path.startsWith('/1.1/'))
    .filter(({ method, path }) => !known.has(`${method} ${shapeOf(path)}`));
  return [...new Set(writes.map(({ method, path }) => `${method} ${path}`))];
}

interface Call {
  readonly method: string;
  readonly path: string;
}

function callsOf({ operations: { create, update, batch } }: Kind): readonly Call[] {
  return [
    ...(create === undefined ? [] : [create]),
    ...(update === undefined ? [] : [update]),
    ...(batch === undefined ? [] : [{ method: 'POST', path: batch.path }]),
  ];
}

function namesAt(method: string, path: string): readonly string[] {
  const shape = shapeOf(path);
  const row = endpointRows.find((each) => each.method === method && shapeOf(each.path) === shape);
  const documented = paramRows.filter(({ endpoint }) => endpoint === row?.id).map(({ name }) => name);
  const served = allOperations().find((each) => each.method === method && shapeOf(each.path) === shape);
  const inBatch = (served?.batch ?? []).flatMap(({ params }) =>
    Object.keys(params).map((name) => `[].params.${name}`),
  );
  const named = [...Object.keys(served?.query ?? {}), ...Object.keys(served?.body ?? {})];
  const inPath = new Set((row?.path ?? path).split('/').filter((step) => step.startsWith(':')));
  return [...new Set([...documented, ...named, ...inBatch])].filter((name) => !inPath.has(`:${name}`));
}

const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ':');
