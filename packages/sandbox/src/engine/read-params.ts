import type { Params } from '../params/param.ts';
import { readValue } from '../params/read-value.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, isList, type Value } from '../value.ts';
import { ApiError, type Problem } from '../wire/api-error.ts';
import type { Call } from './endpoint.ts';
import { missing, type Resource, type WriteParam } from './resource.ts';

/** What was understood of a request's parameters, and what was wrong with the others. */
export interface ReadParams {
  readonly given: ReadonlyMap<string, Value>;
  readonly problems: readonly Problem[];
}

/** Reads the parameters of a read. Names that the table does not have are ignored; an empty cursor is none. */
export function readQuery(params: Params, raw: ReadonlyMap<string, Value>): ReadParams {
  const given = new Map<string, Value>();
  const problems: Problem[] = [];
  for (const [name, param] of Object.entries(params)) {
    const value = raw.get(name);
    if (value === undefined || (name === 'cursor' && value === '')) {
      if (param.required === true) problems.push(missing(name));
      continue;
    }
    const reading = readValue(name, param.is, value);
    if ('problem' in reading) problems.push(reading.problem);
    else given.set(name, reading.value);
  }
  return { given, problems };
}

/** The parameters of a read and of its path. Throws ApiError 400 for what cannot be read. */
export function readOrRefuse(params: Params, call: Pick<Call, 'raw' | 'path'>): Fields {
  const { given, problems } = readQuery(params, call.raw);
  const read = { ...Object.fromEntries(given), ...call.path };
  if (problems.length > 0) throw new ApiError(400, problems, { params: read });
  return read;
}

/** Reads the parameters of a write: of a creation, or of an update of the record given as `before`. */
export function readWrite(
  resource: Resource,
  raw: ReadonlyMap<string, Value>,
  before: StoredRecord | undefined,
): ReadParams {
  const given = new Map<string, Value>();
  const problems: Problem[] = [];
  for (const [name, param] of Object.entries(resource.writes)) {
    if (!isReadHere(param, before)) continue;
    const value = raw.get(name);
    if (value === undefined || isEmpty(value))
      readEmpty(name, param, { isSent: value !== undefined, before, given, problems });
    else {
      const reading = readValue(name, param.is, value);
      if ('problem' in reading) problems.push(reading.problem);
      else given.set(name, reading.value);
    }
  }
  return { given, problems };
}

function isReadHere(param: WriteParam, before: StoredRecord | undefined): boolean {
  if (before === undefined) return param.on !== 'update';
  if (param.on === 'create') return false;
  return param.updatableIf === undefined || before[param.updatableIf.field] === param.updatableIf.is;
}

function isEmpty(value: Value): boolean {
  return value === '' || value === null || (isList(value) && value.length === 0);
}

function readEmpty(
  name: string,
  param: WriteParam,
  to: {
    readonly isSent: boolean;
    readonly before: StoredRecord | undefined;
    readonly given: Map<string, Value>;
    readonly problems: Problem[];
  },
): void {
  const neededNow = param.required === 'always' || (param.required === 'create' && to.before === undefined);
  if (neededNow) to.problems.push(missing(name));
  if (neededNow || !to.isSent || to.before === undefined) return;
  if (param.clearable === true) to.given.set(name, param.is.type === 'list' ? [] : null);
  else {
    const message = `Expected a value, got "" for ${name}`;
    to.problems.push({ code: 'INVALID_PARAMETER', message, parameter: name, value: '' });
  }
}
