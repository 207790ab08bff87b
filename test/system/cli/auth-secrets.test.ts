import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ran } from '../../support/run-with.ts';
import { leaksIn, textsBelow } from './leaks.ts';
import { createSignInBench, decide, onceShown, type SignInBench, signInThrough } from './sign-in.ts';

/** What the platform knows and nobody else should: secrets of the application, of tokens, verifiers, and bearer tokens. */
async function secretsOf({ bench }: SignInBench): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map([
    ['consumer secret', bench.sandbox.ready.consumer_secret],
    ['token of the environment', bench.sandbox.ready.access_token.replace(/^\d+-/, '')],
    ['token secret of the environment', bench.sandbox.ready.access_token_secret],
  ]);
  for (const [collection, fields] of [
    ['request_tokens', ['secret', 'verifier']],
    ['access_tokens', ['token', 'secret']],
    ['bearer_tokens', ['token']],
  ] as const)
    for (const record of await bench.records(collection))
      for (const field of fields) {
        const value = z
          .string()
          .catch('')
          .parse(record[field])
          .replace(/^\d+-/, '')
          .replace(/^A{20}/, '');
        if (value !== '') secrets.set(`${field} of ${collection} ${String(record['id'])}`, value);
      }
  return secrets;
}

test('no secret stands in any output, file or state, whatever becomes of a sign-in', async () => {
  const bench = await createSignInBench();
  const shown: (readonly [what: string, text: string])[] = [];
  const tell = (what: string, { stdout, stderr }: Ran): void => void shown.push([what, stdout + stderr]);
  const pages: string[] = [];
  const opened: string[] = [];
  const browse = async (address: string): Promise<boolean> => {
    opened.push(address);
    return await Promise.resolve(true);
  };
  const verbose = ['-v', '--log-format', 'text'];
  const wrong = onceShown(async (address) => {
    const { location } = await decide(address);
    pages.push(
      await (await fetch(location.replace(/oauth_verifier=.*/, 'oauth_verifier=wrongwrongwrong'))).text(),
    );
  });
  const right = onceShown(async (address) => {
    const { location } = await decide(address);
    pages.push(await (await fetch(`${location}x`)).text());
  });

  tell('wrong', await bench.login(['auth', 'login', ...verbose], { onOutput: wrong.onOutput }));
  tell(
    'spoiled',
    await bench.login(['auth', 'login', ...verbose], { onOutput: right.onOutput, typed: '', browse }),
  );
  tell(
    'pin',
    await bench.login(['auth', 'login', '--oob', ...verbose], { typed: '0000000\n1111111\n2222222\n' }),
  );
  tell('login', await signInThrough(bench, ['auth', 'login', ...verbose], { typed: '', browse }));
  for (const line of [
    ['auth', 'status'],
    ['auth', 'status', '--json'],
    ['accounts'],
    ['plan'],
    ['apply', '--yes'],
    ['drift'],
    ['stop', '--account', '18ce54d4x5t', '--all', '--yes', '--reason', 'pasted sandboxConsumerSecret'],
    ['resume', '--yes'],
    ['get', 'campaigns', '--format', 'json'],
    ['state', 'list'],
    ['api', 'GET', '/12/accounts'],
    ['api', 'POST', '/1.1/oauth/invalidate_token', '--dry-run'],
    ['api', 'POST', '/oauth2/token', '-f', 'grant_type=client_credentials', '--yes'],
  ])
    tell(line.join(' '), await bench.run([...line, ...verbose]));
  const token = await bench.run(['auth', 'token', ...verbose]);
  tell('auth token', { ...token, stdout: '' });
  await bench.bench.control('PUT', 'faults', [{ path: '/oauth2/invalidate_token', effect: 'garbage' }]);
  tell('revoke, no answer', await bench.run(['auth', 'token', '--revoke', ...verbose]));
  await bench.bench.control('PUT', 'faults', [{ path: '/1.1/oauth/**', effect: 'truncate' }]);
  tell('logout, half an answer', await bench.run(['auth', 'logout', '--yes', ...verbose]));
  await bench.bench.control('PUT', 'faults', []);
  tell('revoke', await bench.run(['auth', 'token', '--revoke', ...verbose]));
  tell('status, JSON log', await bench.run(['auth', 'status', '-v', '--log-format', 'json']));
  tell('logout', await bench.run(['auth', 'logout', '--yes', ...verbose]));
  tell('plan without', await bench.run(['plan', ...verbose]));

  const secrets = await secretsOf(bench);
  expect([...secrets.keys()].map((name) => name.replace(/ \S+$/, ''))).toEqual(
    expect.arrayContaining([
      'consumer',
      'secret of request_tokens',
      'verifier of request_tokens',
      'token of access_tokens',
      'token of bearer_tokens',
    ]),
  );
  for (const [what, text] of shown)
    expect({ what, leaks: leaksIn(text, secrets) }).toEqual({ what, leaks: [] });
  for (const [at, text] of [...pages, ...opened].entries())
    expect({ at, leaks: leaksIn(text, secrets) }).toEqual({ at, leaks: [] });
  for (const [file, text] of await textsBelow(bench.bench.folder, [bench.profiles]))
    expect({ file, leaks: leaksIn(text, secrets) }).toEqual({ file, leaks: [] });
  expect(await readdir(bench.profiles)).toEqual([]);
  // The search finds what there is: the one command whose result is a secret.
  expect(leaksIn(token.stdout, secrets)).toHaveLength(1);
});
