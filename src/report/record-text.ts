import { printable } from '../diagnostics/display-text.ts';
import { kindNamed } from '../schemas/registry.ts';

/** A record of the platform, as a report names one. */
interface NamedRecord {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
}

/** A record that has no address, in words that are safe to print: `line item 7k004 (Hand made)`. */
export function recordText({ kind, id, name }: NamedRecord): string {
  const title = name === null ? '' : ` (${printable(name)})`;
  return `${kindNamed(kind).title} ${printable(id)}${title}`;
}
