import type { StateEntry } from '../schemas/state-entry.ts';

/** Kinds whose records events are about: posts, and what promotes posts and accounts. */
const kinds = new Set(['post', 'scheduled_post', 'promoted_post', 'promoted_account']);
const platformId = /^\d{1,20}$/;

/** The ids of posts and users that the entries of a state promote or publish. */
export function watchedIds(entries: readonly StateEntry[]): ReadonlySet<string> {
  return new Set(
    entries
      .filter(({ kind }) => kinds.has(kind))
      .flatMap(({ id, answered, declared }) => [id, ...Object.values(declared), ...Object.values(answered)])
      .map(String)
      .filter((text) => platformId.test(text)),
  );
}

/** More values than this has no event of the platform. */
const mostValues = 10_000;

/** Whether an event names one of the ids anywhere, as a text or a number. */
export function touches(event: unknown, ids: ReadonlySet<string>): boolean {
  const left: unknown[] = [event];
  const add = (values: readonly unknown[]): void => {
    for (const value of values.slice(0, mostValues)) left.push(value);
  };
  for (let seen = 0; left.length > 0 && seen < mostValues; seen += 1) {
    const value = left.pop();
    if (typeof value === 'object' && value !== null) add(Object.values(value));
    else if ((typeof value === 'string' || typeof value === 'number') && ids.has(String(value))) return true;
  }
  return false;
}
