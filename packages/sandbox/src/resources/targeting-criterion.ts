import { type Change, invalid } from '../engine/resource.ts';
import type { Problem } from '../wire/api-error.ts';
import type { TargetingType } from './targeting-types.ts';

/** A criterion that is about to be created, with its sort. */
export interface Criterion {
  readonly change: Change;
  readonly type: string;
  readonly value: string;
  readonly facts: TargetingType;
}

/** A problem with the value of a criterion. */
export function wrongValue(value: string, message: string, code = 'INVALID_PARAMETER'): Problem {
  return { ...invalid('targeting_value', message, code), value };
}
