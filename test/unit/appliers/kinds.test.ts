import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeal, sealDocument } from '../../../src/live/seal.ts';
import type { DesiredResource } from '../../../src/schemas/desired.ts';
import type { Values } from '../../../src/schemas/values.ts';
import { createWorld, type World } from '../../support/world.ts';
import { accountId, buildPlan, documentOf, type StepSpec } from './build-plan.ts';
import { addressesOf, matching, runPlan } from './run-plan.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
});

const author = '756201191646691328';
const cardUnder = 'acme/cards/hero';
const postUnder = 'acme/posts/hero';
const components = [
  { type: 'MEDIA', media_key: '13_1191948012077092867' },
  { type: 'DETAILS', title: 'Spring, sale', destination: { type: 'WEBSITE', url: 'https://example.com' } },
];

/** A card in a JSON body, and a post that goes by the card's address. */
function cardAndPost(more: Values = {}): readonly StepSpec[] {
  const params = { as_user_id: author, text: 'It is spring', name: 'Hero', card_uri: { id_of: cardUnder } };
  return [
    {
      kind: 'card',
      single: true,
      operations: [{ type: 'Create', address: cardUnder, params: { name: 'Hero', components, ...more } }],
    },
    {
      kind: 'post',
      single: true,
      operations: [{ type: 'Create', address: postUnder, params, requires: [1] }],
      after: [1],
    },
  ];
}

/** Promotes posts on the line item that the sandbox begins with. */
function promote(tweetIds: readonly Values[string][], more: Partial<StepSpec> = {}): readonly StepSpec[] {
  return tweetIds.map((tweet, index) => ({
    kind: 'promoted_post',
    single: true,
    operations: [
      {
        type: 'Create',
        address: `acme/line_items/evergreen/promoted_posts/${index}`,
        params: { line_item_id: '6zva', tweet_id: tweet },
      },
    ],
    ...more,
  }));
}

async function lose(method: string, path: string, effect = 'drop_after'): Promise<void> {
  await world.faults({ method, path, effect });
}

describe('what others refer to otherwise than by its id', () => {
  test('a post names the address of a card that was made just before, and a plan later still knows it', async () => {
    const { result } = await runPlan(world, buildPlan(cardAndPost()));

    expect(result.exitCode).toBe(0);
    const [card] = await world.dump('cards');
    const posts = await world.dump('tweets');
    expect(posts.find(({ name }) => name === 'Hero')?.['card_uri']).toBe(`card://${String(card?.['id'])}`);
    const entry = (await world.snapshot()).entries.find(({ address }) => address === cardUnder);
    expect(entry?.answered['card_uri']).toBe(`card://${entry?.id}`);
    expect(Object.keys(entry?.declared ?? {})).toEqual(['name', 'components']);
  });

  test('also where the answer to the card was lost', async () => {
    await lose('POST', '/12/accounts/*/cards');

    const { result } = await runPlan(world, buildPlan(cardAndPost()));

    expect(result.exitCode).toBe(0);
    expect((await world.dump('cards')).length).toBe(1);
    expect((await world.dump('tweets')).filter(({ name }) => name === 'Hero').length).toBe(1);
  });

  test('and of one that stands in the document by its id, by what its record shows', async () => {
    await world.seed({ cards: [{ id: '15038313999', account_id: accountId, name: 'Old' }] });
    const [, post] = cardAndPost();
    if (post === undefined) throw new Error('no post');
    const plan = buildPlan([
      { ...post, after: [], operations: post.operations.map((one) => ({ ...one, requires: [] })) },
    ]);
    const document = documentOf(plan);
    const card: DesiredResource | undefined = document.resources[0];
    if (card === undefined) throw new Error('no resource');
    const known = {
      ...card,
      address: cardUnder,
      kind: 'card',
      parent: 'acme',
      id: '15038313999',
      fields: {},
    };

    const { result } = await runPlan(world, plan, {
      document: { ...document, resources: [...document.resources, known] },
    });

    expect(result.exitCode).toBe(0);
    const posts = await world.dump('tweets');
    expect(posts.find(({ name }) => name === 'Hero')?.['card_uri']).toBe('card://15038313999');
  });
});

test('what refers to something that is declared, and not there, is not sent', async () => {
  const [, post] = cardAndPost();
  if (post === undefined) throw new Error('no post');
  const plan = buildPlan([
    { ...post, after: [], operations: post.operations.map((one) => ({ ...one, requires: [] })) },
  ]);
  const document = documentOf(plan);
  const [template] = document.resources;
  if (template === undefined) throw new Error('no resource');
  const card = { ...template, address: cardUnder, kind: 'card', id: undefined };

  const { result } = await runPlan(world, plan, {
    document: { ...document, resources: [...document.resources, card] },
  });

  expect(result.failed).toMatchObject([{ address: postUnder, cause: { code: 'ADSYNC_INTERNAL' } }]);
  expect(await world.requests('POST')).toEqual([]);
});

