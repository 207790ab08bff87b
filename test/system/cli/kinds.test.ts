import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, createBench } from './harness.ts';

const targeting = '{ type: LOCATION, value: 96683cc9126741d1 }';

/** A document of everything that hangs on an ACTIVE line item, and of what it shows. */
function launch(more = '', criteria = targeting): string {
  return `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale:
        name: Sale
        funding_instrument: credit
        status: ACTIVE
        daily_budget: 55
        line_items:
          clicks:
            name: Clicks
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2026-12-01T00:00:00Z
            end_time: 2026-12-31T00:00:00Z
            status: ACTIVE
            targeting: [${criteria}]
            promoted_posts: [{ post: hero }, { id: "1166476031668015104" }]
    cards:
      hero:
        name: Hero
        components:
          - { type: MEDIA, media_key: 13_1191948012077092867 }
          - { type: DETAILS, title: Spring, destination: { type: WEBSITE, url: https://example.com } }
    posts:
      hero: { as_user_id: "756201191646691328", text: It is spring, card: hero, name: Hero post }
${more}
  acme-uk: { id: 18ce5uk0000 }
`;
}

const shared = `    audiences:
      regulars: { id: 1nmth, shared_with: { acme-uk: READ_ONLY } }
      buyers: { name: Buyers, shared_with: { acme-uk: READ_WRITE } }
`;
const settings = `    tax_settings: { tax_category: BUSINESS_WITH_VAT, tax_id: DE123456789 }
`;
const consent = ['--override', 'max_updates'];

async function requests(
  bench: Bench,
  since = 0,
): Promise<readonly { method: string; path: string; n: number }[]> {
  const schema = z.array(z.object({ n: z.number(), method: z.string(), path: z.string() }));
  return schema.parse(await bench.control('GET', `requests?since=${since}`));
}

async function expectNothingToDo(bench: Bench): Promise<void> {
  const plan = await bench.adsync(['plan', '--detailed-exitcode']);
  expect(plan.stdout).toContain('Nothing to change');
  expect(plan.code).toBe(0);
}

async function loseAnswers(bench: Bench): Promise<void> {
  const lost = ['POST', 'PUT', 'DELETE'].map((method) => ({ method, path: '/12/**', effect: 'drop_after' }));
  await bench.control('PUT', 'faults', lost);
}

test('a plan reads each list once, what stands below line items only below those that matter', async () => {
  const bench = await createBench(launch(shared));
  await bench.adsync(['apply', '--yes']);
  const last = (await requests(bench)).at(-1)?.n ?? 0;

  await expectNothingToDo(bench);

  const read = (await requests(bench, last)).filter(({ n }) => n > last).map(({ path }) => path);
  const short = read.map((path) => path.replace('/12/accounts/18ce54d4x5t/', '')).sort();
  const audience = (await bench.records('custom_audiences')).find(({ name }) => name === 'Buyers');
  expect(short).toEqual(
    [
      'campaigns',
      'cards',
      'custom_audiences',
      'custom_audiences/1nmth/permissions',
      `custom_audiences/${String(audience?.['id'])}/permissions`,
      'funding_instruments',
      'line_items',
      'promoted_tweets',
      'targeting_criteria',
      'tweets',
    ].sort(),
  );
});

