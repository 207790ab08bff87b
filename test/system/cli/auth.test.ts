import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Keychain } from '../../../src/profiles/keychain.ts';
import { createSignInBench, type SignInBench, signInThrough } from './sign-in.ts';

/** A value of a profile as its file holds it. */
async function kept(
  { profiles }: SignInBench,
  member: string,
  name = 'default',
): Promise<string | undefined> {
  const text = await readFile(join(profiles, `${name}.yaml`), 'utf8');
  return new RegExp(`^${member}: "(.*)"$`, 'm').exec(text)?.[1];
}

function fakeKeychain(): Keychain & { readonly held: ReadonlyMap<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    read: (name) => held.get(name),
    write: (name, secret) => void held.set(name, secret),
    remove: (name) => void held.delete(name),
  };
}

test('status tells the user, the source, and what each account lets the user do', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);
  await signInThrough(bench, ['auth', 'login', '--profile', 'looking'], { user: 'acme_analyst' });

  const admin = await bench.run(['auth', 'status']);
  const analyst = await bench.run(['auth', 'status', '--profile', 'looking']);
  const inEnvironment = await bench.bench.adsync(['auth', 'status']);
  const json = await bench.run(['auth', 'status', '--profile', 'looking', '--json']);

  expect([admin.code, analyst.code, inEnvironment.code]).toEqual([0, 0, 0]);
  expect(admin.stdout).toContain('User          @acme_admin (756201191646691328)\n');
  expect(admin.stdout).toContain(`Platform      ${bench.bench.sandbox.ready.base_url}\n`);
  expect(admin.stdout).toContain('Bearer token  not kept');
  expect(analyst.stdout).toContain(
    '18ce54d4x5t  Acme US  CAMPAIGN_ANALYST\n  May read only (plan, drift, get). To write these sections of a document, it needs another role:',
  );
  expect(analyst.stdout.replaceAll(/\n +/g, ' ')).toMatch(/campaigns, .*: needs ACCOUNT_ADMIN or AD_MANAGER/);
  expect(admin.stdout).toContain(
    '18ce54d4x5t  Acme US  ACCOUNT_ADMIN\n  May write everything that a document declares, except:\n    user settings: needs',
  );
  expect(inEnvironment.stdout).toContain(
    'Credentials   the environment (ADSYNC_CONSUMER_KEY and the others)\n',
  );
  expect(JSON.parse(json.stdout)).toMatchObject({
    source: 'profile',
    profile: 'looking',
    secrets: 'file',
    user: { id: '756201191646691331', screenName: 'acme_analyst' },
    accounts: [{ id: '18ce54d4x5t', permissions: ['CAMPAIGN_ANALYST'] }, { id: '18ce5uk0000' }],
  });
});

test('status without credentials, without accounts, and where the platform does not say who calls', async () => {
  const bench = await createSignInBench();
  const none = await bench.run(['auth', 'status']);
  await bench.bench.control('POST', 'seed', {
    users: [
      {
        id: '77',
        screen_name: 'nobody',
        access_token: '77-tokenOfNobody',
        access_token_secret: 'secretOfNobody',
      },
    ],
  });
  await bench.bench.control('PUT', 'faults', [
    {
      path: '/2/users/me',
      effect: 'status',
      status: 403,
      body: { type: 'about:blank', title: 'Forbidden', detail: 'No.', status: 403 },
    },
  ]);
  const env = { ADSYNC_ACCESS_TOKEN: '77-tokenOfNobody', ADSYNC_ACCESS_TOKEN_SECRET: 'secretOfNobody' };

  const nobody = await bench.login(['auth', 'status'], { env });

  expect(none.stderr).toContain('error[ADSYNC_CREDENTIALS_MISSING]: there are no credentials');
  expect(nobody.stderr).toBe('');
  expect(nobody.stdout).toContain('User          (77)\n');
  expect(nobody.stdout).toContain('No ad account');
});

