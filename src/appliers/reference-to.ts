import { kindNamed } from '../schemas/registry.ts';
import { ownValue, type Value } from '../schemas/values.ts';
import { accountIdAt, idAt, type RunContext } from './run-context.ts';

type Known = Pick<RunContext, 'resources' | 'entries' | 'accountKeys' | 'kinds' | 'seen'>;

/**
 * What others refer to the resource at an address by, as far as it is known now: its id, or the field of its record
 * that the kind names instead, such as the address of a card.
 */
export function referenceTo(context: Known, address: string): Value | undefined {
  const id = idAt(context, address);
  const kind = context.kinds.get(address);
  const field = kind === undefined ? undefined : kindNamed(kind).referredBy;
  const accountId = accountIdAt(context, address);
  if (kind === undefined || field === undefined) return id;
  if (id === undefined || accountId === undefined) return undefined;
  const entry = context.entries.get(address);
  const answered = entry?.id === id ? ownValue(entry.answered, field) : undefined;
  return answered ?? ownValue(context.seen.record(accountId, kind, id)?.fields, field);
}
