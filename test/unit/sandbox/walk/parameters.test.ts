import { describe, expect, test } from 'vitest';
import { type Draft, isSuccess, type Reply, validDraft, withoutParam, withValue } from './draft.ts';
import { endpointRows, type ParamRow, paramRows } from './inventory.ts';
import { at } from './json-place.ts';
import { listEffects, nextOf } from './list-effects.ts';
import { validValues, violations } from './param-values.ts';
import { notRefused } from './refused.ts';
import { useWorld } from './use-world.ts';
import { titleOf } from './walked-rules.ts';

const { send, renew } = useWorld();

// The steps of authentication are walked in authentication.test.ts.
const walked = endpointRows.filter(({ area }) => area !== 'auth');
const groups = walked.map((row) => [row, paramRows.filter(({ endpoint }) => endpoint === row.id)] as const);

describe.each(
  groups
    .filter(([, params]) => params.length > 0)
    .map(([row, params]) => [`${row.id} ${row.method} ${row.path}`, row, params] as const),
)('%s', (_title, row, params) => {
  test.each(params.map((param) => [titleOf(param.id, param.name), param] as const))(
    '%s',
    async (_name, param) => {
      const draft = validDraft(row);

      const faults = [
        ...(await refusals(draft, param)),
        ...(await acceptances(draft, param)),
        ...(await defaults(draft, param)),
        ...(await listEffects(draft, param, send)),
      ];

      expect(faults).toEqual([]);
    },
  );
});

/** Every violation that was not refused as it should be. */
async function refusals(draft: Draft, param: ParamRow): Promise<readonly string[]> {
  const broken = violations(param, draft).map(
    (value) => [String(value), withValue(draft, param, value)] as const,
  );
  const lacking =
    param.required && param.location !== 'path' ? [['nothing', withoutParam(draft, param)] as const] : [];
  const statuses = param.location === 'path' ? [400, 403, 404] : [400];
  const faults: string[] = [];
  for (const [value, violation] of [...broken, ...lacking]) {
    const reply = await send(violation);
    const fault = notRefused(reply, statuses) ?? notBlamed(draft, param, reply);
    if (fault !== undefined) faults.push(`${param.name} = ${value.slice(0, 40)}: ${fault}`);
  }
  return faults;
}

/** Whether the refusal is about something else; undefined where it names the parameter (F-error-05). */
function notBlamed({ row }: Draft, { name, location }: ParamRow, reply: Reply): string | undefined {
  const isTold = row.area.startsWith('ads-') && location !== 'path' && name !== '[]';
  const own = name.split('.').at(-1) ?? '';
  const isNamed = reply.text.includes(`"parameter":"${own}`) || reply.text.includes(`.${own}"`);
  return isTold && !isNamed ? `refused for something else: ${reply.text.slice(0, 300)}` : undefined;
}

/** Every allowed value that was not accepted, or not understood. */
async function acceptances(draft: Draft, param: ParamRow): Promise<readonly string[]> {
  const values = param.name === 'cursor' ? await cursors(draft) : validValues(param, draft);
  const faults: string[] = [];
  for (const value of values) {
    if (draft.row.method !== 'GET') await renew();
    const reply = await send(withValue(draft, param, value));
    const shown = `${param.name} = ${String(value).slice(0, 40)}: ${reply.status} ${reply.text.slice(0, 300)}`;
    if (!isSuccess(reply.status) || !isEchoed(draft, param, value, reply)) faults.push(shown);
  }
  return faults;
}

/** Whether the echo names the parameter: what is only ignored is not accepted (F-request-05). */
function isEchoed({ row }: Draft, param: ParamRow, value: unknown, { json }: Reply): boolean {
  const isTold = row.area.startsWith('ads-') && param.location === 'query' && value !== '';
  return !isTold || at(json, `request.params.${param.name}`) !== undefined;
}

/** The cursor of the first page of one; the empty one where there is no second page. */
async function cursors(draft: Draft): Promise<readonly string[]> {
  const counted = paramRows.find(({ endpoint, name }) => endpoint === draft.row.id && name === 'count');
  if (counted === undefined) return [''];
  return [nextOf(await send(withValue(draft, counted, 1))) ?? ''];
}

/** A read answers the same with the default as without the parameter. */
async function defaults(draft: Draft, param: ParamRow): Promise<readonly string[]> {
  const isPlain = /^(true|false|\d+|[A-Z]+)$/.test(param.default);
  if (draft.row.method !== 'GET' || !isPlain) return [];
  const [without, withDefault] = [await send(draft), await send(withValue(draft, param, param.default))];
  const isSame = JSON.stringify(at(without.json, 'data')) === JSON.stringify(at(withDefault.json, 'data'));
  return isSame ? [] : [`${param.name}: ${param.default} is not the default`];
}
