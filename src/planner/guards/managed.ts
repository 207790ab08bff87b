import type { Share } from '../../schemas/desired.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { shareOf } from '../../schemas/share-of.ts';
import { isManaged } from '../match/outcome.ts';
import type { GuardInput } from './guard.ts';

/** A resource that adsync manages. */
export interface Managed {
  readonly address: string;
  readonly kind: ReturnType<typeof kindNamed>;
}

/**
 * The managed resources of an account: those that the state knows, and those that are declared and there by now, each
 * once. A selection changes nothing about them.
 */
export function managedIn({ entries, all }: GuardInput, accountKey: string): readonly Managed[] {
  const declared = all
    .filter(
      (subject) =>
        subject.accountKey === accountKey &&
        subject.desired !== undefined &&
        subject.verdict !== 'create' &&
        isManaged(subject),
    )
    // What moves is known by the address that it moves from.
    .map(({ address, movedFrom, kind }) => [movedFrom ?? address, kind] as const);
  const known = entries
    .filter((entry) => entry.accountKey === accountKey)
    .map(({ address, kind }) => [address, kindNamed(kind)] as const);
  return Array.from(new Map([...known, ...declared]), ([address, kind]) => ({ address, kind }));
}

/** How many of so many a share allows, at least the given number; a number is a number of anything. */
export function allowed(share: Share, of: number, least: number): number {
  return 'count' in share ? share.count : Math.max(least, shareOf(share, of));
}
