import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunOptions } from '../../support/run-with.ts';
import { commandNames } from '../cli/command-names.ts';
import { campaigns, createBench } from '../cli/harness.ts';

const document = campaigns({
  sale: 'name: Sale, daily_budget: 55.00',
  'sale-uk': 'name: Sale UK, daily_budget: 5.00',
  spring: `name: Spring, daily_budget: 7.00, line_items: { clicks: { name: Clicks, objective: WEBSITE_CLICKS, product_type: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bid_strategy: AUTO, start_time: 2026-12-01T00:00:00Z, end_time: 2026-12-31T00:00:00Z, targeting: [{ type: LOCATION, value: 96683cc9126741d1 }] } }`,
});

/** Asks as a shell does: the last word is the one being typed, and a trailing blank begins a new one. */
async function createCompleter(text = document) {
  const bench = await createBench(text);
  // A completion gives up after a while, and loading the sources for the first time is no part of what is tested.
  await bench.adsync(['validate']);
  const ask = async (line: string, options?: RunOptions) => {
    const ran = await bench.adsync(['__complete', ...line.split(' ')], options);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const [offer, ...lines] = ran.stdout.trimEnd().split('\n');
    return { offer, words: lines.map((one) => one.split('\t', 1).join('')), lines };
  };
  return { bench, ask };
}

const becomes: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['pl', ['plan']],
  ['state ', ['list', 'show', 'history', 'mv', 'rm', 'resolve', 'unlock', 'rebuild', 'copy', 'help']],
  ['state s', ['show']],
  ['--no-color state s', ['show']],
  ['--state x state s', ['show']],
  ['plan --format ', ['text', 'json', 'markdown', 'html']],
  ['plan --refresh ', ['full', 'incremental']],
  ['plan --format=m', ['--format=markdown']],
  ['drift --format j', ['json', 'junit']],
  ['plan --detailed', ['--detailed-exitcode']],
  ['plan --json --det', ['--detailed-exitcode']],
  ['plan --lock', ['--lock-timeout']],
  ['plan --format nonsense --form', ['--format']],
  ['explain campaign.d', ['campaign.daily_budget']],
  ['explain tracking_tag.u', ['tracking_tag.url']],
  ['explain policy.max_b', ['policy.max_budget_factor', 'policy.max_bid', 'policy.max_bid_factor']],
  ['explain campaign.life', ['campaign.lifecycle']],
  ['get line_', ['line_item', 'line_items', 'line_item_curated_category']],
  ['get campaign --format ', ['table', 'json', 'yaml', 'csv']],
  ['get campaign --account ', ['acme-us']],
  ['auth ', ['login', 'status', 'logout', 'token', 'help']],
  ['api ', ['GET', 'POST', 'PUT', 'DELETE']],
  ['api p', ['POST', 'PUT']],
  ['api GET /12/a', ['/12/accounts', '/12/advertiser_business_categories']],
  ['api PUT /12/accounts/:account_id/line_items/', ['/12/accounts/:account_id/line_items/:id']],
  ['api delete /12/accounts/:account_id/camp', ['/12/accounts/:account_id/campaigns/']],
  ['api nonsense /12', []],
  ['api GET /12/accounts x', []],
  ['lookup l', ['location', 'language']],
  ['lookup location l', []],
  ['blame acme-us/f', ['acme-us/funding_instruments/']],
  ['blame 8zva0 --kind camp', ['campaign', 'campaigns']],
  ['posts show acme-us/f', ['acme-us/funding_instruments/']],
  ['schema d', ['document', 'drift']],
  ['schema document d', []],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['init --ci g', ['github', 'gitlab']],
  ['plan --account ', ['acme-us']],
  ['nonsense x', []],
  ['state list acme-us/c', ['acme-us/campaigns/']],
  [
    'plan --target acme-us/campaigns/s',
    ['acme-us/campaigns/sale', 'acme-us/campaigns/sale-uk', 'acme-us/campaigns/spring'],
  ],
  // Once it is typed, what stands beneath it.
  ['plan --target acme-us/campaigns/spring', ['acme-us/campaigns/spring/']],
  ['plan --target=acme-us/campaigns/sale-', ['--target=acme-us/campaigns/sale-uk']],
  ['plan --adopt acme-us/f', ['acme-us/funding_instruments/']],
  ['drift --accept acme-us acme-us/f', ['acme-us/funding_instruments/']],
  ['stop acme-us/f', ['acme-us/funding_instruments/']],
  ['stop acme-us acme-us/f', ['acme-us/funding_instruments/']],
  ['state rm acme-us acme-us/f', ['acme-us/funding_instruments/']],
  ['audience estimate acme-us/f', ['acme-us/funding_instruments/']],
  ['open acme-us/f', ['acme-us/funding_instruments/']],
  ['resume ', []],
  ['state mv a acme-us/f', ['acme-us/funding_instruments/']],
  [
    'state show acme-us/campaigns/spring/line_items/clicks/targeting/',
    ['acme-us/campaigns/spring/line_items/clicks/targeting/LOCATION:EQ:96683cc9126741d1'],
  ],
];

