import type { Reveal } from '../live/seal.ts';
import type { IntendedOperation } from '../schemas/state-entry.ts';
import { isDigest, plainText } from '../schemas/values.ts';

/** The sensitive values that operations send, which no report of their failure may repeat. */
export function sensitiveTexts(operations: readonly IntendedOperation[], reveal: Reveal): readonly string[] {
  return operations.flatMap(({ address, params }) =>
    Object.entries(params).flatMap(([wire, value]) => {
      const plain = isDigest(value) ? reveal(address, wire) : undefined;
      return plain === undefined || plain === null || plain === '' ? [] : [plainText(plain)];
    }),
  );
}
