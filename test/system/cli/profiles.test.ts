import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, createBench } from './harness.ts';

const unset = {
  ADSYNC_CONSUMER_KEY: undefined,
  ADSYNC_CONSUMER_SECRET: undefined,
  ADSYNC_ACCESS_TOKEN: undefined,
  ADSYNC_ACCESS_TOKEN_SECRET: undefined,
  ADSYNC_BASE_URL: undefined,
  ADSYNC_ADS_BASE_URL: undefined,
  ADSYNC_ADS_SANDBOX_BASE_URL: undefined,
};

/** A bench with profiles by their texts; the environment of its commands has no credentials and no addresses. */
async function createProfiles(
  profiles: (bench: Bench) => Readonly<Record<string, string>>,
): Promise<{ readonly bench: Bench; readonly env: Readonly<Record<string, string | undefined>> }> {
  const bench = await createBench();
  const folder = join(bench.folder, 'settings', 'profiles');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(profiles(bench)))
    await writeFile(join(folder, `${name}.yaml`), text, { mode: 0o600 });
  return { bench, env: { ...unset, ADSYNC_CONFIG_DIR: join(bench.folder, 'settings') } };
}

/** A profile of the bench's sandbox, for one of its users. */
function profileOf(
  { sandbox: { ready } }: Bench,
  user?: { readonly id: string; readonly name: string },
): string {
  return `consumer_key: ${ready.consumer_key}
consumer_secret: ${ready.consumer_secret}
access_token: ${user === undefined ? ready.access_token : `${user.id}-sandbox${user.name}Token`}
access_token_secret: ${user === undefined ? ready.access_token_secret : `sandbox${user.name}TokenSecret`}
ads_base_url: ${ready.ads_base_url}
ads_sandbox_base_url: ${ready.ads_sandbox_base_url}
base_url: ${ready.base_url}
`;
}

const analyst = { id: '756201191646691331', name: 'analyst' };

test('a profile is used where the environment has no credentials: the named one, else the default one', async () => {
  const { bench, env } = await createProfiles((of) => ({
    default: profileOf(of),
    looking: profileOf(of, analyst),
  }));
  const roles = async (argv: readonly string[], more = {}): Promise<string> => {
    const ran = await bench.adsync([...argv, 'accounts', '--format', 'json'], { env: { ...env, ...more } });
    return ran.code === 0 ? (/ACCOUNT_ADMIN|CAMPAIGN_ANALYST/.exec(ran.stdout)?.[0] ?? '') : ran.stderr;
  };

  expect(await roles([])).toBe('ACCOUNT_ADMIN');
  expect(await roles(['--profile', 'looking'])).toBe('CAMPAIGN_ANALYST');
  expect(await roles([], { ADSYNC_PROFILE: 'looking' })).toBe('CAMPAIGN_ANALYST');
  expect(await roles(['--profile', 'default'], { ADSYNC_PROFILE: 'looking' })).toBe('ACCOUNT_ADMIN');
  expect(await roles([], { ADSYNC_PROFILE: '' })).toBe('ACCOUNT_ADMIN');
});

test('the credentials in the environment go first, and a profile that was typed is said not to be used', async () => {
  const { bench } = await createProfiles((of) => ({ looking: profileOf(of, analyst) }));
  const env = { ADSYNC_CONFIG_DIR: join(bench.folder, 'settings') };

  const { code, stdout, stderr } = await bench.adsync(['accounts', '--profile', 'looking'], { env });

  expect({ code, isAdmin: stdout.includes('ACCOUNT_ADMIN') }).toEqual({ code: 0, isAdmin: true });
  expect(stderr).toBe(
    'The credentials in the environment go before those of a profile: looking is not used.\n',
  );
});

test('half a set of credentials in the environment is an error, whatever profiles there are', async () => {
  const { bench, env } = await createProfiles((of) => ({ default: profileOf(of) }));

  const ran = await bench.adsync(['plan'], {
    env: { ...env, ADSYNC_CONSUMER_KEY: 'k', ADSYNC_ACCESS_TOKEN: 't' },
  });

  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain(
    'error[ADSYNC_CREDENTIALS_MISSING]: the environment lacks ADSYNC_CONSUMER_SECRET, ADSYNC_ACCESS_TOKEN_SECRET\n',
  );
  expect(await bench.requests()).toEqual([]);
});

test('a profile is not used on another platform than it is of', async () => {
  const { bench, env } = await createProfiles((of) => ({
    default: profileOf(of),
    prod: profileOf(of).replace(/^.*url.*\n/gm, ''),
  }));

  const prod = await bench.adsync(['--profile', 'prod', 'plan'], {
    env: { ...env, ADSYNC_ADS_BASE_URL: bench.sandbox.ready.ads_base_url },
  });
  const other = await bench.adsync(['plan'], { env: { ...env, ADSYNC_BASE_URL: 'https://api.x.com' } });
  const same = await bench.adsync(['plan'], {
    env: { ...env, ADSYNC_BASE_URL: `${bench.sandbox.ready.base_url}/` },
  });

  expect(prod.stderr).toContain(
    'error[ADSYNC_PROFILE_MISMATCH]: the profile prod is of https://ads-api.x.com, and',
  );
  expect(other.stderr).toContain('ADSYNC_BASE_URL says https://api.x.com');
  expect({ prod: prod.code, other: other.code, same: same.code }).toEqual({ prod: 1, other: 1, same: 0 });
});

test('a profile that is not there is named with those that are, and no profile at all asks to sign in', async () => {
  const { bench, env } = await createProfiles((of) => ({ staging: profileOf(of) }));

  const unknown = await bench.adsync(['plan', '--profile', 'stagin'], { env });
  const none = await bench.adsync(['plan'], { env });
  const nowhere = await bench.adsync(['plan'], { env: { ...env, ADSYNC_CONFIG_DIR: undefined } });

  expect(unknown.stderr).toContain(
    'error[ADSYNC_PROFILE_UNKNOWN]: there is no profile stagin\n  Did you mean staging?',
  );
  expect(none.stderr).toContain(
    'error[ADSYNC_CREDENTIALS_MISSING]: there are no credentials\n  Sign in with',
  );
  expect(nowhere.stderr).toBe(none.stderr);
});

test('a link to no file, and a file in the place of the folder, are told as such', async () => {
  const { bench, env } = await createProfiles((of) => ({ staging: profileOf(of) }));
  const folder = join(bench.folder, 'settings', 'profiles');
  await symlink(join(folder, 'nowhere.yaml'), join(folder, 'dang.yaml'));

  const link = await bench.adsync(['plan', '--profile', 'dang'], { env });
  const below = { ...env, ADSYNC_CONFIG_DIR: join(folder, 'staging.yaml') };
  const file = await bench.adsync(['plan', '--profile', 'staging'], { env: below });

  expect(link.stderr).toContain(
    'error[ADSYNC_PROFILE_UNKNOWN]: the profile dang is a link to a file that is not there\n',
  );
  expect(file.stderr).toContain('a part of its path is a file, not a folder');
});

test('a broken profile keeps nobody from what needs no credentials', async () => {
  const { bench, env } = await createProfiles(() => ({ default: 'consumer_key: [' }));

  const results = await Promise.all(
    [['validate'], ['state', 'list'], ['plan']].map(async (line) => await bench.adsync(line, { env })),
  );

  expect(results.map(({ code }) => code)).toEqual([0, 0, 1]);
  expect(results[2]?.stderr).toContain('ADSYNC_PROFILE_INVALID');
});