describe.each(['answered', 'lost'])('with every write %s', (fate) => {
  test('a launch with card, post, audiences and settings is there once, stays so, and goes again', async () => {
    const bench = await createBench(launch(shared + settings));
    if (fate === 'lost') await loseAnswers(bench);

    const applied = await bench.adsync(['apply', '--yes', ...consent]);

    const said = applied.stderr.split('\n').filter((line) => line !== '');
    expect(said.filter((line) => fate === 'answered' || !line.startsWith('Waiting until '))).toEqual([]);
    expect(applied.code).toBe(0);
    const [card] = await bench.records('cards');
    const posts = (await bench.records('tweets')).filter(({ name }) => name === 'Hero post');
    expect(posts.map((post) => post['card_uri'])).toEqual([`card://${String(card?.['id'])}`]);
    const promoted = (await bench.records('promoted_tweets')).map((record) => record['tweet_id']);
    expect(new Set(promoted)).toEqual(new Set(['1166476031668015104', posts[0]?.['id']]));
    expect((await bench.records('audience_permissions')).length).toBe(2);
    await expectNothingToDo(bench);

    const destroyed = await bench.adsync(['destroy', '--yes']);

    expect(destroyed.code).toBe(0);
    expect(await bench.records('promoted_tweets')).toEqual([]);
    expect(await bench.records('audience_permissions')).toEqual([]);
    expect((await bench.records('campaigns')).map(({ id }) => id)).toEqual(['8zva0']);
  });

  test('the targeting of an active line item changes in one request', async () => {
    const bench = await createBench(launch());
    await bench.adsync(['apply', '--yes']);
    if (fate === 'lost') await loseAnswers(bench);
    const before = (await requests(bench)).length;
    await bench.write('campaigns.yaml', launch('', '{ type: LOCATION, value: fbd6d2f5a4e4a15e }'));

    const applied = await bench.adsync(['apply', '--yes']);

    expect(applied.code).toBe(0);
    const writes = (await requests(bench)).slice(before).filter(({ method }) => method !== 'GET');
    expect(writes.map(({ path }) => path)).toEqual(['/12/batch/accounts/18ce54d4x5t/targeting_criteria']);
    const ours = (await bench.records('targeting_criteria')).filter(({ id }) => id !== 'fbyjl');
    expect(ours.map((criterion) => criterion['targeting_value'])).toEqual(['fbd6d2f5a4e4a15e']);
    await expectNothingToDo(bench);
  });
});

describe('sensitive values', () => {
  const document = launch(settings);

  test('are in no output, plan or state, and are compared all the same', async () => {
    const bench = await createBench(document);

    const planned = await bench.adsync(['plan', '--json']);
    const applied = await bench.adsync(['apply', '--yes', '--json', ...consent]);
    const [record] = await bench.records('tax_settings');
    await bench.control('POST', 'mutate', [
      { collection: 'tax_settings', id: record?.['id'], set: { tax_id: 'DE000000000' } },
    ]);
    const drift = await bench.adsync(['drift', '--format', 'json']);
    const state = await bench.adsync(['state', 'show', 'acme-us/tax_settings']);

    expect(applied.code).toBe(0);
    expect(record?.['tax_id']).toBe('DE123456789');
    expect(drift.stdout).toContain('/tax_id');
    for (const { stdout, stderr } of [planned, applied, drift, state]) {
      expect(stdout + stderr).not.toMatch(/DE123456789|DE000000000/);
    }
  });

  test('leave no digest of another key in a state that was rebuilt', async () => {
    const bench = await createBench(document);
    await bench.adsync(['apply', '--yes', ...consent]);

    const rebuilt = await bench.adsync(['state', 'rebuild', '--yes', '--state', 'sqlite:other.db']);
    const shown = await bench.adsync(['state', 'show', 'acme-us/tax_settings', '--state', 'sqlite:other.db']);

    expect(rebuilt.stderr).toBe('');
    expect(rebuilt.code).toBe(0);
    expect(shown.stdout).toContain('BUSINESS_WITH_VAT');
    expect(shown.stdout).not.toContain('tax_id');
  });

  test('of a plan that was saved before there was a state are sent as the document has them', async () => {
    const bench = await createBench(document);
    await bench.adsync(['plan', '-o', 'saved.json', ...consent]);

    const applied = await bench.adsync(['apply', '--plan', 'saved.json', '--yes']);

    expect(applied.stderr).toBe('');
    expect(applied.code).toBe(0);
    expect((await bench.records('tax_settings'))[0]?.['tax_id']).toBe('DE123456789');
    await expectNothingToDo(bench);
  });

  test('that change make a saved plan stale', async () => {
    const bench = await createBench(document);
    await bench.adsync(['apply', '--yes', ...consent]);
    await bench.write('campaigns.yaml', document.replace('DE123456789', 'DE2'));
    await bench.adsync(['plan', '-o', 'saved.json']);
    await bench.write('campaigns.yaml', document.replace('DE123456789', 'DE3'));

    const applied = await bench.adsync(['apply', '--plan', 'saved.json', '--yes']);

    expect(applied.code).toBe(3);
    expect(applied.stderr).toContain('tax_id');
    expect(applied.stderr).not.toMatch(/DE[23]\b/);
  });
});
