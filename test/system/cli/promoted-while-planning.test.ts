import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBench } from './harness.ts';

const requestsSchema = z.array(z.looseObject({ method: z.string(), path: z.string() }));

const item = (fields: string): string => `
      sale:
        funding_instrument: credit
        name: Sale
        daily_budget: 55.00
        line_items:
          all:
            name: All
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-20T00:00:00Z
            placements: [ALL_ON_TWITTER]
${fields}`;

const documentOf = (line: string): string => `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:${item(line)}`;

const posts = (ids: readonly string[]): string =>
  documentOf(`            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            bid_amount: 1.00
            promoted_posts:
${ids.map((id) => `              - { id: "${id}" }`).join('\n')}
`);

const users = (ids: readonly string[]): string =>
  documentOf(`            objective: FOLLOWERS
            product_type: PROMOTED_ACCOUNT
            bid_strategy: TARGET
            bid_amount: 1.00
            promoted_accounts:
${ids.map((id) => `              - "${id}"`).join('\n')}
`);

const looking = /\/tweets$|promotable_users$/;

async function benchWith(document: string) {
  const bench = await createBench(document);
  const asked = async (): Promise<readonly string[]> => {
    const requests = requestsSchema.parse(await bench.control('GET', 'requests'));
    return requests
      .filter(({ method, path }) => method === 'GET' && looking.test(path))
      .map(({ path }) => path);
  };
  return {
    ...bench,
    /** What `work` made the program ask about posts and users, . */
    askedBy: async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      const before = (await asked()).length;
      await work();
      return (await asked()).slice(before);
    },
  };
}

const tweet = (id: string, userId: string): object => ({
  id,
  account_id: null,
  user_id: userId,
  text: `By ${userId} ${id}`,
});

/** Users whose posts the account may promote, beside those that it has. */
const others = (count: number): object => ({
  promotable_users: Array.from({ length: count }, (_, index) => ({
    account_id: '18ce54d4x5t',
    user_id: `24170460${index + 10}`,
  })),
});

const list = '/12/accounts/18ce54d4x5t/tweets';

