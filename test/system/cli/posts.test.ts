import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBench } from './harness.ts';

const known = '1166476031668015104';
const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    posts: { hero: { as_user_id: "756201191646691328", text: It is spring, name: Hero } }
    draft_posts: { teaser: { as_user_id: "756201191646691328", text: Soon } }
    scheduled_posts: { later: { as_user_id: "756201191646691328", text: Later, scheduled_at: 2026-12-01T09:00:00Z } }
`;
const postsSchema = z.array(
  z.looseObject({ id: z.string(), public_metrics: z.record(z.string(), z.number()) }),
);

async function applied() {
  const bench = await createBench(document);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

test('published posts are shown with their public counts, a hundred at a time, in the order asked for', async () => {
  const bench = await applied();
  const ids = Array.from({ length: 120 }, (_, index) => String(1_700_000_000_000_000_000n + BigInt(index)));
  const text = 'Line\u001B[2J\nbreak \u202E';
  const tweets = ids.map((id, index) => {
    const public_metrics = { like_count: index, impression_count: 1000 * index };
    return { id, account_id: '18ce54d4x5t', user_id: '756201191646691328', text, public_metrics };
  });
  await bench.control('POST', 'seed', { tweets });
  const before = (await bench.requests()).length;

  const json = await bench.adsync(['posts', 'show', ...ids.toReversed(), '--format', 'json']);
  const reads = (await bench.requests()).slice(before);
  const table = await bench.adsync(['posts', 'show', 'acme-us/posts/hero', ids[7] ?? '', known]);
  const csv = await bench.adsync(['posts', 'show', ids[7] ?? '', ids[7] ?? '', '--format', 'csv']);

  const posts = postsSchema.parse(JSON.parse(json.stdout));
  expect(posts.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(posts[0]?.public_metrics).toMatchObject({ like_count: 119, impression_count: 119_000 });
  expect(reads).toEqual(['GET /2/tweets', 'GET /2/tweets']);
  expect(table.stdout).toMatch(/^id +text +created +(\S+ +)*like/);
  expect(table.stdout).toMatch(/^1700000000000000007 +Line�\[2J break � .* 7,000$/m);
  expect(table.stdout.trimEnd().split('\n')).toHaveLength(4);
  expect(csv.stdout.split('\n')[0]).toMatch(/^id,author_id,created_at,.*like_count.*,text$/);
  expect(csv.stdout.match(/^1700000000000000007,/gm)).toHaveLength(1);
});

test('posts that are not there are named, and those that are not out have no counts', async () => {
  const bench = await applied();
  const some = await bench.adsync(['posts', 'show', known, '99']);
  const draft = await bench.adsync(['posts', 'show', 'acme-us/draft_posts/teaser']);
  const unknown = await bench.adsync(['posts', 'show', 'acme-us/posts/hera']);
  const strange = await bench.adsync(['posts', 'show', '1,2']);

  expect(some).toMatchObject({ code: 1 });
  expect(some.stdout).toContain(known);
  expect(some.stderr).toContain('error[ADSYNC_RECORD_UNKNOWN]: there is no published post 99');
  expect(draft.stderr).toContain('acme-us/draft_posts/teaser is not published, and has no counts');
  expect(unknown.stderr).toContain('Did you mean acme-us/posts/hero?');
  expect(strange.stderr).toContain('error[ADSYNC_USAGE]: "1,2" is no post');
});

test('a preview shows posts of every sort: as markup, as a page, in the browser', async () => {
  const bench = await applied();
  const all = ['acme-us/posts/hero', 'acme-us/draft_posts/teaser', 'acme-us/scheduled_posts/later', known];
  const opened: string[] = [];
  const browse = async (address: string): Promise<boolean> => {
    opened.push(await readFile(fileURLToPath(address), 'utf8'));
    return true;
  };

  const markup = await bench.adsync(['posts', 'preview', ...all, '--account', 'acme-us']);
  const saved = await bench.adsync(['posts', 'preview', ...all, '-o', 'previews.html']);
  const page = await bench.read('previews.html');
  const shown = await bench.adsync(['posts', 'preview', known, '-o', '-']);
  const browsed = await bench.adsync(['posts', 'preview', all[1] ?? '', '--browser'], { browse });
  const without = await bench.adsync(['posts', 'preview', known, '--browser']);

  expect(markup.stdout.match(/^<iframe class="tweet-preview" .*<\/iframe>$/gm)).toHaveLength(4);
  expect(saved).toMatchObject({ code: 0, stdout: '', stderr: 'The previews are in previews.html.\n' });
  expect(page.match(/<iframe sandbox="allow-scripts allow-popups" srcdoc="&lt;iframe /g)).toHaveLength(4);
  expect(page).toContain('<h2>acme-us/draft_posts/teaser (draft)</h2>');
  expect(shown.stdout).toContain(`<h2>${known} (published)</h2>`);
  expect(opened).toHaveLength(1);
  expect(opened[0]).toContain('(draft)');
  expect(browsed.stderr).toMatch(/^Opened .*previews\.html in the browser\.\n$/);
  expect(without.stderr).toMatch(/^No browser could be started\. The page is /);
  expect(await bench.adsync(['posts', 'preview', known, '-o', 'campaigns.yaml'])).toMatchObject({ code: 1 });
  expect(await bench.read('campaigns.yaml')).toBe(document);
});

test('an id is looked for among all sorts, drafts last, or among one', async () => {
  const bench = await applied();
  const [draft] = await bench.records('draft_tweets');
  const id = String(draft?.['id']);
  await bench.adsync(['state', 'rm', 'acme-us/draft_posts/teaser', '--yes']);

  const found = await bench.adsync(['posts', 'preview', id]);
  const wrong = await bench.adsync(['posts', 'preview', id, '--type', 'published']);

  expect(found.stdout).toContain(`/tweets/${id}"`);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain(`error[ADSYNC_RECORD_UNKNOWN]: the account has no post ${id}`);
});

test('markup of the platform stays within its frame, and draws on no terminal', async () => {
  const bench = await applied();
  const preview = '"></iframe><script>alert(1)</script>\u001B[2J\u202E';
  await bench.control('PUT', 'faults', [
    {
      method: 'GET',
      path: '/12/accounts/*/tweet_previews',
      effect: 'status',
      status: 200,
      body: { data: [{ tweet_id: known, preview }] },
    },
  ]);

  const page = await bench.adsync(['posts', 'preview', known, '-o', '-']);
  const markup = await bench.adsync(['posts', 'preview', known]);

  expect(page.stdout).not.toContain('<script>');
  expect(page.stdout).toContain('srcdoc="&quot;&gt;&lt;/iframe&gt;&lt;script&gt;');
  expect(markup.stdout).not.toContain('\u001B');
  expect(markup.stdout).not.toContain('\u202E');
});
