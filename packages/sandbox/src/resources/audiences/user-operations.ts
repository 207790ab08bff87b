import { createHash } from 'node:crypto';
import type { Call } from '../../engine/endpoint.ts';
import { invalid } from '../../engine/resource.ts';
import { BatchRefusal } from '../../engine/run-batch.ts';
import { wholeSeconds } from '../../params/normal-time.ts';
import {
  listOf,
  objectOf,
  oneOf,
  type Params,
  type ParamType,
  sha256,
  text,
  time,
} from '../../params/param.ts';
import { readValue } from '../../params/read-value.ts';
import { type Fields, fieldsIn, isFields, isList, textIn, type Value } from '../../value.ts';
import { ApiError, type Problem } from '../../wire/api-error.ts';

/** One operation on the members of a list: who is in, from when until when, or who is out. */
export interface UserOperation {
  readonly type: string;
  readonly users: readonly Fields[];
  readonly effectiveAt: string;
  readonly expiresAt: string;
}

// Operations in one call, at most (F-audience-10).
const mostOperations = 2500;

/** The attributes of a member that are hashed before they are sent; the id of a partner is not (F-audience-11). */
const hashed: Params = Object.fromEntries(
  ['email', 'device_id', 'handle', 'platform_id', 'twitter_id', 'phone_number'].map((name) => [
    name,
    { is: listOf(sha256) },
  ]),
);

/** What the members of a custom audience go by (F-audience-09). */
export const audienceMember: Params = { ...hashed, partner_user_id: { is: listOf(text(255)) } };

/** What the members of a do-not-reach list go by (F-audience-22). */
export const doNotReachMember: Params = {
  email: { is: listOf(sha256) },
  phone_number: { is: listOf(sha256) },
};

/** What an operation has beside its type. */
export function operationParams(member: Params): Params {
  const users: ParamType = listOf(objectOf('member', () => member));
  return { users: { is: users, required: true }, effective_at: { is: time }, expires_at: { is: time } };
}

/**
 * Reads the operations of a call that adds and removes members, all or none. Throws ApiError 400 for the request as a
 * whole, and BatchRefusal with the problems by index.
 */
export function readOperations(call: Call, member: Params): readonly UserOperation[] {
  const { json, path, world } = call;
  const refuse = (code: string, message: string): ApiError =>
    new ApiError(400, [{ code, message }], { params: path });
  if (!isList(json))
    throw refuse('INVALID_PARAMETER', 'Expected a JSON array of operations as the request body');
  if (json.length === 0) throw refuse('INVALID_PARAMETER', 'A minimum of 1 items must be provided');
  if (json.length > mostOperations)
    throw refuse(
      'REQUEST_TOO_COMPLEX',
      `A maximum of ${mostOperations} operations is allowed, got ${json.length}`,
    );
  const shape = objectOf('operation', () => ({
    operation_type: { is: oneOf(['Update', 'Delete']), required: true },
    params: { is: objectOf('params', () => operationParams(member)), required: true },
  }));
  const now = world.clock.now();
  const readings = json.map((operation, index) => {
    const fault = call.refused.get(index);
    return fault === undefined ? readOperation(operation, shape, now) : { problem: fault };
  });
  const operations = readings.flatMap((reading) => ('problem' in reading ? [] : [reading]));
  if (operations.length === readings.length) return operations;
  const errors = readings.map((reading) => ('problem' in reading ? [{ ...reading.problem }] : []));
  throw new BatchRefusal({ operation_errors: errors, request: json.map(() => ({ params: path })) });
}

function readOperation(
  operation: Value,
  shape: ParamType,
  now: number,
): UserOperation | { readonly problem: Problem } {
  const reading = readValue('', shape, operation);
  if ('problem' in reading) return { problem: unnested(reading.problem) };
  const read = isFields(reading.value) ? reading.value : {};
  const params = fieldsIn(read, 'params');
  const users = isList(params['users']) ? params['users'].filter(isFields) : [];
  const nobody = users.findIndex((user) => Object.keys(user).length === 0);
  if (nobody !== -1)
    return {
      problem: invalid(`users.${nobody}`, `A user has at least one attribute, got none for users.${nobody}`),
    };
  const effectiveAt = textIn(params, 'effective_at') ?? wholeSeconds(now);
  const expiresAt = textIn(params, 'expires_at') ?? thirteenMonthsAfter(now);
  if (expiresAt <= effectiveAt)
    return {
      problem: invalid('expires_at', 'expires_at must be later than effective_at', 'INVALID_TIME_WINDOW'),
    };
  return { type: textIn(read, 'operation_type') ?? '', users, effectiveAt, expiresAt };
}

// The path of a member starts at the operation: `users.0.email`.
function unnested(problem: Problem): Problem {
  const { parameter, message } = problem;
  if (parameter === undefined) return problem;
  const inner = parameter.replace(/^\.(?:params\.)?/, '');
  return { ...problem, parameter: inner, message: message.replace(parameter, inner) };
}

// Months of the calendar; a day that the month does not have is its last.
function thirteenMonthsAfter(now: number): string {
  const from = new Date(now);
  const months = from.getUTCMonth() + 13;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  from.setUTCMonth(months, Math.min(from.getUTCDate(), lastDay));
  return wholeSeconds(from.getTime());
}

/** What a member is known by in its list: the same attributes make the same member. */
export function memberId(listId: string, user: Fields): string {
  const attributes = Object.keys(user)
    .toSorted()
    .map((name) => [name === 'twitter_id' ? 'platform_id' : name, valuesOf(user[name] ?? null)]);
  const digest = createHash('sha256').update(JSON.stringify(attributes)).digest('hex');
  return `${listId}_${digest.slice(0, 40)}`;
}

function valuesOf(value: Value): readonly string[] {
  const values = isList(value) ? value.filter((item) => typeof item === 'string') : [];
  return values.map((item) => (/^[0-9a-f]{64}$/i.test(item) ? item.toLowerCase() : item)).toSorted();
}