test('posts that are there cost one request for 200, posts that are not refuse the plan at their place, and nothing is asked where nothing is promoted anew', async () => {
  const author = '756201191646691328';
  const many = Array.from({ length: 201 }, (_, index) => ({
    id: String(1166476031668020000n + BigInt(index)),
    account_id: '18ce54d4x5t',
    user_id: author,
    text: `Number ${index}`,
  }));
  const ids = many.map(({ id }) => id);
  const bench = await benchWith(posts(ids));
  await bench.control('POST', 'seed', { tweets: many });

  const first = await bench.askedBy(async () => {
    const { code, stderr } = await bench.adsync(['plan', '-o', 'plan.json']);
    expect(stderr).not.toContain('promoted');
    expect(code).toBe(0);
  });
  expect(first).toEqual([list, list]);

  await bench.write('campaigns.yaml', posts([...ids, '999', '9999999999999999999', '0000999']));
  const wrong = await bench.adsync(['plan']);
  expect(wrong.code).toBe(4);
  expect(wrong.stdout).toContain(
    'campaigns.yaml:222:17: there is no post 999 that could be promoted (promoted 2 times)',
  );
  expect(wrong.stdout).toContain(
    'campaigns.yaml:223:17: there is no post 9999999999999999999 that could be promoted',
  );
  expect(wrong.stdout).toContain('To accept it: --override promoted');
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(4);
  expect(await bench.writes()).toEqual([]);
  const accepted = await bench.askedBy(async () => {
    const { code, stderr } = await bench.adsync(['plan', '--override', 'promoted']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
  });
  expect(accepted).toEqual([]);

  await bench.write('campaigns.yaml', posts(ids));
  expect((await bench.adsync(['apply', '--plan', 'plan.json', '--yes'])).code).toBe(0);
  const again = await bench.askedBy(async () => {
    const { code, stdout } = await bench.adsync(['plan']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to change');
  });
  expect(again).toEqual([]);
});

test('a saved plan is held against what has become of its posts', async () => {
  const bench = await benchWith(posts(['1166476031668015104']));
  expect((await bench.adsync(['plan', '-o', 'plan.json'])).code).toBe(0);
  await bench.control('POST', 'mutate', [
    { collection: 'tweets', id: '1166476031668015104', set: { deleted: true } },
  ]);
  const { code, stdout, stderr } = await bench.adsync(['apply', '--plan', 'plan.json', '--yes']);
  expect(stdout + stderr).toContain('there is no post 1166476031668015104');
  expect(code).toBe(4);
  expect(await bench.writes()).toEqual([]);

  // What the account promotes already was not refused by the platform.
  await bench.control('POST', 'mutate', [
    { collection: 'tweets', id: '1166476031668015104', set: { deleted: false } },
  ]);
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(0);
  await bench.control('POST', 'mutate', [
    { collection: 'tweets', id: '1166476031668015104', set: { deleted: true } },
  ]);
  const document = await bench.read('campaigns.yaml');
  const [, item = ''] = document.split('        line_items:\n');
  await bench.write('campaigns.yaml', document + item.replace(' all:', ' more:').replace('All', 'More'));
  const asked = await bench.askedBy(async () => {
    const twice = await bench.adsync(['plan']);
    expect(twice.stdout).toContain('2 to create');
    expect(twice.code).toBe(0);
  });
  expect(asked).toEqual([]);
});

test('posts of others are noted unless the account may promote their author, and no hidden post of such an author is taken for missing', async () => {
  const bench = await benchWith(posts(['1166476031668030001', '1166476031668030002', '1166476031668030003']));
  await bench.control('POST', 'seed', {
    tweets: [
      tweet('1166476031668030001', '2417045708'),
      tweet('1166476031668030002', '756201191646691330'),
      tweet('1166476031668030003', '2417045708'),
    ],
  });
  const plain = await bench.adsync(['plan']);
  expect(plain.code).toBe(0);
  expect(plain.stderr).toContain(
    'campaigns.yaml:22:17: acme-us/campaigns/sale/line_items/all/promoted_posts/1166476031668030002: post 1166476031668030002 is by user 756201191646691330, who is not among the promotable users',
  );
  expect(plain.stderr).not.toContain('post 1166476031668030001');

  // The data API says of the third that it is not there, as of a post that is promoted only.
  const lost = {
    type: 'https://api.x.com/2/problems/resource-not-found',
    resource_type: 'post',
    value: '1166476031668030003',
  };
  await bench.control('PUT', 'faults', [
    { path: '/2/tweets', effect: 'status', status: 200, body: { errors: [lost] } },
  ]);
  const hidden = await bench.adsync(['plan']);
  expect(hidden.code).toBe(0);
  expect(hidden.stderr).toContain(
    'not checked whether 2 posts, 1166476031668030001 first, are there: the platform did not say',
  );
});

test('what cannot be asked, or is answered with something else, is a note and no refusal, after one try', async () => {
  const bench = await benchWith(posts(['999']));
  const answers = [
    {
      effect: 'status',
      status: 403,
      body: { title: 'Forbidden', detail: 'no', type: 'about:blank', status: 403 },
    },
    {
      effect: 'status',
      status: 429,
      body: { title: 'Too Many Requests', detail: 'no', type: 'about:blank', status: 429 },
    },
    { effect: 'status', status: 503, body: {} },
    { effect: 'status', status: 200, body: { errors: [null, { type: 'x', value: '999' }], data: [] } },
    { effect: 'status', status: 200, body: [] },
    { effect: 'garbage' },
    { effect: 'truncate' },
    { effect: 'drop_before' },
  ];
  for (const answer of answers) {
    await bench.control('PUT', 'faults', [{ path: '/2/**', ...answer }]);
    const asked = await bench.askedBy(async () => {
      const { code, stderr } = await bench.adsync(['plan']);
      expect(stderr).toContain('not checked whether post 999 is there: the platform did not say');
      expect(code).toBe(0);
    });
    expect(asked.filter((path) => path === '/2/tweets')).toHaveLength(1);
  }
  // The own list is not the word on a post that it could not show.
  await bench.control('PUT', 'faults', [
    { path: '/12/accounts/*/promotable_users', effect: 'status', status: 404, body: {} },
  ]);
  expect((await bench.adsync(['plan'])).stderr).toContain('not checked whether post 999');
  // Nobody asks each of more than twenty authors.
  await bench.control('PUT', 'faults', []);
  await bench.control('POST', 'seed', others(19));
  expect((await bench.adsync(['plan'])).code).toBe(4);
  await bench.control('POST', 'seed', others(1));
  expect((await bench.adsync(['plan'])).stderr).toContain('not checked whether post 999');
});

test('users that the account may promote cost one request, others one each, and those that are not there refuse the plan', async () => {
  const bench = await benchWith(users(['2417045708', '756201191646691329', '12345']));
  const wrong = await bench.adsync(['plan']);
  expect(wrong.code).toBe(4);
  expect(wrong.stdout).toContain('campaigns.yaml:24:17: there is no user 12345 who could be promoted');
  expect(wrong.stdout.match(/there is no user/g)).toHaveLength(1);

  await bench.control('PUT', 'faults', [
    {
      path: '/2/users/*/tweets',
      effect: 'status',
      status: 404,
      body: { title: 'Not Found', detail: 'No such path', type: 'about:blank', status: 404 },
    },
  ]);
  const unknown = await bench.adsync(['plan']);
  expect(unknown.code).toBe(0);
  expect(unknown.stderr).toContain('not checked whether 2 users, 756201191646691329 first, are there');
  const gone = { type: 'https://api.x.com/2/problems/resource-not-found', resource_type: 'user', value: 'x' };
  await bench.control('PUT', 'faults', [
    { path: '/2/users/*/tweets', effect: 'status', status: 200, body: { errors: [gone] } },
  ]);
  expect((await bench.adsync(['plan'])).stdout.match(/there is no user/g)).toHaveLength(2);

  await bench.control('PUT', 'faults', []);
  await bench.write('campaigns.yaml', users(['2417045708', '756201191646691329']));
  const asked = await bench.askedBy(async () =>
    expect((await bench.adsync(['apply', '--yes'])).code).toBe(0),
  );
  expect(asked).toEqual(['/12/accounts/18ce54d4x5t/promotable_users', '/2/users/756201191646691329/tweets']);
  expect(await bench.askedBy(async () => await bench.adsync(['plan']))).toEqual([]);
});
