import type { Fields, Value } from '../value.ts';

/** The fields of these names, each once; those that are absent are left out. */
export function pick(names: readonly string[], field: (name: string) => Value | undefined): Fields {
  const entries = [...new Set(names)].map((name) => [name, field(name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
