import type { Fields, Value } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { Family } from './data-endpoint.ts';

/** A refusal of the data API: a problem document (F-data-17). */
export class DataProblem extends Error {
  readonly status: number;
  /** Without `type`, whose host depends on the family. */
  readonly fields: Fields;
  readonly kind: string | null;

  constructor(status: number, title: string, detail: string, more: { kind?: string; fields?: Fields } = {}) {
    super(detail);
    this.name = 'DataProblem';
    this.status = status;
    this.kind = more.kind ?? null;
    this.fields = { title, detail, status, ...more.fields };
  }
}

// The host of problem types changed with the vocabulary (F-data-17).
const hosts: Readonly<Record<Family, string>> = { tweets: 'api.twitter.com', posts: 'api.x.com' };

/** The address that names a sort of problem. */
export function problemType(family: Family, kind: string | null): string {
  return kind === null ? 'about:blank' : `https://${hosts[family]}/2/problems/${kind}`;
}

/** The body of a refusal. */
export function problemBody({ fields, kind }: DataProblem, family: Family): Fields {
  return { ...fields, type: problemType(family, kind) };
}

/** 400: parameters that cannot be. Each names its value, and carries the code of the advertising side beside the message. */
export function invalidRequest(problems: readonly Problem[]): DataProblem {
  const errors = problems.map(({ code, message, parameter = '', value }) => ({
    code,
    message,
    parameters: { [parameter]: value === undefined ? [] : [value] },
  }));
  return new DataProblem(400, 'Invalid Request', 'One or more parameters to your request was invalid.', {
    kind: 'invalid-request',
    fields: { errors },
  });
}

/** 400 for one parameter. */
export function invalidParameter(parameter: string, message: string, value?: string): DataProblem {
  const problem = { code: 'INVALID_PARAMETER', message, parameter };
  return invalidRequest([value === undefined ? problem : { ...problem, value }]);
}

/** 403: the caller may not do this. */
export function forbidden(detail: string, kind = 'not-authorized-for-resource'): DataProblem {
  return new DataProblem(403, 'Forbidden', detail, { kind });
}

/** 404: there is no such thing. */
export function notFound(family: Family, type: string, parameter: string, id: string): DataProblem {
  return new DataProblem(404, 'Not Found Error', `Could not find ${type} with ${parameter}: [${id}].`, {
    kind: 'resource-not-found',
    fields: { errors: [missingResource(family, type, parameter, id)] },
  });
}

/** An entry of `errors` in an answer that holds what was found. */
export function missingResource(
  family: Family,
  type: string,
  parameter: string,
  id: string,
): Readonly<Record<string, Value>> {
  return {
    value: id,
    detail: `Could not find ${type} with ${parameter}: [${id}].`,
    title: 'Not Found Error',
    resource_type: type,
    parameter,
    resource_id: id,
    type: problemType(family, 'resource-not-found'),
  };
}
