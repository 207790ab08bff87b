import { type Fields, isFields, type Value } from '../value.ts';
import type { Params, ParamType } from './param.ts';
import type { Reading } from './reading.ts';

/** What reads a member: `readValue`. */
type Read = (name: string, is: ParamType, raw: Value) => Reading;

// Deep enough for every tree that is of use, and far from where the stack ends.
const deepest = 64;

/**
 * The members of a JSON object, typed; those that the table does not have are left out, absent ones take their default.
 * A problem names the member by its path: `segments.child_segments.0.negate`.
 */
export function readMembers(name: string, members: Params, raw: Value, read: Read): Reading {
  if (!isFields(raw)) return wrong(name, `Expected an object for ${name}`);
  if (name.split('.').length > deepest) return wrong(name, `${name.slice(0, 100)}… is nested too deeply`);
  const values: Record<string, Value> = {};
  for (const [member, param] of Object.entries(members)) {
    const sent = Object.hasOwn(raw, member) ? (raw[member] ?? null) : null;
    const path = `${name}.${member}`;
    if (sent === null || sent === '') {
      if (param.required === true) return lacking(path);
      if (param.default !== undefined) values[member] = param.default;
      continue;
    }
    const reading = read(path, param.is, sent);
    if ('problem' in reading) return reading;
    values[member] = reading.value;
  }
  return { value: values };
}

/** The same for an object whose member `by` says which members it has. */
export function readVariant(
  name: string,
  is: Extract<ParamType, { readonly type: 'variant' }>,
  raw: Value,
  read: Read,
): Reading {
  if (!isFields(raw)) return wrong(name, `Expected an object for ${name}`);
  const sent = Object.hasOwn(raw, is.by) ? raw[is.by] : undefined;
  const path = `${name}.${is.by}`;
  if (sent === undefined) return lacking(path);
  const kind = read(path, { type: 'enum', values: Object.keys(is.of) }, sent);
  if ('problem' in kind) return kind;
  const members = typeof kind.value === 'string' ? is.of[kind.value] : undefined;
  const reading = readMembers(name, members ?? {}, raw, read);
  if ('problem' in reading) return reading;
  const others: Fields = isFields(reading.value) ? reading.value : {};
  return { value: { [is.by]: kind.value, ...others } };
}

function lacking(parameter: string): Reading {
  return {
    problem: { code: 'MISSING_PARAMETER', message: `"${parameter}" is a required parameter`, parameter },
  };
}

function wrong(parameter: string, message: string): Reading {
  return { problem: { code: 'INVALID_PARAMETER', message, parameter } };
}
