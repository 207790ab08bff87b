import type { Call } from '../../engine/endpoint.ts';
import { readQuery } from '../../engine/read-params.ts';
import type { Params } from '../../params/param.ts';
import type { Fields } from '../../value.ts';
import { ApiError } from '../../wire/api-error.ts';

/**
 * The parameters of a request of version 1.1. Throws ApiError 400 with the numbers that this version has for codes
 * (F-legacy-02).
 */
export function readNumbered(params: Params, { raw, path }: Pick<Call, 'raw' | 'path'>): Fields {
  const { given, problems } = readQuery(params, new Map([...raw, ...Object.entries(path)]));
  if (problems.length === 0) return Object.fromEntries(given);
  throw new ApiError(
    400,
    problems.map(({ code, parameter = '' }) =>
      code === 'MISSING_PARAMETER'
        ? { code: 38, message: `${parameter} parameter is missing.` }
        : { code: 44, message: `${parameter} parameter is invalid.` },
    ),
  );
}