test('signing out revokes the token on the platform, and forgets the profile', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);
  const file = await readFile(join(bench.profiles, 'default.yaml'), 'utf8');

  const declined = await bench.run(['auth', 'logout'], { typed: 'no\n' });
  const unasked = await bench.run(['auth', 'logout']);
  const stillThere = await bench.run(['accounts']);
  const out = await bench.run(['auth', 'logout'], { typed: 'yes\n' });
  const after = await bench.run(['accounts']);
  const again = await bench.run(['auth', 'logout', '--yes']);

  expect([declined.code, unasked.code, stillThere.code, out.code]).toEqual([1, 1, 0, 0]);
  expect(declined.stderr).toContain('Revoke the token of @acme_admin and forget the profile default?');
  expect(out.stdout).toBe('Signed out: the token is revoked, and the profile default is forgotten.\n');
  expect(await readdir(bench.profiles)).toEqual([]);
  expect(after.stderr).toContain('ADSYNC_CREDENTIALS_MISSING');
  expect(again.stderr).toContain('nobody is signed in');
  // The token as it was kept is over, wherever it is used.
  await writeFile(join(bench.profiles, 'default.yaml'), file, { mode: 0o600 });
  const revoked = await bench.run(['plan']);
  expect(revoked.stderr).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
  expect(revoked.stderr.replaceAll('\n  ', ' ')).toContain('Sign in again with `adsync auth login`');
  const over = await bench.run(['auth', 'logout', '--yes']);
  expect(over.stdout).toContain('the token was over already');
  // A sign-in after that gives another token.
  await signInThrough(bench);
  expect(await bench.run(['accounts'])).toMatchObject({ code: 0 });
  expect(file).not.toContain(await kept(bench, 'access_token'));
});

test('a profile whose token cannot be revoked stays, and can be forgotten on this machine alone', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);
  await bench.bench.control('PUT', 'faults', [{ path: '/1.1/oauth/**', effect: 'drop_before' }]);

  const lost = await bench.run(['auth', 'logout', '--yes']);
  const names = await readdir(bench.profiles);
  const forgotten = await bench.run(['auth', 'logout', '--no-revoke', '--yes']);

  expect(lost.code).toBe(1);
  expect(lost.stderr.replaceAll('\n  ', ' ')).toContain('The profile default is kept.');
  expect(names).toEqual(['default.yaml']);
  expect(forgotten.stdout).toBe('The profile default is forgotten. Its token is still valid.\n');
  expect(await readdir(bench.profiles)).toEqual([]);
});

test('signing out leaves the credentials in the environment alone', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);

  const out = await bench.bench.adsync(['auth', 'logout', '--yes'], {
    env: { ADSYNC_CONFIG_DIR: join(bench.bench.folder, 'settings') },
  });
  const still = await bench.bench.adsync(['accounts']);

  expect([out.code, still.code]).toEqual([0, 0]);
});

test('the secrets of a profile are in the keychain where one runs', async () => {
  const bench = await createSignInBench();
  const keychain = fakeKeychain();
  const options = { keychain: () => keychain };

  const ran = await signInThrough(bench, ['auth', 'login'], options);
  const text = await readFile(join(bench.profiles, 'default.yaml'), 'utf8');
  const used = await bench.run(['auth', 'status'], options);
  const gone = await bench.run(['accounts']);
  const out = await bench.run(['auth', 'logout', '--yes'], options);
  const inFile = await signInThrough(bench, ['auth', 'login', '--no-keychain'], options);

  expect(ran.stdout).toContain("The secrets are in the system's keychain.");
  expect(text).toContain('secrets: "keychain"');
  expect(text).not.toContain(bench.bench.sandbox.ready.consumer_secret);
  expect(used.stdout).toContain("Secrets       in the system's keychain\n");
  expect(gone.stderr).toContain('error[ADSYNC_CREDENTIALS_UNREADABLE]');
  expect([out.code, inFile.code, keychain.held.size]).toEqual([0, 0, 0]);
  expect(inFile.stdout).not.toContain('No keychain runs here');
});

test('a command of a vault gives the credentials, and neither sign-in nor sign-out touch it', async () => {
  const bench = await createSignInBench();
  const { ready } = bench.bench.sandbox;
  const secrets = JSON.stringify({
    consumer_key: ready.consumer_key,
    consumer_secret: ready.consumer_secret,
    access_token: ready.access_token,
    access_token_secret: ready.access_token_secret,
  });
  await bench.bench.write('secrets.json', secrets);
  await mkdir(bench.profiles, { recursive: true });
  await writeFile(
    join(bench.profiles, 'default.yaml'),
    `credential_command: [sh, -c, 'echo run >> ${bench.bench.folder}/runs; cat ${bench.bench.folder}/secrets.json']\nads_base_url: ${ready.base_url}\nads_sandbox_base_url: ${ready.base_url}\nbase_url: ${ready.base_url}\n`,
    { mode: 0o600 },
  );

  const status = await bench.run(['auth', 'status'], { env: { PATH: process.env['PATH'] } });
  const runs = await bench.bench.read('runs');
  const out = await bench.run(['auth', 'logout', '--yes']);
  const token = await bench.run(['auth', 'token'], { env: { PATH: process.env['PATH'] } });

  expect(status.stderr).toBe('');
  expect(status.stdout).toContain('Secrets       told by the credential_command of the profile\n');
  expect(runs).toBe('run\n');
  expect(out.stderr).toContain('come from its credential_command');
  expect(token.code).toBe(0);
  expect(await readFile(join(bench.profiles, 'default.yaml'), 'utf8')).toMatch(/^credential_command/);
});

