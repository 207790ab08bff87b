import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());

/** The members of a list; nothing of anything else. */
export function members(json: unknown): readonly unknown[] {
  return list.safeParse(json).data ?? [];
}

/**
 * The JSON with a value at a place named as the inventory names it: `name`, `a.b`, `[]` for the whole list, `[].a.b`
 * for a member of its first item.
 */
export function place(json: unknown, name: string, value: unknown): unknown {
  if (name === '[]' || name === '') return value;
  if (name.startsWith('[].')) {
    const [first, ...rest] = members(json);
    return [place(first, name.slice(3), value), ...rest];
  }
  const [key = '', ...deeper] = name.split('.');
  const holder = fields.safeParse(json).data ?? {};
  return { ...holder, [key]: place(holder[key], deeper.join('.'), value) };
}

/** The JSON without what is at the place. */
export function remove(json: unknown, name: string): unknown {
  if (name === '[]') return [];
  if (name.startsWith('[].')) {
    const [first, ...rest] = members(json);
    return [remove(first, name.slice(3)), ...rest];
  }
  const [key = '', ...deeper] = name.split('.');
  const holder = fields.safeParse(json).data ?? {};
  if (deeper.length > 0) return { ...holder, [key]: remove(holder[key], deeper.join('.')) };
  return Object.fromEntries(Object.entries(holder).filter(([each]) => each !== key));
}

/** What is at the place, `undefined` for nothing. */
export function at(json: unknown, name: string): unknown {
  let found = json;
  for (const key of name.split('.')) found = fields.safeParse(found).data?.[key];
  return found;
}
