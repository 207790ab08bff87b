import type { Operation as Endpoint, Kind } from '../../schemas/define-kind.ts';
import type { Values } from '../../schemas/values.ts';

/** What a write does to a record. */
export type WriteType = 'Create' | 'Update' | 'Delete';

/**
 * How the platform takes a write of a record with the given wire values; `undefined` where it does not. Batches
 * document no way to send an empty value, which is what unsets a field, so that such an update goes alone.
 */
export function meansOf(
  kind: Kind,
  type: WriteType,
  values: Values,
  unsets: boolean,
): 'batch' | 'single' | undefined {
  const { batch } = kind.operations;
  const offered = batch !== undefined && (batch.types ?? [type]).includes(type);
  if (offered && !unsets && (batch.takes?.(values) ?? true)) return 'batch';
  return singleEndpoint(kind, type) === undefined ? undefined : 'single';
}

/** The endpoint that writes one record of the kind. */
export function singleEndpoint({ operations }: Kind, type: WriteType): Endpoint | undefined {
  return { Create: operations.create, Update: operations.update, Delete: operations.delete }[type];
}

/** True where the platform can delete a record with these wire values. */
export function canDelete(kind: Kind, values: Values): boolean {
  return meansOf(kind, 'Delete', values, false) !== undefined;
}