test('where the environment says another platform, no token is revoked and nothing is forgotten', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);

  const out = await bench.run(['auth', 'logout', '--yes'], { env: { ADSYNC_BASE_URL: 'https://api.x.com' } });
  const status = await bench.run(['auth', 'status']);

  expect(out.stderr).toContain('error[ADSYNC_PROFILE_MISMATCH]: the profile default is of');
  expect([out.code, status.code]).toEqual([1, 0]);
  expect(await bench.bench.requests()).not.toContain('POST /1.1/oauth/invalidate_token');
});

test('the bearer token is asked for once and kept, until it is revoked', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);
  const asks = async (): Promise<number> =>
    (await bench.bench.requests()).filter((line) => line === 'POST /oauth2/token').length;

  const first = await bench.run(['auth', 'token']);
  const second = await bench.run(['auth', 'token']);
  const asked = await asks();
  const reads = await fetch(`${bench.bench.sandbox.ready.base_url}/2/users/756201191646691328/tweets`, {
    headers: { authorization: `Bearer ${first.stdout.trim()}` },
  });
  const status = await bench.run(['auth', 'status']);
  const revoked = await bench.run(['auth', 'token', '--revoke']);
  const third = await bench.run(['auth', 'token']);

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^AAAA\S+\n$/);
  expect(second.stdout).toBe(first.stdout);
  expect({ asked, reads: reads.status }).toEqual({ asked: 1, reads: 200 });
  expect(status.stdout).toContain('Bearer token  kept in the profile\n');
  expect(revoked).toEqual({ code: 0, stdout: '', stderr: 'The bearer token is revoked.\n' });
  expect(third.stdout).not.toBe(first.stdout);
  expect(await kept(bench, 'bearer_token')).toBe(third.stdout.trim());
});

test('a bearer token that is revoked elsewhere, asked for too often, or of somebody else', async () => {
  const bench = await createSignInBench();
  await signInThrough(bench);
  await signInThrough(bench, ['auth', 'login', '--profile', 'other']);
  await signInThrough(bench, ['auth', 'login', '--profile', 'manager'], { user: 'acme_manager' });
  await bench.run(['auth', 'token']);
  await bench.run(['auth', 'token', '--profile', 'other']);

  const notOwner = await bench.run(['auth', 'token', '--revoke', '--profile', 'manager']);
  await bench.run(['auth', 'token', '--revoke']);
  const over = await bench.run(['auth', 'token', '--revoke', '--profile', 'other']);
  await bench.bench.control('PUT', 'limits', { oauth: { bearer_calls_per_minute: 1 } });
  await bench.bench.adsync(['auth', 'token']);
  const tooOften = await bench.bench.adsync(['auth', 'token']);
  const wrongKeys = await bench.bench.adsync(['auth', 'token'], {
    env: { ADSYNC_CONSUMER_SECRET: 'no such secret' },
  });

  expect(notOwner.code).toBe(1);
  expect(notOwner.stderr).toContain('Only the owner of the application may revoke');
  expect(over).toMatchObject({ code: 0, stderr: 'The bearer token was over already.\n' });
  expect(await kept(bench, 'bearer_token', 'other')).toBeUndefined();
  expect(tooOften.stderr).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
  expect(tooOften.stderr).toContain('99: Unable to verify your credentials');
  expect(tooOften.stderr.replaceAll('\n  ', ' ')).toContain(
    '`adsync auth token` keeps the token in the profile',
  );
  expect(wrongKeys.stderr).toContain('error[ADSYNC_CREDENTIALS_REFUSED]');
});

test('the bearer token needs the keys of an application alone, and revoking it those of its owner too', async () => {
  const bench = await createSignInBench();

  const token = await bench.login(['auth', 'token']);
  const revoked = await bench.login(['auth', 'token', '--revoke']);
  const whole = await bench.bench.adsync(['auth', 'token', '--revoke']);
  const nothing = await bench.run(['auth', 'token']);

  expect(token.code).toBe(0);
  expect(token.stdout).toMatch(/^AAAA/);
  expect(revoked.stderr).toContain('the environment lacks ADSYNC_ACCESS_TOKEN, ADSYNC_ACCESS_TOKEN_SECRET');
  expect(whole.code).toBe(0);
  expect(nothing.stderr).toContain('there are no keys of an application');
});