describe('promoted posts', () => {
  const foreign = ['1000000000000000001', '1000000000000000002'];
  beforeEach(async () => {
    await world.control('PUT', '/limits', { objective_tweets: 'free' });
    await world.seed({
      tweets: foreign.map((id) => ({ id, account_id: null, user_id: '2417045708', text: `theirs ${id}` })),
    });
  });

  test('the answer is a list of one, and what is sent goes by the name of the creation', async () => {
    const { result } = await runPlan(world, buildPlan(promote(['1166476031668015104'])));

    expect(result.exitCode).toBe(0);
    expect((await world.snapshot()).entries.map(({ declared }) => declared['tweet_id'])).toEqual([
      '1166476031668015104',
    ]);
  });

  test('of somebody else come back under another id: each is still known, also after lost answers', async () => {
    await lose('POST', '/12/accounts/*/promoted_tweets');

    const { result } = await runPlan(world, buildPlan(promote(foreign)));

    expect(result.exitCode).toBe(0);
    const records = await world.dump('promoted_tweets');
    expect(records.length).toBe(2);
    const { entries } = await world.snapshot();
    for (const [index, entry] of entries.entries()) {
      const record = records.find(({ id }) => id === entry.id);
      expect(entry.declared['tweet_id']).toBe(foreign[index]);
      expect(record?.['tweet_id']).toBe(entry.answered['tweet_id']);
      expect(foreign).not.toContain(entry.answered['tweet_id']);
    }
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
  });

  test('are made again where the request never arrived', async () => {
    await world.faults({
      method: 'POST',
      path: '/12/accounts/*/promoted_tweets',
      effect: 'drop_before',
      nth: [1],
    });

    const { result } = await runPlan(world, buildPlan(promote(foreign)));

    expect(result.exitCode).toBe(0);
    expect((await world.dump('promoted_tweets')).length).toBe(2);
  });
});

describe('what stands in the path of its parent', () => {
  const audience = 'acme/audiences/buyers';
  const grant = `${audience}/shared_with/uk`;
  const share: readonly StepSpec[] = [
    {
      kind: 'custom_audience',
      single: true,
      operations: [{ type: 'Create', address: audience, params: { name: 'Buyers' } }],
    },
    {
      kind: 'audience_permission',
      single: true,
      after: [1],
      operations: [
        {
          type: 'Create',
          address: grant,
          requires: [1],
          params: {
            custom_audience_id: { id_of: audience },
            granted_account_id: '18ce5uk0000',
            permission_level: 'READ_ONLY',
          },
        },
      ],
    },
  ];

  test.each(['answered', 'lost'])(
    'is made below one that was made just before, and taken away: %s',
    async (fate) => {
      if (fate === 'lost')
        await world.faults(
          ...['POST', 'DELETE'].map((method) => ({ method, path: '/12/**', effect: 'drop_after' })),
        );

      const made = await runPlan(world, buildPlan(share));

      expect(made.result.exitCode).toBe(0);
      const [permission] = await world.dump('audience_permissions');
      const entry = (await world.snapshot()).entries.find(({ address }) => address === grant);
      expect(entry?.id).toBe(permission?.['id']);

      const away = buildPlan([
        {
          kind: 'audience_permission',
          single: true,
          operations: [{ type: 'Delete', address: grant, id: entry?.id ?? '' }],
        },
      ]);
      const gone = await runPlan(world, away);

      expect(gone.result.exitCode).toBe(0);
      expect(await world.dump('audience_permissions')).toEqual([]);
      expect((await world.snapshot()).entries.map(({ address }) => address)).toEqual([audience]);
    },
  );
});

/** Everything that the state holds, as text. */
async function journal(): Promise<string> {
  const records = [];
  for await (const record of world.store.history()) records.push(record);
  return JSON.stringify([records, await world.snapshot()]);
}

