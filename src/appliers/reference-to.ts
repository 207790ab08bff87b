import { kindNamed } from '../schemas/registry.ts';
import { ownValue, type Value } from '../schemas/values.ts';
import { idAt, type RunContext } from './run-context.ts';

type Known = Pick<RunContext, 'resources' | 'entries' | 'accountKeys' | 'kinds' | 'live'>;

/**
 * What others refer to the resource at an address by, as far as it is known now: its id, or the field of its record
 * that the kind names instead, such as the address of a card.
 */
export function referenceTo(context: Known, address: string): Value | undefined {
  const id = idAt(context, address);
  const kind = context.kinds.get(address);
  const field = kind === undefined ? undefined : kindNamed(kind).referredBy;
  if (kind === undefined || field === undefined || id === undefined) return id;
  const entry = context.entries.get(address);
  const answered = entry?.id === id ? ownValue(entry.answered, field) : undefined;
  return answered ?? ownValue(context.live.record(accountOf(context, address), kind, id)?.fields, field);
}

function accountOf({ entries, accountKeys }: Known, address: string): string {
  const [key = ''] = address.split('/', 1);
  const known = entries.get(address)?.accountId;
  return known ?? [...accountKeys].find(([, each]) => each === key)?.[0] ?? '';
}
