import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccountNeeds } from '../../../src/live/needs.ts';
import { readLive } from '../../../src/live/read-live.ts';
import type { RecordQuery } from '../../../src/live/record-query.ts';
import { createSeal } from '../../../src/live/seal.ts';
import { type LiveAccount, wasReadCompletely } from '../../../src/schemas/live-record.ts';
import { createWorld, type Dumped, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

function byId(kind: string, ...ids: readonly string[]): readonly RecordQuery[] {
  return ids.map((id) => ({ kind, id, key: [] }));
}

async function read(
  needs: Partial<AccountNeeds>,
  seal?: ReturnType<typeof createSeal>,
): Promise<LiveAccount> {
  const all = { accountId: world.accountId, lists: [], singles: [], ...needs };
  const [live] = await readLive(world.client, [all], seal);
  if (live === undefined) throw new Error('nothing was read');
  return live;
}

async function lists(): Promise<readonly string[]> {
  const requests = await world.requests('GET');
  return requests.map(({ path }) => path.replace(`/accounts/${world.accountId}`, ''));
}

/** Line items of a campaign of their own, with one criterion each. */
async function seedItems(ids: readonly string[], more: Dumped = {}): Promise<void> {
  const base = { account_id: world.accountId };
  await world.seed({
    campaigns: [{ ...base, id: 'cmp1', name: 'Sale', funding_instrument_id: 'hxtet' }],
    line_items: ids.map((id) => ({ ...base, id, campaign_id: 'cmp1', name: `item ${id}`, ...more })),
    targeting_criteria: ids.map((id) => ({ ...base, line_item_id: id, targeting_value: 'fbd6d2f5a4e4a15e' })),
  });
}

describe('what stands below single records', () => {
  test('is listed for two hundred of them at a time, and for no others', async () => {
    const ids = Array.from({ length: 201 }, (_each, index) => `item${index}`);
    await seedItems(ids);

    const live = await read({ lists: [{ kind: 'targeting_criterion', below: byId('line_item', ...ids) }] });

    expect(live.records.length).toBe(201);
    expect(live.records.some(({ fields }) => fields['line_item_id'] === '6zva')).toBe(false);
    expect(await lists()).toEqual(['/12/targeting_criteria', '/12/targeting_criteria']);
    expect(live.complete).toEqual([]);
    expect(wasReadCompletely(live, 'targeting_criterion', 'item200')).toBe(true);
    expect(wasReadCompletely(live, 'targeting_criterion', '6zva')).toBe(false);
    expect(wasReadCompletely(live, 'targeting_criterion')).toBe(false);
  });

  test('is found below a parent that will be adopted, by the natural keys of both, after these were read', async () => {
    await seedItems(['item1', 'item2']);
    const campaign: RecordQuery = { kind: 'campaign', id: undefined, key: ['Sale', 'hxtet'] };
    const item: RecordQuery = { kind: 'line_item', id: undefined, key: [{ query: campaign }, 'item item1'] };

    const live = await read({
      lists: [{ kind: 'campaign' }, { kind: 'line_item' }, { kind: 'targeting_criterion', below: [item] }],
    });

    const criteria = live.records.filter(({ kind }) => kind === 'targeting_criterion');
    expect(criteria.map(({ fields }) => fields['line_item_id'])).toEqual(['item1']);
    expect((await lists()).at(-1)).toBe('/12/targeting_criteria');
  });

  test('needs no request below what is to be created, nor below what is gone', async () => {
    const fresh: RecordQuery = { kind: 'line_item', id: undefined, key: ['8zva0', 'no such name'] };

    const live = await read({
      lists: [
        { kind: 'line_item' },
        { kind: 'targeting_criterion', below: [fresh, ...byId('line_item', 'gone1')] },
      ],
    });

    expect(await lists()).toEqual(['/12/line_items']);
    expect(wasReadCompletely(live, 'targeting_criterion', 'gone1')).toBe(true);
  });

  test('is one list each where the parent stands in the path, and says whose it is', async () => {
    await world.seed({
      custom_audiences: [{ id: 'aud2', account_id: world.accountId, name: 'Others' }],
      audience_permissions: ['1nmth', 'aud2'].map((id) => ({
        account_id: world.accountId,
        custom_audience_id: id,
        granted_account_id: '18ce5uk0000',
      })),
    });
    const below = byId('custom_audience', '1nmth', 'aud2');

    const live = await read({ lists: [{ kind: 'audience_permission', below }] });

    expect(new Set(live.records.map(({ fields }) => fields['custom_audience_id']))).toEqual(
      new Set(['1nmth', 'aud2']),
    );
    expect([...(await lists())].sort()).toEqual([
      '/12/custom_audiences/1nmth/permissions',
      '/12/custom_audiences/aud2/permissions',
    ]);
  });

  test('is none where the platform refuses the list because there is none, at the time it says so', async () => {
    await world.control('PUT', '/clock', { now: '2027-01-01T00:00:00Z', frozen: true });

    const live = await read({ lists: [{ kind: 'promoted_account', below: byId('line_item', '6zva') }] });

    const [request] = await world.requests('GET');
    expect(request?.status).toBe(400);
    expect(live.records).toEqual([]);
    expect(wasReadCompletely(live, 'promoted_account', '6zva')).toBe(true);
    expect(live.readAt).toBe(Date.parse('2027-01-01T00:00:00Z'));
  });

  test('is not taken for none where the refusal says something else', async () => {
    await world.faults({ method: 'GET', path: '/12/**', effect: 'refuse', code: 'INVALID_PARAMETER' });

    const reading = read({ lists: [{ kind: 'promoted_account', below: byId('line_item', '6zva') }] });

    await expect(reading).rejects.toMatchObject({ code: 'ADSYNC_PLATFORM_REFUSED' });
  });
});

describe('records in forms of their own', () => {
  test('posts are listed author by author, with ids beyond exact numbers', async () => {
    await world.seed({
      tweets: [
        {
          id: '9223372036854775807',
          account_id: world.accountId,
          user_id: '2417045708',
          text: 'a',
          name: 'A',
        },
      ],
    });

    const live = await read({ lists: [{ kind: 'post', eachOf: ['756201191646691328', '2417045708'] }] });

    expect(live.records.map(({ id, fields }) => [id, fields['as_user_id']])).toEqual([
      ['1166476031668015104', '756201191646691328'],
      ['1166476031668015105', '756201191646691328'],
      ['9223372036854775807', '2417045708'],
    ]);
    expect((await lists()).length).toBe(2);
  });

  test('drafts go by bare numbers', async () => {
    await world.seed({
      draft_tweets: [
        { id: '9223372036854775806', account_id: world.accountId, user_id: '756201191646691328', text: 'd' },
      ],
    });

    const live = await read({ lists: [{ kind: 'draft_post', eachOf: [undefined] }] });

    expect(live.records.map(({ id }) => id)).toEqual(['9223372036854775806']);
  });

  test('an item of the library goes by its media key', async () => {
    const live = await read({ lists: [{ kind: 'media' }] });

    expect(live.records.map(({ id }) => id)).toContain('3_1191948012077092869');
  });

  test('settings without an id go by that of the account; what is sensitive is a digest, or left out', async () => {
    await world.seed({
      tax_settings: [{ account_id: world.accountId, tax_id: 'DE123', address_company: 'Acme Ltd' }],
    });
    const singles = [{ kind: 'tax_settings', id: world.accountId }];
    const seal = createSeal(new Uint8Array(32).fill(7));

    const [open, sealed] = [await read({ singles }), await read({ singles }, seal)];

    expect(open.records[0]?.id).toBe(world.accountId);
    expect(open.records[0]?.fields['address_name']).toBe('Acme Ltd');
    expect(open.records[0]?.fields).not.toHaveProperty('tax_id');
    expect(sealed.records[0]?.fields['tax_id']).toEqual(seal('DE123'));
    expect(JSON.stringify([open, sealed])).not.toContain('DE123');
  });

  test('settings of a user go by the id that was asked for', async () => {
    const live = await read({ singles: [{ kind: 'user_settings', id: '756201191646691328' }] });

    expect(live.records.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['user_settings 756201191646691328']);
  });
});
