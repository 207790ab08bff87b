import { CST } from 'yaml';

/** The text of a member's key; `undefined` for what is no scalar, and for a member of a list. */
export function keyOfItem({ key }: CST.CollectionItem): string | undefined {
  if (!CST.isScalar(key)) return undefined;
  return CST.resolveAsScalar(key)?.value;
}
