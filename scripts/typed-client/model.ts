import type { Spec, SpecMembers } from '../../src/client/endpoint-facts.ts';
import { type EndpointRow, endpointRows } from '../../test/unit/sandbox/walk/inventory.ts';
import { answeredOfData } from './data-answers.ts';
import { type InputObject, inputObjects } from './inputs.ts';
import { type Answered, methodName, pascalCase } from './method-names.ts';
import { parametersOf } from './parameters.ts';
import { type DocumentedRecord, documentedRecords, recordNameOf } from './records.ts';
import { isListSpec, isMembers, type Member, membersSpec } from './spec.ts';

/** An endpoint as a method of the typed client. */
export interface ClientEndpoint {
  readonly row: EndpointRow;
  /** Where it stands in the client: `ads`, `campaigns`, `list`. */
  readonly name: readonly string[];
  /** Of the type of what it takes. */
  readonly inputName: string;
  readonly input: readonly Member[];
  readonly gives: Answered;
  /** The name of the record that its answers hold; `undefined` where nothing is known of it. */
  readonly record: string | undefined;
}

/** Everything that the typed client is generated from. */
export interface ClientModel {
  readonly endpoints: readonly ClientEndpoint[];
  readonly records: readonly DocumentedRecord[];
  readonly inputs: readonly InputObject[];
}

/** Reads the tables. Throws where two endpoints would be one method. */
export function clientModel(): ClientModel {
  const endpoints = endpointRows.map(endpointOf);
  const names = endpoints.map(({ name }) => name.join('.'));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`two endpoints are one method: ${twice.join(', ')}`);
  return { endpoints, records: documentedRecords(), inputs: inputObjects() };
}

function endpointOf(row: EndpointRow): ClientEndpoint {
  const gives = givesOf(row);
  const name = methodName(row, gives);
  const { members, list } = parametersOf(row);
  const body = row.path.startsWith('/12/batch/') ? batchBody(row, list) : list;
  const input = [
    ...members,
    ...(body === undefined
      ? []
      : [{ name: 'body', spec: body, optional: false, doc: 'The list that the body of the request is.' }]),
  ];
  return {
    row,
    name,
    inputName: `${name.map(pascalCase).join('')}Input`,
    input: pathFirst(row, input),
    gives,
    record: recordNameOf(row),
  };
}

function givesOf({ id, response }: EndpointRow): Answered {
  const known = answeredOfData[id]?.gives;
  if (known !== undefined) return known;
  if (response.startsWith('list envelope')) return 'list';
  return response.startsWith('batch envelope') ? 'records' : 'record';
}

function pathFirst({ path }: EndpointRow, members: readonly Member[]): readonly Member[] {
  const inPath = path.split('/').flatMap((part) => members.filter(({ name }) => part === `:${name}`));
  return [...inPath, ...members.filter((member) => !inPath.includes(member))];
}

/** The operations of a batch: their parameters are those of the calls about one record (F-batch-01). */
function batchBody({ path }: EndpointRow, list: Spec | undefined): Spec {
  const many = path.replace('/batch/', '/');
  const create = rowAt('POST', many);
  const update = endpointRows.find((row) => row.method === 'PUT' && row.path.startsWith(`${many}/:`));
  if (create === undefined || update === undefined)
    throw new Error(`no calls about one record beside ${path}`);
  const idName = /:(\w+)$/.exec(update.path)?.[1] ?? '';
  const id = { [idName]: 'text' };
  const ownParams = ownParamsOf(list);
  const variants = {
    Create: { params: { ...withoutPath(create), ...ownParams } },
    Update: { params: { ...id, ...withoutPath(update) } },
    Delete: { params: id },
  };
  const bounds = list !== undefined && isListSpec(list) ? (list[1] ?? '1..') : '1..';
  return [{ variantsBy: 'operation_type', variants }, bounds];
}

function rowAt(method: string, path: string): EndpointRow | undefined {
  return endpointRows.find((row) => row.method === method && row.path === path);
}

function withoutPath(row: EndpointRow): SpecMembers {
  return membersSpec(
    parametersOf(row).members.filter(({ name }) => !row.path.split('/').includes(`:${name}`)),
  );
}

/** What the table says of the parameters of an operation itself. */
function ownParamsOf(list: Spec | undefined): SpecMembers {
  const item = list !== undefined && isListSpec(list) ? list[0] : undefined;
  const params = item !== undefined && isMembers(item) ? item['params'] : undefined;
  return params !== undefined && isMembers(params) ? params : {};
}
