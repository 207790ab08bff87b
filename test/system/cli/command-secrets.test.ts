import { expect, test } from 'vitest';
import type { RunOptions } from '../../support/run-with.ts';
import { commandNames } from './command-names.ts';
import { campaigns, createBench } from './harness.ts';
import { leaksIn, textsBelow } from './leaks.ts';

const account = ['--account', '18ce54d4x5t'];

/** Lines of every command, in an order in which each finds something to do; those of a sign-in have a test of their own. */
const lines: readonly (readonly string[])[] = [
  ['init', 'new'],
  ['validate'],
  ['fmt', '--check'],
  ['plan', '--out', 'plan.json'],
  ['plan', '--format', 'html', '--why'],
  ['show', 'plan.json', '--format', 'markdown'],
  ['apply', '--yes', '--json'],
  ['apply', '--plan', 'plan.json', '--yes'],
  ['drift', '--blame', '--unmanaged', '--format', 'html'],
  ['import', '18ce5uk0000', '--out', 'uk', '--state', 'sqlite:uk.db'],
  ['accounts'],
  ['sandbox-account create'],
  ['sandbox-account delete', '18ce6000000', '--yes'],
  ['get', 'campaigns', ...account, '--format', 'csv'],
  ['blame', 'acme-us/campaigns/sale'],
  ['open', 'acme-us/campaigns/sale'],
  ['api', 'POST', '/12/accounts/:account_id/campaigns', ...account, '-f', 'name=x', '--dry-run'],
  ['api', 'GET', '/12/accounts/:account_id/campaigns', ...account, '--paginate'],
  ['api', 'GET', '/12/no/such/path'],
  ['lookup', 'location', 'germany'],
  ['audience estimate', 'acme-us/campaigns/sale'],
  ['insights keywords', 'coffee'],
  ['posts show', '1'],
  ['posts preview', '1', ...account],
  ['events subscribe', 'profile.update.bio', '--user', '756201191646691328'],
  ['events unsubscribe', '1', '--yes'],
  ['events list', 'connections', '--format', 'json'],
  ['events rules', 'list'],
  ['events disconnect', '--all', '--yes'],
  ['events replay', '1', '--from', '5m'],
  ['events listen'],
  ['watch'],
  ['stop', '--reason', 'the page is down', '--yes'],
  ['plan'],
  ['resume', '--yes'],
  ['state list'],
  ['state show', 'acme-us/campaigns/sale'],
  ['state history'],
  ['state mv', 'acme-us/campaigns/sale', 'acme-us/campaigns/moved'],
  ['state rm', 'acme-us/campaigns/moved'],
  ['state resolve', 'acme-us/campaigns/sale', '--undone'],
  ['state unlock', 'acme-us'],
  ['state rebuild', '--yes'],
  ['state copy', 'sqlite:copy.db'],
  ['destroy', '--yes'],
  ['schema'],
  ['explain', 'campaign'],
  ['completion', 'bash'],
  ['auth status'],
].map(([name = '', ...rest]) => [...name.split(' '), ...rest]);

/** Signing in, tokens whose printing is the purpose, and what shows the invented credentials of the sandbox itself. */
const elsewhere = new Set(['auth login', 'auth logout', 'auth token', 'sandbox', 'demo']);

/** What goes on until Ctrl-C is ended once it has written something. */
function untilItSpeaks([name, second]: readonly string[]): RunOptions {
  return name === 'watch' || second === 'listen' ? { onOutput: (_text, press) => press() } : {};
}

test('no command shows or keeps a credential, also where the platform answers with it or with nonsense', async () => {
  const bench = await createBench(campaigns());
  const { consumer_secret, access_token, access_token_secret } = bench.sandbox.ready;
  const secrets = new Map([
    ['consumer secret', consumer_secret],
    ['token', access_token.replace(/^\d+-/, '')],
    ['token secret', access_token_secret],
  ]);
  // Somebody pasted them into names of records, which every list answers.
  await bench.control('POST', 'seed', {
    campaigns: [...secrets.values()].map((secret) => ({
      account_id: '18ce54d4x5t',
      name: `name ${secret} name`,
    })),
  });
  const ran = new Set<string>();
  const names = await commandNames(bench);

  for (const line of lines) {
    const { stdout, stderr } = await bench.adsync([...line, '-v'], untilItSpeaks(line));
    expect({ line, leaks: leaksIn(stdout + stderr, secrets) }).toEqual({ line, leaks: [] });
    for (const name of names) if (line.join(' ').startsWith(name)) ran.add(name);
  }
  await bench.control('PUT', 'faults', [
    {
      path: '/12/**',
      effect: 'status',
      status: 401,
      body: { errors: [{ code: 32, message: access_token_secret }] },
    },
  ]);
  for (const line of lines) {
    const { stdout, stderr } = await bench.adsync(
      [...line, '-v', '--log-format', 'json'],
      untilItSpeaks(line),
    );
    expect({ line, leaks: leaksIn(stdout + stderr, secrets) }).toEqual({ line, leaks: [] });
  }
  await bench.control('PUT', 'faults', []);

  // The search finds what there is: the platform answers with what was pasted.
  expect(leaksIn(JSON.stringify(await bench.records('campaigns')), secrets)).toHaveLength(3);
  expect(names.filter((name) => !ran.has(name) && !elsewhere.has(name))).toEqual([]);
  const texts = await textsBelow(bench.folder, []);
  expect(texts.size).toBeGreaterThan(5);
  for (const [file, text] of texts)
    expect({ file, leaks: leaksIn(text, secrets) }).toEqual({ file, leaks: [] });
});
