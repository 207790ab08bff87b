import { type Draft, type Reply, withValue } from './draft.ts';
import { type ParamRow, paramRows } from './inventory.ts';
import { at, members } from './json-place.ts';
import { notRefused } from './refused.ts';

type Send = (draft: Draft) => Promise<Reply>;

/** What the standard parameters of a list must do beyond being accepted (F-list-01): what does not hold. */
export async function listEffects(draft: Draft, { name }: ParamRow, send: Send): Promise<readonly string[]> {
  const effect = draft.row.method === 'GET' ? effects[name] : undefined;
  return effect === undefined ? [] : effect(draft, send);
}

/** The call with the operation's parameter set; undefined where it takes none of the name. */
function having(draft: Draft, name: string, value: unknown): Draft | undefined {
  const param = paramRows.find((each) => each.endpoint === draft.row.id && each.name === name);
  return param === undefined ? undefined : withValue(draft, param, value);
}

/** The next cursor of an answer; undefined after the last page. */
export function nextOf({ json }: Reply): string | undefined {
  const next = at(json, 'next_cursor');
  return typeof next === 'string' ? next : undefined;
}

const effects: Readonly<Record<string, (draft: Draft, send: Send) => Promise<readonly string[]>>> = {
  cursor: joinedPages,
  with_total_count: totals,
};

/** Pages of one, joined, are the whole list. */
async function joinedPages(draft: Draft, send: Send): Promise<readonly string[]> {
  const whole = members(at((await send(draft)).json, 'data'));
  const pages: unknown[] = [];
  let page = having(draft, 'count', 1);
  // The lookups are long: the first pages tell.
  while (page !== undefined && pages.length < 5) {
    const reply = await send(page);
    pages.push(...members(at(reply.json, 'data')));
    const next = nextOf(reply);
    page = next === undefined ? undefined : having(page, 'cursor', next);
  }
  const expected = JSON.stringify(whole.slice(0, 5));
  if (having(draft, 'count', 1) === undefined) return [];
  const isJoined = pages.length > 1 && JSON.stringify(pages) === expected;
  return isJoined ? [] : [`pages of one are ${JSON.stringify(pages)}, the list is ${expected}`];
}

/** The total is that of the list, left out unless asked for, and not to be had together with a cursor. */
async function totals(draft: Draft, send: Send): Promise<readonly string[]> {
  const asked = having(draft, 'with_total_count', 'true') ?? draft;
  const first = await send(having(asked, 'count', 1) ?? asked);
  const all = members(at((await send(having(draft, 'count', 1000) ?? draft)).json, 'data')).length;
  const total = at(first.json, 'total_count');
  const cursor = nextOf(first);
  const both = cursor === undefined ? undefined : having(asked, 'cursor', cursor);
  const together = both === undefined ? 'no second page' : notRefused(await send(both), [400]);
  return [
    ...(total === all ? [] : [`total_count is ${String(total)} of ${all}`]),
    ...(at((await send(draft)).json, 'total_count') === undefined ? [] : ['total_count comes unasked']),
    ...(together === undefined ? [] : [`with a cursor: ${together}`]),
  ];
}
