import type { Kind } from './define-kind.ts';

/** True where a user with these permissions may write records of the kind (F-account-04). */
export function mayWrite(
  { writers, refusedTo = [] }: Pick<Kind, 'writers' | 'refusedTo'>,
  permissions: readonly string[],
): boolean {
  return (
    writers.some((role) => permissions.includes(role)) &&
    !refusedTo.some((role) => permissions.includes(role))
  );
}

/** The roles that records of the kind are written with, in words. */
export function neededRoles({ writers, refusedTo = [] }: Pick<Kind, 'writers' | 'refusedTo'>): string {
  const never = refusedTo.length === 0 ? '' : `, and not ${refusedTo.join(' or ')}`;
  return `${writers.join(' or ')}${never}`;
}