describe('sensitive values', () => {
  const address = 'acme/tax_settings';
  const seal = createSeal(new Uint8Array(32).fill(1));
  const fields = { tax_category: 'BUSINESS_WITH_VAT', tax_id: 'DE123456789' };

  async function applySettings(): Promise<Awaited<ReturnType<typeof runPlan>>> {
    const sealed = { ...fields, tax_id: seal(fields.tax_id) };
    const plan = buildPlan([
      {
        kind: 'tax_settings',
        single: true,
        operations: [{ type: 'Update', address, id: accountId, params: sealed }],
      },
    ]);
    const plain = documentOf(plan);
    const resources = plain.resources.map((one) => (one.address === address ? { ...one, fields } : one));
    const { document, reveal } = sealDocument({ ...plain, resources }, seal);
    return await runPlan(world, plan, { document, secrets: { seal, reveal } });
  }

  test('reach the platform, and nothing else', async () => {
    const { result, events } = await applySettings();

    expect(result.exitCode).toBe(0);
    expect((await world.dump('tax_settings'))[0]?.['tax_id']).toBe('DE123456789');
    const [entry] = (await world.snapshot()).entries;
    expect(entry?.declared['tax_id']).toEqual(seal('DE123456789'));
    expect(entry?.answered['tax_id']).toEqual(seal('DE123456789'));
    expect(JSON.stringify([events, result]) + (await journal())).not.toContain('DE123456789');
  });

  test('stay hidden when the answer is lost and when it is found out by reading', async () => {
    await lose('PUT', '/12/accounts/*/tax_settings');

    const { result } = await applySettings();

    expect(result.exitCode).toBe(0);
    expect(await journal()).not.toContain('DE123456789');
  });

  test('stay hidden when the platform repeats them in a refusal', async () => {
    const body = {
      errors: [{ code: 'INVALID_PARAMETER', message: 'Expected a number, got "DE123456789" for tax_id' }],
    };
    await world.faults({ method: 'PUT', path: '/12/**', effect: 'status', status: 400, body });

    const { result, events } = await applySettings();

    expect(result.failed[0]?.cause.platform?.[0]?.message).toBe(
      'Expected a number, got "(sensitive)" for tax_id',
    );
    expect(JSON.stringify([events, result]) + (await journal())).not.toContain('DE123456789');
  });
});

describe('what is only ever sent together', () => {
  const item = 'acme/line_items/evergreen';
  const members: StepSpec = {
    kind: 'targeting_criterion',
    atomic: true,
    operations: [
      { type: 'Delete', address: `${item}/targeting/LOCATION:EQ:96683cc9126741d1`, id: 'fbyjl' },
      {
        type: 'Create',
        address: `${item}/targeting/LOCATION:EQ:no_such_place`,
        params: {
          line_item_id: '6zva',
          targeting_type: 'AGE',
          targeting_value: 'AGE_NEVER',
          operator_type: 'EQ',
        },
      },
    ],
  };

  test('is refused as a whole, and nothing of it is sent again', async () => {
    const { result } = await runPlan(world, buildPlan([members]));

    expect(result.exitCode).toBe(5);
    expect(result.failed.length).toBe(2);
    expect((await world.requests('POST')).length).toBe(1);
    expect((await world.dump('targeting_criteria')).map(({ id }) => id)).toEqual(['fbyjl']);
  });

  test('is not begun where one of it cannot be sent', async () => {
    const [gone, made] = members.operations;
    if (gone === undefined || made === undefined) throw new Error('no operations');
    const failing: StepSpec = {
      kind: 'campaign',
      operations: [{ type: 'Create', address: 'acme/campaigns/x', params: { name: 'x' } }],
    };
    const held = { ...members, after: [1], operations: [gone, { ...made, requires: [1] }] };

    const { result } = await runPlan(world, buildPlan([failing, held]));

    expect(addressesOf(result.failed)).toEqual(['acme/campaigns/x']);
    expect(result.skipped.map(({ cause }) => cause.address)).toEqual([
      'acme/campaigns/x',
      'acme/campaigns/x',
    ]);
    expect((await world.requests('POST')).every(({ path }) => !path.includes('targeting'))).toBe(true);
  });
});

describe('who may write', () => {
  test('settings of a user are refused to an administrator before anything is sent', async () => {
    const plan = buildPlan([
      {
        kind: 'user_settings',
        single: true,
        operations: [
          {
            type: 'Update',
            address: 'acme/user_settings/me',
            id: author,
            params: { contact_phone_extension: '7' },
          },
        ],
      },
    ]);

    await expect(runPlan(world, plan)).rejects.toMatchObject({
      code: 'ADSYNC_ACCESS_MISSING',
      detail: {
        lines: [
          matching(/user settings need AD_MANAGER or .*, and not ACCOUNT_ADMIN$/),
          'the platform would refuse it with ACTION_NOT_ALLOWED',
        ],
      },
    });
    expect(await world.requests('PUT')).toEqual([]);
  });
});
