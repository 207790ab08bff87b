import { flag, id, type Params } from '../params/param.ts';
import type { BatchOperation, Endpoint } from './endpoint.ts';
import { listParams } from './list-records.ts';
import type { Resource, WriteParam } from './resource.ts';

type Operation = Resource['operations'][number];

/** What an operation of the kind reads and answers, from the tables that its requests are checked by. */
export function factsOf(
  resource: Resource,
  operation: Operation,
): Pick<Endpoint, 'params' | 'operations' | 'answers'> {
  const { collection } = resource;
  if (operation === 'batch') {
    return { operations: batchOperations(resource), answers: { collection, envelope: 'batch' } };
  }
  const envelope = operation === 'list' ? 'list' : 'one';
  return { params: paramsOf(resource, operation), answers: { collection, envelope } };
}

function paramsOf(resource: Resource, operation: Exclude<Operation, 'batch'>): Params {
  if (operation === 'list') return listParams(resource);
  if (operation === 'get') return { with_deleted: { is: flag }, ...resource.getParams };
  return operation === 'delete' ? {} : writeParams(resource, operation);
}

/** What creating or updating a record of the kind takes. */
export function writeParams(resource: Resource, operation: 'create' | 'update'): Params {
  const read = Object.entries(resource.writes).filter(([, { on }]) => on === 'both' || on === operation);
  return Object.fromEntries(
    read.map(([name, param]) => {
      const required = isRequired(param, operation) ? ({ required: true } as const) : {};
      return [name, { is: param.is, ...required }] as const;
    }),
  );
}

function isRequired({ required }: WriteParam, operation: 'create' | 'update'): boolean {
  return required === 'always' || (required === 'create' && operation === 'create');
}

function batchOperations(resource: Resource): readonly BatchOperation[] {
  const named = { [resource.idParam]: { is: id, required: true } } as const;
  const updates: BatchOperation = {
    type: 'Update',
    params: { ...named, ...writeParams(resource, 'update') },
  };
  return [
    { type: 'Create', params: writeParams(resource, 'create') },
    ...(resource.operations.includes('update') ? [updates] : []),
    { type: 'Delete', params: named },
  ];
}
