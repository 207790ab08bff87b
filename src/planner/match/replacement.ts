import type { Kind } from '../../schemas/define-kind.ts';
import { fieldByWire } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { Difference } from './diff.ts';

/** What follows from how a record differs from what is declared, and the wire names of the fields that only a new record can take. */
export interface Consequence {
  readonly verdict: 'unchanged' | 'forget' | 'update' | 'replace';
  readonly replacing: readonly string[];
}

/** Takes the kind, the declared values, the live ones, and their difference. */
export function consequenceOf(
  kind: Kind,
  wanted: Values,
  live: Values,
  { fields, dropped }: Pick<Difference, 'fields' | 'dropped'>,
): Consequence {
  if (fields.length === 0)
    return { verdict: Object.keys(dropped).length > 0 ? 'forget' : 'unchanged', replacing: [] };
  const together = kind.replacement?.fields?.(wanted, live) ?? [];
  const replacing = fields
    .map(({ wire }) => wire)
    .filter((wire) => together.includes(wire) || needsNewRecord(kind, wire));
  return { verdict: replacing.length > 0 ? 'replace' : 'update', replacing };
}

function needsNewRecord(kind: Kind, wire: string): boolean {
  return wire === kind.parentField || fieldByWire(kind, wire)?.change === 'replace';
}
