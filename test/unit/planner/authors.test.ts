import { expect, test } from 'vitest';
import type { Values } from '../../../src/schemas/values.ts';
import { campaign, PlanWorld, refused } from '../../support/plan-world.ts';

const post = 'acme/posts/hero';
const draft = 'acme/draft_posts/hero';
const own = { as_user_id: '1' };
const others = { as_user_id: '2' };

/** What is refused where user 1 asks, who has these roles; nobody knows who asks without any. */
function refusedTo(world: PlanWorld, permissions?: readonly string[]): readonly string[] {
  const caller = permissions === undefined ? {} : { caller: { id: '1', permissions } };
  const live = world.input().live.map((account) => ({ ...account, ...caller }));
  return refused(world.with({ live }).plan()).filter((line) => line.startsWith('not_own_words'));
}

const organic = `not_own_words ${post}: is organic (nullcast: false) and by user 2; only user 1 of the credentials could say that`;
const silenced = `not_own_words ${post}: is by user 2, and user 1 of the credentials has no TWEET_COMPOSER, which speaking for others takes`;

test.each<readonly [Values, readonly string[] | undefined, readonly string[]]>([
  [own, ['AD_MANAGER'], []],
  [{ ...own, nullcast: false }, ['AD_MANAGER'], []],
  [others, ['AD_MANAGER'], [silenced]],
  [others, ['AD_MANAGER', 'TWEET_COMPOSER'], []],
  [{ ...others, nullcast: false }, ['TWEET_COMPOSER'], [organic]],
  [others, undefined, []],
])('a new post with %j, said with %j', (fields, permissions, lines) => {
  expect(refusedTo(new PlanWorld().declared(post, { text: 'Spring', ...fields }), permissions)).toEqual(
    lines,
  );
});

test('a post that is there may be named by others than its author', () => {
  const world = new PlanWorld()
    .ours(post, { text: 'Spring', ...others })
    .edit(post, { text: 'Spring', ...others });

  expect(refusedTo(world, ['AD_MANAGER'])).toEqual([]);
});

test('a draft is made organic by its author only', () => {
  const fields = { text: 'Spring', nullcast: true };
  const ofOthers = new PlanWorld()
    .ours(draft, { ...fields, ...others })
    .edit(draft, { ...fields, ...others, nullcast: false });

  expect(refusedTo(ofOthers, ['TWEET_COMPOSER'])).toEqual([organic.replace(post, draft)]);
});

test('a post that is made anew is said by somebody too', () => {
  const world = new PlanWorld()
    .ours(post, { text: 'Spring', ...others }, { lifecycle: { allowReplace: true } })
    .edit(post, { text: 'Summer' });

  expect(refusedTo(world, ['AD_MANAGER'])).toEqual([silenced]);
  expect(refusedTo(world, ['TWEET_COMPOSER'])).toEqual([]);
});

test('what nobody says may be written by everybody', () => {
  expect(refusedTo(new PlanWorld().declared(campaign('a')), [])).toEqual([]);
});

test.each([
  [
    { ...others, nullcast: false },
    'AD_MANAGER',
    'ACTION_NOT_ALLOWED',
    'Leave nullcast out, or use credentials of the author.',
  ],
  [
    { ...others, nullcast: false },
    'TWEET_COMPOSER',
    'INVALID_PARAMETER',
    'Leave nullcast out, or use credentials of the author.',
  ],
  [
    others,
    'AD_MANAGER',
    'ACTION_NOT_ALLOWED',
    'Have an administrator grant TWEET_COMPOSER, or use credentials of the author.',
  ],
])('a post with %j, said with %s, has the code that the platform gives', (fields, role, code, remedy) => {
  const world = new PlanWorld().declared(post, { text: 'Spring', ...fields });
  const live = world
    .input()
    .live.map((account) => ({ ...account, caller: { id: '1', permissions: [role] } }));

  expect(world.with({ live }).plan().violations).toMatchObject([
    { rule: 'not_own_words', platform_code: code, remedy },
  ]);
});
