import { isIdOf, mapReferences, type Value, type Values } from '../schemas/values.ts';

/** Replaces each `{ id_of: ADDRESS }`, at any depth, by what the resource goes by; `undefined` where one is not known. */
export function resolveParams(
  params: Values,
  referenceAt: (address: string) => Value | undefined,
): Values | undefined {
  const resolved: [string, Value][] = [];
  for (const [wire, value] of Object.entries(params)) {
    const known = mapReferences(value, (reference) =>
      isIdOf(reference) ? referenceAt(reference.id_of) : undefined,
    );
    if (known === undefined) return undefined;
    resolved.push([wire, known]);
  }
  return Object.fromEntries(resolved);
}
