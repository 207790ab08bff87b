import { keptRecords } from '../engine/kept-records.ts';

/**
 * What ties a user to a post, a list or another user: `kind` is bookmark, like, block, mute, follow, pin_list,
 * follow_list or in_list; `target_id` is what it is about.
 */
export const userLinks = keptRecords({
  collection: 'user_links',
  label: 'Link',
  ids: { prefix: 'ul', start: 1000, radix: 36 },
  indexed: ['user_id', 'target_id'],
  fields: { kind: 'text', user_id: 'text', target_id: 'text' },
  plausible: ({ world }) => {
    const [first, second] = [...world.store.all('users')].map(({ id }) => id);
    return { kind: 'follow', user_id: first ?? '', target_id: second ?? first ?? '' };
  },
});

/** Lists of users. */
export const lists = keptRecords({
  collection: 'lists',
  label: 'List',
  ids: { prefix: '14', start: 100_000_000_000_001, radix: 10 },
  indexed: ['owner_id'],
  fields: { name: 'text', description: 'text', owner_id: 'text', private: 'boolean' },
  blank: () => ({ description: '', private: false }),
  plausible: ({ id, world }) => {
    const [owner] = world.store.all('users');
    return { name: `List ${id}`, owner_id: owner?.id ?? '' };
  },
});
