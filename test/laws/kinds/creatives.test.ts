import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';
import { exampleRoles } from './example-world.ts';

const account = (body: string): string => `version: 1
policy: { max_deletes: 100% }
accounts:
  acme-us:
    id: 18ce54d4x5t
${body.replaceAll(/^(?=.)/gm, '    ')}`;

const us = '"756201191646691328"';
const scheduled = (text: string, at = '2027-03-01T09:00:00Z'): string =>
  account(
    `scheduled_posts:\n  spring: { as_user_id: ${us}, name: Spring, text: ${text}, scheduled_at: ${at} }\n`,
  );

test('a scheduled post that is published is left alone, and published once', async () => {
  const bench = await createBench(scheduled('It begins'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.control('PUT', 'clock', { now: '2027-03-01T09:01:00Z' });
  const posts = await bench.records('tweets');
  expect(posts.filter(({ name }) => name === 'Spring')).toHaveLength(1);

  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['drift', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', scheduled('Too late'));
  const late = await bench.adsync(['plan']);

  expect(late.code).toBe(4);
  expect(late.stdout).toContain(
    'text cannot be changed any more: the platform published it at its scheduled time',
  );
  expect(await bench.records('tweets')).toHaveLength(posts.length);
});

test('a scheduled post that others took back is scheduled again before its time', async () => {
  const bench = await createBench(scheduled('It begins'));
  await bench.adsync(['apply', '--yes']);
  const [post] = await bench.records('scheduled_tweets');
  await bench.control('POST', 'mutate', [{ collection: 'scheduled_tweets', id: post?.['id'], remove: true }]);

  const planned = await bench.adsync(['plan', '--json']);

  expect(JSON.parse(planned.stdout)).toMatchObject({ summary: { create: 1 } });
});

const hero = (card: string, post = ''): string =>
  account(`cards:
  hero: ${card}
posts:
  hero: { as_user_id: ${us}, name: Hero, text: It is spring, card: hero${post} }
`);
const components =
  'components: [{ type: MEDIA, media_key: 3_1191948012077092869 }, { type: DETAILS, title: Spring, destination: { type: WEBSITE, url: https://example.com } }]';
const slide =
  '[{ type: MEDIA, media_key: 3_1191948012077092869 }, { type: DETAILS, title: Spring, destination: { type: WEBSITE, url: https://example.com } }]';

test('a post goes by the address of its card, which is known once the card is there', async () => {
  const bench = await createBench(hero(`{ name: Hero, ${components} }`));

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  const [card] = await bench.records('cards');
  const post = (await bench.records('tweets')).find(({ name }) => name === 'Hero');
  expect(post).toMatchObject({ card_uri: card?.['card_uri'] });
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test('a new card in place of an old one publishes its posts anew, which takes a word on each', async () => {
  const bench = await createBench(hero(`{ name: Hero, ${components} }`));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', hero(`{ name: Hero, slides: [${slide}, ${slide}] }`));

  const refused = await bench.adsync(['apply', '--yes']);

  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('lifecycle: { allow_replace: true }');
  const allow = 'lifecycle: { allow_replace: true }';
  await bench.write(
    'campaigns.yaml',
    hero(`{ name: Hero, slides: [${slide}, ${slide}], ${allow} }`, `, ${allow}`),
  );
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  const cards = await bench.records('cards');
  const posts = (await bench.records('tweets')).filter(({ name }) => name === 'Hero');
  expect(cards).toHaveLength(1);
  expect(posts.at(-1)).toMatchObject({ card_uri: cards[0]?.['card_uri'] });
  expect(posts).toHaveLength(2);
});

test('a new post that the platform would take for the old one again is refused at plan time', async () => {
  const allow = 'lifecycle: { allow_replace: true }';
  const document = (more: string): string =>
    account(`posts:\n  hero: { as_user_id: ${us}, name: Hero, text: It is spring, ${allow}${more} }\n`);
  const bench = await createBench(document(''));
  await bench.adsync(['apply', '--yes']);
  await bench.write('campaigns.yaml', document(', conversation_settings: FOLLOWING'));

  const planned = await bench.adsync(['plan', '--json']);

  expect(planned.code).toBe(4);
  expect(JSON.parse(planned.stdout)).toMatchObject({
    violations: [{ address: 'acme-us/posts/hero', rule: 'unchangeable', platform_code: 'DUPLICATE_TWEET' }],
  });
});

test('posts of several authors are each looked for among their own', async () => {
  const bench = await createBench(
    account(`posts:
  own: { as_user_id: ${us}, name: Own, text: From us }
  other: { as_user_id: "2417045708", name: Other, text: From them }
  reply: { as_user_id: ${us}, name: Reply, text: "@acme yes", nullcast: false }
`),
  );
  await bench.control('POST', 'mutate', exampleRoles);

  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
  const lost = await bench.adsync(['plan', '--json', '--adopt', '--state', 'sqlite:lost.db']);
  expect(JSON.parse(lost.stdout)).toMatchObject({ summary: { adopt: 3, create: 0 } });
});

test('what the platform cannot delete is let go of, and said so', async () => {
  const bench = await createBench(
    account(`posts:\n  hero: { as_user_id: ${us}, name: Hero, text: It is spring }\n`),
  );
  await bench.adsync(['apply', '--yes']);

  const destroyed = await bench.adsync(['destroy', '--yes']);

  expect(destroyed).toMatchObject({ code: 0 });
  expect(destroyed.stdout).toMatch(/acme-us\/posts\/hero.*stays/s);
  expect((await bench.records('tweets')).some(({ name }) => name === 'Hero')).toBe(true);
});

test.each([
  ['nullcast: false, as_user_id: "2417045708"', 'ACTION_NOT_ALLOWED', 'organic'],
  ['as_user_id: "2417045708"', 'ACTION_NOT_ALLOWED', 'TWEET_COMPOSER'],
])('a post with %s is refused before anything is sent', async (fields, code, reason) => {
  const bench = await createBench(account(`posts:\n  hero: { name: Hero, text: It is spring, ${fields} }\n`));

  const planned = await bench.adsync(['plan', '--json']);

  expect(planned.code).toBe(4);
  expect(JSON.parse(planned.stdout)).toMatchObject({ violations: [{ platform_code: code }] });
  expect(planned.stdout).toContain(reason);
});
