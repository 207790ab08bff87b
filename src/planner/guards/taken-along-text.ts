import type { Kind } from '../../schemas/define-kind.ts';
import type { LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Referring } from './referring.ts';
import type { TakenAlong } from './taken-along.ts';

/** Records named at most, before the others are counted. */
const mostNamed = 5;

/** What is taken along, in words. */
export function takenAlongText({
  beneath,
  referring,
  unread,
  unreadReferring,
  hidden,
}: Omit<TakenAlong, 'subject'>): string {
  const notRead = [
    ...(unread.length > 0 ? [`any ${titlesOf(unread)} beneath it`] : []),
    ...(unreadReferring.length > 0 ? [`any ${titlesOf(unreadReferring)} that refers to it`] : []),
  ];
  return [
    ...(beneath.length > 0 ? [`beneath it: ${listed(beneath.map(named))}`] : []),
    ...(referring.length > 0 ? [`referring to it: ${listed(referring.map(namedReferring))}`] : []),
    ...(notRead.length > 0 ? [`not known, because it was not read: ${notRead.join(', and ')}`] : []),
    ...(hidden.length > 0
      ? [`not known, because the platform does not show it: what ${listed(hidden.map(named))} refers to`]
      : []),
  ].join('; ');
}

function titlesOf(kinds: readonly Kind[]): string {
  return kinds.map(({ title }) => title).join(', ');
}

function named({ kind, id, fields: { name } }: LiveRecord): string {
  const title = `${kindNamed(kind).title} ${id}`;
  return typeof name === 'string' ? `${title} (${name})` : title;
}

function namedReferring({ record, owner }: Referring): string {
  return owner === undefined ? named(record) : `${named(record)} of ${named(owner)}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  const more = names.length - mostNamed;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
