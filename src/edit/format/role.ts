import { rootKind, sectionsOf } from '../../config/entries.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import { entryOrder } from '../entry-order.ts';

/** What a value is in the document, as far as its place says it. */
export type Role =
  | { readonly type: 'document' }
  /** Entries of a kind: by key, or in a list. */
  | { readonly type: 'entries'; readonly kind: Kind }
  | { readonly type: 'entry'; readonly kind: Kind };

const documentOrder: readonly string[] = [
  'version',
  'variables',
  'defaults',
  'policy',
  rootKind.section,
  'moved',
  'removed',
];

/** The role of what stands under a key, or of a member of a list. */
export function roleBeneath(role: Role | undefined, key: string | undefined): Role | undefined {
  if (role === undefined) return undefined;
  if (role.type === 'entries') return { type: 'entry', kind: role.kind };
  if (key === undefined) return undefined;
  if (role.type === 'document')
    return key === rootKind.section ? { type: 'entries', kind: rootKind } : undefined;
  const section = sectionsOf(role.kind).get(key);
  if (section === undefined) return undefined;
  return { type: section.kind.form === 'only' ? 'entry' : 'entries', kind: section.kind };
}

/**
 * The place of a key among its neighbours, `undefined` where their order is the user's own. What is merged comes first,
 * what nobody knows last.
 */
export function rankOf(role: Role | undefined, key: string | undefined): number | undefined {
  if (role === undefined || role.type === 'entries') return undefined;
  if (key === '<<') return -1;
  const order = role.type === 'document' ? documentOrder : entryOrder(role.kind);
  const rank = order.indexOf(key ?? '');
  return rank === -1 ? order.length : rank;
}
