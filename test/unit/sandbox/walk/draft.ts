import type { SandboxClient } from '../sandbox-client.ts';
import { us } from '../sandbox-client.ts';
import type { EndpointRow, ParamRow } from './inventory.ts';
import { place, remove } from './json-place.ts';
import type { Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';

/** A call about to be sent. */
export interface Draft {
  readonly row: EndpointRow;
  readonly recipe: Recipe;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; null where it is none. */
  readonly json: unknown;
  readonly codes: readonly (string | number)[];
}

/** A call of the operation with no more than it needs. */
export function validDraft(row: EndpointRow): Draft {
  const recipe = recipes[row.id] ?? {};
  const draft: Draft = {
    row,
    recipe,
    path: { account_id: us, ...textsOf(recipe.path ?? {}) },
    query: {},
    body: recipe.body,
  };
  return beside(draft, recipe.params ?? {});
}

/** The call with other parameters beside. */
export function beside(draft: Draft, values: Readonly<Record<string, unknown>>): Draft {
  return Object.entries(values).reduce((sofar, [name, value]) => put(sofar, name, value), draft);
}

/** The call with the parameter set, and with what must go along with it. */
export function withValue(draft: Draft, param: ParamRow, value: unknown): Draft {
  const { recipe } = draft;
  const along = { ...recipe.beside?.[param.name], ...recipe.beside?.[`${param.name}=${String(value)}`] };
  if (param.location === 'path') return { ...draft, path: { ...draft.path, [param.name]: String(value) } };
  const without = (recipe.drop?.[param.name] ?? []).reduce(dropped, draft);
  return put(beside(without, along), param.name, value);
}

/** The call without the parameter. */
export function withoutParam(draft: Draft, param: ParamRow): Draft {
  return dropped(draft, param.name);
}

function dropped(draft: Draft, param: string): Draft {
  const name = draft.recipe.wire?.[param] ?? param;
  const query = Object.fromEntries(Object.entries(draft.query).filter(([each]) => each !== name));
  return { ...draft, query, body: isBody(draft.row) ? remove(draft.body, name) : draft.body };
}

/** Whether the operation takes its parameters as JSON, by the documentation or, where that is silent, by the method. */
export function isBody({ encoding, method }: EndpointRow): boolean {
  return encoding === 'json' || (encoding === 'not shown' && method !== 'GET');
}

function put(draft: Draft, name: string, value: unknown): Draft {
  const wireName = draft.recipe.wire?.[name] ?? name;
  return isBody(draft.row)
    ? { ...draft, body: place(draft.body, wireName, value) }
    : { ...draft, query: { ...draft.query, [wireName]: String(value) } };
}

function textsOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The address of the call below the host, without its query. */
export function pathOf({ row, path }: Draft): string {
  return row.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(path[name] ?? ''));
}

/** Sends the call as its caller. */
export async function sendDraft(client: SandboxClient, draft: Draft, bearer: string): Promise<Reply> {
  const { row, recipe, query, body } = draft;
  const caller =
    recipe.as === 'bearer'
      ? { authorization: `Bearer ${bearer}` }
      : recipe.as === 'manager'
        ? client.as('manager')
        : {};
  const answer = await client.send(row.method, pathOf(draft), {
    ...caller,
    query,
    ...(body === undefined ? {} : { json: body }),
  });
  const json: unknown = /^[[{]/.test(answer.text) ? JSON.parse(answer.text) : null;
  return { status: answer.status, text: answer.text, json, codes: answer.codes };
}

/** Whether the status says that the call was carried out. */
export function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}
