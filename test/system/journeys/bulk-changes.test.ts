import { expect, test } from 'vitest';
import { createBench } from '../cli/harness.ts';

const countries = 'at be ch de es fr gb ie it lu nl pl pt se uk us'.split(' ');

function documentOf(bid: string): string {
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      spring-\${matrix.country}:
        matrix: { country: [${countries.join(', ')}] }
        name: Spring \${matrix.country}
        funding_instrument: credit
        status: ACTIVE
        daily_budget: 20
        line_items:
          clicks:
            name: Clicks
            objective: WEBSITE_CLICKS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            bid_strategy: MAX
            bid_amount: ${bid}
            targeting: [{ type: LOCATION, value: 96683cc9126741d1 }]
`;
}

test('a change of 16 campaigns reads as one, in text and as a comment', async () => {
  const bench = await createBench(documentOf('0.85'));
  const created = await bench.adsync(['plan']);
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write('campaigns.yaml', documentOf('0.95'));

  const text = await bench.adsync(['plan']);
  const comment = await bench.adsync(['plan', '--format', 'markdown']);

  expect(created.stdout.split('\n').length).toBeLessThanOrEqual(13);
  expect(created.stdout).toContain('lu, nl, pl, pt, se, uk, us; named Spring *\n');
  expect(text.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
  expect(text.stdout).toMatchSnapshot('text');
  expect(comment.stdout.replace(/sha256:\w+/, 'sha256:…')).toMatchSnapshot('comment');
});

test('of 16 campaigns that are created alike each name is listed, in 12 lines at most', async () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const named = countries.map((key) => ({
    key,
    name: key === 'uk' ? 'Islands' : (names.of(key.toUpperCase()) ?? ''),
  }));
  const market = named.map(({ key, name }) => `{ key: ${key}, name: ${name} }`).join(', ');
  const bench = await createBench(
    documentOf('0.85')
      .replace(/country: \[.*\]/, `country: [${market}]`)
      .replace('name: Spring ${matrix.country}', 'name: Spring ${matrix.country.name}'),
  );

  const text = await bench.adsync(['--no-color', 'plan'], { typed: '', columns: 80 });
  const comment = await bench.adsync(['plan', '--format', 'markdown']);
  const page = await bench.adsync(['plan', '--format', 'html']);

  const [entry = ''] = text.stdout.split('\n\nPlan: ');
  expect(entry.split('\n').length).toBeLessThanOrEqual(12);
  const list = `Spring *: ${named.map(({ name }) => name).join(', ')}`;
  expect(entry.replaceAll(/\n +/g, ' ')).toContain(`named ${list} + create`);
  expect(comment.stdout).toContain(`  named ${list}\n`);
  expect(page.stdout).toContain(`named ${list}`);
});

test('what goes is told one by one', async () => {
  const bench = await createBench(documentOf('0.85'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });

  const { stdout } = await bench.adsync(['plan', '--destroy']);

  for (const country of countries) expect(stdout).toContain(`acme-us/campaigns/spring-${country}`);
});

test('a replacement says in one line what is made anew with it as it is', async () => {
  const bench = await createBench(documentOf('0.85'));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  await bench.write(
    'campaigns.yaml',
    documentOf('0.85')
      .replace('{ credit: { id: hxtet } }', '{ credit: { id: hxtet }, other: { id: hxteu } }')
      .replace('funding_instrument: credit', 'funding_instrument: other'),
  );

  const { stdout } = await bench.adsync(['plan', '--target', 'acme-us/campaigns/spring-at']);

  expect(stdout.split('\n').filter((line) => line.includes('-/+'))).toHaveLength(2);
  expect(stdout).toContain('made anew with it, as it is: 1 targeting criterion\n');
});

test('members of a set that begin alike are told as one, and others by themselves', async () => {
  const words = ['a/b *', 'c, d', 'e', 'f'].map((value) => `{ type: BROAD_KEYWORD, value: "${value}" }`);
  const bench = await createBench(
    documentOf('0.85').replace(
      'targeting: [',
      `targeting: [${words.join(', ')}, { type: LANGUAGE, value: en }, `,
    ),
  );

  const { stdout } = await bench.adsync(['plan']);

  expect(stdout).toContain('+ 4 targeting BROAD_KEYWORD:EQ:*\n');
  expect(stdout).toContain('* stands for a%2Fb%20*, c%2C%20d, e, f\n');
  expect(stdout).toContain('+ targeting LANGUAGE:EQ:en\n');
});

test('what is created says what people will see of it', async () => {
  const bench = await createBench(`version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    posts:
      summer: { name: Summer post, as_user_id: "756201191646691328", text: It is summer, card: hero }
    cards:
      hero:
        name: Hero
        components:
          - { type: MEDIA, media_key: 3_1191948012077092869 }
          - { type: DETAILS, title: All on sale, destination: { type: WEBSITE, url: https://example.com/sale } }
`);

  const { stdout } = await bench.adsync(['plan']);

  expect(stdout).toContain('"It is summer", acme-us/cards/hero\n');
  expect(stdout).toContain('3_1191948012077092869, "All on sale", https://example.com/sale\n');
});

test('for what several wait is said once', async () => {
  const bench = await createBench(
    documentOf('0.85')
      .replace('    campaigns:\n', '    audiences: { fans: { name: Fans } }\n    campaigns:\n')
      .replace('targeting: [', 'targeting: [{ type: CUSTOM_AUDIENCE, value: { audience: fans } }, ')
      .replace('daily_budget: 20', 'daily_budget: "${matrix.country.budget}"')
      .replace(
        /country: \[.*\]/,
        `country: [${countries.map((key, index) => `{ key: ${key}, budget: ${20 + index} }`).join(', ')}]`,
      ),
  );

  const { stdout } = await bench.adsync(['plan']);

  expect(stdout.split('waits until')).toHaveLength(2);
});