test('a line becomes what completes it', async () => {
  const { ask } = await createCompleter();

  for (const [line, words] of becomes) {
    expect({ line, ...(await ask(line)) }).toMatchObject({ line, offer: 'words', words });
  }
});

/** What only the platform or a person knows; `resume` takes the id of a stop, and none stands here. */
const free = [
  'events disconnect',
  'events replay',
  'events subscribe',
  'events unsubscribe',
  'import',
  'insights keywords',
  'resume',
  'state copy',
];

test('every command that takes words offers some, but for what only the platform or a person knows', async () => {
  const { ask, bench } = await createCompleter();
  const silent: string[] = [];
  for (const command of await commandNames(bench)) {
    const { stdout } = await bench.adsync([...command.split(' '), '--help']);
    if (!/^Usage: .* [<[](?!options])[a-z-]+(\.\.\.)?[>\]]/m.test(stdout)) continue;
    const { offer, words } = await ask(`${command} `);
    if (offer === 'words' && words.length === 0) silent.push(command);
  }
  expect(silent.toSorted()).toEqual(free);
});

test('a stop that stands is offered to the command that ends it', async () => {
  const { ask, bench } = await createCompleter();
  await bench.adsync(['apply', '--yes']);
  expect(await bench.adsync(['stop', '--reason', 'now', '--yes'])).toMatchObject({ code: 0 });

  const { words } = await ask('resume ');

  expect(words).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  expect(await ask(`resume ${words[0]?.slice(0, 3)}`)).toMatchObject({ words });
});

const offers = [
  ['plan ', 'files'],
  ['plan --target a ', 'files'],
  ['plan -- --x', 'files'],
  ['apply --plan ', 'files'],
  ['plan --plan=', 'words'],
  ['plan --var-file=', 'files'],
  ['init ', 'folders'],
] as const;

test('a line asks for what is on the disk', async () => {
  const { ask } = await createCompleter();

  for (const [line, offer] of offers) {
    expect({ line, ...(await ask(line)) }).toMatchObject({ line, offer, words: [] });
  }
});

test('commands and options come with what they do', async () => {
  const { ask } = await createCompleter();

  expect((await ask('validat')).lines).toEqual(['validate\tcheck the document; needs no network']);
  expect((await ask('plan --json')).lines).toEqual(['--json\tthe plan as JSON, the same as --format json']);
});

test('addresses come from the state too, also of another place and where the document is broken', async () => {
  const { ask, bench } = await createCompleter();
  await bench.adsync(['apply', '--yes', '--state', 'sqlite:elsewhere.db']);
  await bench.write('campaigns.yaml', 'version: 1\naccounts: [');

  expect(await ask('state show acme-us/campaigns/sa')).toMatchObject({ words: [] });
  expect(await ask('--state sqlite:elsewhere.db state show acme-us/campaigns/sa')).toMatchObject({
    words: ['acme-us/campaigns/sale', 'acme-us/campaigns/sale-uk'],
  });
  expect(await ask('state show a', { env: { ADSYNC_STATE: 'sqlite:elsewhere.db' } })).toMatchObject({
    words: ['acme-us/'],
  });
});

test('profiles come from the folder of the user', async () => {
  const { bench, ask } = await createCompleter();
  await bench.write('settings/profiles/staging.yaml', '');
  await bench.write('settings/profiles/default.yaml', '');
  const env = { ADSYNC_CONFIG_DIR: join(bench.folder, 'settings') };

  expect((await ask('plan --profile ', { env })).words).toEqual(['default', 'staging']);
  expect((await ask('plan --profile=s', { env })).words).toEqual(['--profile=staging']);
  expect((await ask('sandbox --profile ', { env })).words).toEqual(['public', 'reference']);
});

test('the document that the command line names counts', async () => {
  const { ask, bench } = await createCompleter();
  await bench.write('other.yaml', document.replaceAll('acme-us', 'acme-other'));

  expect(await ask('plan other.yaml --target a')).toMatchObject({ words: ['acme-other'] });
});

test('it is silent where nothing can be read', async () => {
  const { ask } = await createCompleter('version: 1\naccounts: [');

  for (const state of ['postgres://nobody@127.0.0.1:1/none', 'nonsense:x', 'sqlite:campaigns.yaml']) {
    expect(await ask('plan --target a', { env: { ADSYNC_STATE: state } })).toMatchObject({
      offer: 'words',
      words: [],
    });
  }
});

test('a large document does not keep anybody waiting', async () => {
  const { ask, bench } = await createCompleter();
  await bench.write('campaigns.yaml', `${document}# ${'x'.repeat(1024 * 1024)}\n`);

  expect(await ask('plan --target a')).toMatchObject({ words: [] });
});

test('a shell that is not known is an error that helps', async () => {
  const { bench } = await createCompleter();

  const { code, stderr } = await bench.adsync(['completion', 'tcsh']);

  expect(code).toBe(1);
  expect(stderr).toContain('Ask for one of bash, zsh, fish.');
});
