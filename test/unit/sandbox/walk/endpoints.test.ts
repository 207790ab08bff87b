import { describe, expect, test } from 'vitest';
import { answeredFields } from './answered-fields.ts';
import { type Draft, isSuccess, pathOf, type Reply, validDraft } from './draft.ts';
import { fieldIn, hasType } from './field-types.ts';
import { type EndpointRow, endpointRows } from './inventory.ts';
import { at, members } from './json-place.ts';
import { notRefused } from './refused.ts';
import { bearerToken, useWorld } from './use-world.ts';
import { titleOf } from './walked-rules.ts';

const stream = 'E030';
const sandboxAccount = 'E048';
const isAds = (row: EndpointRow): boolean => row.area.startsWith('ads-');
// The steps of authentication are walked in authentication.test.ts.
const walked = endpointRows.filter(({ area, id }) => area !== 'auth' && id !== stream);

describe.each(['public', 'reference'] as const)('in the profile %s', (profile) => {
  const { send, client } = useWorld({ profile });

  test.each(walked.map((row) => [titleOf(row.id, `${row.method} ${row.path} is served`), row] as const))(
    '%s',
    async (_title, row) => {
      const reply = await send(validDraft(row));

      expect([isSuccess(reply.status), reply.text]).toEqual([true, reply.text]);
      if (isAds(row)) expect(envelope(reply)).toEqual(expectedEnvelope(validDraft(row)));
      expect(missingFields(row, reply)).toEqual([]);
    },
  );

  test(`E030 GET /2/activity/stream is served`, async () => {
    const leave = new AbortController();
    const authorization = `Bearer ${await bearerToken(client)}`;

    const response = await fetch(`${client.baseUrl}/2/activity/stream`, {
      headers: { authorization },
      signal: leave.signal,
    });
    leave.abort();

    expect(response.status).toBe(200);
  });
});

describe('nobody is let in', () => {
  const { client, send } = useWorld();

  test.each(walked.map((row) => [row.method, row.path, row] as const))(
    '%s %s unsigned',
    async (...[, , row]) => {
      const path = pathOf(validDraft(row));

      const response = await fetch(`${client.baseUrl}${path}`, { method: row.method });
      const text = await response.text();

      expect(isAds(row) ? [response.status, text.includes('215')] : [response.status]).toEqual(
        isAds(row) ? [400, true] : [401],
      );
    },
  );

  const inAccounts = walked.filter(({ path }) => path.includes(':account_id'));
  test.each(inAccounts.map((row) => [row.method, row.path, row] as const))(
    "%s %s of somebody else's account",
    async (...[, , row]) => {
      const draft = validDraft(row);

      const reply = await send({ ...draft, path: { ...draft.path, account_id: 'stranger' } });

      expect(notRefused(reply, [403])).toBeUndefined();
    },
  );
});

interface Envelope {
  readonly data: string;
  readonly hasNext: boolean;
  readonly echo: string;
}

/** Of what kind `data` and `request` are, and whether a next cursor stands beside. */
function envelope({ json }: Reply): Envelope {
  const next = at(json, 'next_cursor');
  return {
    data: kindOf(at(json, 'data')),
    hasNext: next === null || typeof next === 'string',
    echo: kindOf(Array.isArray(at(json, 'request')) ? [] : at(json, 'request.params')),
  };
}

/** The documented fields that a record of the answer lacks, or has of another type. */
function missingFields({ id }: EndpointRow, { json }: Reply): readonly string[] {
  const data = at(json, 'data');
  const records = Array.isArray(data) ? members(data) : [data];
  return answeredFields(id).flatMap(({ field, type }) =>
    records.every((record) => hasType(fieldIn(record, field), type)) ? [] : [`${field}: ${type}`],
  );
}

/** By the inventory's column of responses (F-request-05, F-batch-01). */
function expectedEnvelope({ row, recipe }: Draft): Envelope {
  const { response } = row;
  const isList = response.startsWith('list envelope');
  const isBatch = response.startsWith('batch envelope');
  const kind = recipe.listOfOne === true ? 'list' : (recipe.data ?? (isList || isBatch ? 'list' : 'record'));
  const isPaged = isList || row.id === sandboxAccount;
  return { data: kind, hasNext: isPaged, echo: isBatch ? 'list' : 'record' };
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'none';
  return Array.isArray(value) ? 'list' : 'record';
}
