import type { LiveRecord } from '../../schemas/live-record.ts';
import type { Twin } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { naturalKeyIn } from '../match/live-index.ts';
import type { Subject } from '../match/subject.ts';

/**
 * Records that nobody declares and that have the natural key of one that is ours, as a request makes them that arrives
 * twice. Takes the subjects of the whole document, and what `unmanagedOf` gives; the result has no member without twins.
 */
export function twinsIn(
  subjects: readonly Subject[],
  unmanaged: readonly LiveRecord[],
): { readonly twins?: Twin[] } {
  const owned = new Map(
    subjects.flatMap(({ address, entry, live }) => {
      if (entry === undefined || entry.origin === 'external' || live === undefined) return [];
      const key = keyOf(live);
      return key === undefined ? [] : [[key, { address, own_id: live.id }] as const];
    }),
  );
  const twins = unmanaged.flatMap((record) => {
    const ours = owned.get(keyOf(record) ?? noKey);
    return ours === undefined ? [] : [{ ...ours, kind: record.kind, id: record.id }];
  });
  return twins.length > 0 ? { twins } : {};
}

/** No natural key, which begins with an account. */
const noKey = '';

function keyOf({ accountId, kind, fields }: LiveRecord): string | undefined {
  return naturalKeyIn(accountId, kindNamed(kind), fields);
}
