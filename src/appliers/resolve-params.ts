import { isIdOf, type Value, type Values } from '../schemas/values.ts';

/** Replaces each `{ id_of: ADDRESS }` by the id; `undefined` where one is not known. */
export function resolveParams(
  params: Values,
  idAt: (address: string) => string | undefined,
): Values | undefined {
  const resolved: [string, Value][] = [];
  for (const [wire, value] of Object.entries(params)) {
    const known = resolveValue(value, idAt);
    if (known === undefined) return undefined;
    resolved.push([wire, known]);
  }
  return Object.fromEntries(resolved);
}

function resolveValue(value: Value, idAt: (address: string) => string | undefined): Value | undefined {
  if (isIdOf(value)) return idAt(value.id_of);
  if (typeof value !== 'object' || value === null) return value;
  if (!isList(value)) return resolveParams(value, idAt);
  const members = value.map((member) => resolveValue(member, idAt)).filter((member) => member !== undefined);
  return members.length === value.length ? members : undefined;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
