import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { Secret } from '../../../src/platform/secret.ts';
import type { Keychain } from '../../../src/profiles/keychain.ts';
import { type ProfileShelf, profileNames } from '../../../src/profiles/profile-shelf.ts';
import { profilesFolderFrom } from '../../../src/profiles/profiles-folder.ts';
import { readProfile } from '../../../src/profiles/read-profile.ts';
import { type NewProfile, removeProfile, writeProfile } from '../../../src/profiles/write-profile.ts';

const four = 'consumer_key: keykeykey\nconsumer_secret: s1\naccess_token: t1\naccess_token_secret: s2\n';

/** A shelf in a folder of its own, with a keychain that is a map where `keychain` is given. */
async function createShelf(
  keychain?: Map<string, string>,
): Promise<ProfileShelf & { readonly folder: string }> {
  const home = await mkdtemp(join(tmpdir(), 'adsync-profiles-'));
  onTestFinished(async () => await rm(home, { recursive: true, force: true }));
  const kept: Keychain | undefined = keychain && {
    read: (name) => keychain.get(name),
    write: (name, secret) => void keychain.set(name, secret),
    remove: (name) => void keychain.delete(name),
  };
  return { folder: join(home, 'profiles'), keychain: () => kept, environment: { PATH: process.env['PATH'] } };
}

function newProfile(name: string, more: Partial<NewProfile> = {}): NewProfile {
  const secrets = {
    consumerKey: `key of ${name}`,
    consumerSecret: new Secret('consumer: "secret" # \\'),
    accessToken: new Secret(`756201191646691328-${name}`),
    accessTokenSecret: new Secret('0042'),
  };
  return { name, secrets, store: 'file', before: undefined, userId: '756201191646691328', ...more };
}

async function put(
  shelf: { readonly folder: string },
  name: string,
  text: string,
  mode = 0o600,
): Promise<string> {
  await mkdir(shelf.folder, { recursive: true });
  const file = join(shelf.folder, `${name}.yaml`);
  await writeFile(file, text, { mode });
  await chmod(file, mode);
  return file;
}

/** What reading is refused with. */
function refusalOf(read: () => unknown): AdsyncError | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof AdsyncError) return error;
  }
  return undefined;
}

test('a profile is read as it was written, in a folder and a file that only its user can read', async () => {
  const shelf = await createShelf();
  const facts = { screenName: 'acme', access: 'read', adsAddress: 'https://ads.example.com' } as const;

  const store = await writeProfile(shelf, newProfile('a', facts));
  const profile = readProfile(shelf, 'a');

  expect(store).toBe('file');
  expect(profile).toMatchObject({ name: 'a', store: 'file', userId: '756201191646691328', ...facts });
  expect(profile?.secrets().consumerSecret.reveal()).toBe('consumer: "secret" # \\');
  expect(profile?.secrets().accessTokenSecret.reveal()).toBe('0042');
  expect((await stat(shelf.folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(shelf.folder, 'a.yaml'))).mode & 0o777).toBe(0o600);
});

test('whatever stands in secrets and names is read as it was written, and nothing else is', async () => {
  const shelf = await createShelf();
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
  const fields = fc.record({
    consumerKey: text,
    consumerSecret: text,
    token: text,
    tokenSecret: text,
    bearer: text,
  });

  await fc.assert(
    fc.asyncProperty(
      fields,
      text,
      async ({ consumerKey, consumerSecret, token, tokenSecret, bearer }, screenName) => {
        const secrets = {
          consumerKey,
          consumerSecret: new Secret(consumerSecret),
          accessToken: new Secret(token),
          accessTokenSecret: new Secret(tokenSecret),
          bearerToken: new Secret(bearer),
        };
        await writeProfile(shelf, newProfile('a', { secrets, screenName }));
        const profile = readProfile(shelf, 'a');
        const read = profile?.secrets();

        expect(read?.consumerKey).toBe(consumerKey);
        expect(read?.consumerSecret.reveal()).toBe(consumerSecret);
        expect(read?.accessToken.reveal()).toBe(token);
        expect(read?.accessTokenSecret.reveal()).toBe(tokenSecret);
        expect(read?.bearerToken?.reveal()).toBe(bearer);
        expect(profile?.screenName).toBe(screenName);
      },
    ),
    { seed: Number(process.env['ADSYNC_SEED'] ?? 20_261_125), numRuns: 60 },
  );
});

test('profiles written at once lose none, and nothing half written stays', async () => {
  const shelf = await createShelf();
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);

  await Promise.all([...names, ...names].map(async (name) => await writeProfile(shelf, newProfile(name))));

  expect(profileNames(shelf)).toEqual(names.toSorted());
  expect(await readdir(shelf.folder)).toHaveLength(12);
  for (const name of names) expect(readProfile(shelf, name)?.secrets().consumerKey).toBe(`key of ${name}`);
});

test('secrets go to the keychain where there is one, and are forgotten there', async () => {
  const held = new Map<string, string>();
  const shelf = await createShelf(held);

  const store = await writeProfile(shelf, newProfile('a', { store: 'keychain' }));
  const text = await readFile(join(shelf.folder, 'a.yaml'), 'utf8');
  const profile = readProfile(shelf, 'a');

  expect({ store, secrets: profile?.secrets().accessTokenSecret.reveal() }).toEqual({
    store: 'keychain',
    secrets: '0042',
  });
  expect(text).not.toContain('0042');
  expect(text).not.toContain('key of');
  expect([...held.keys()]).toEqual([join(shelf.folder, 'a.yaml')]);
  await writeProfile(shelf, newProfile('a', { before: profile }));
  expect(held.size).toBe(0);
  await writeProfile(shelf, newProfile('b', { store: 'keychain' }));
  const other = readProfile(shelf, 'b');
  if (other !== undefined) await removeProfile(shelf, other);
  expect({ held: held.size, names: profileNames(shelf) }).toEqual({ held: 0, names: ['a'] });
});

test('a keychain that is gone, locked or empty is told, and one that takes nothing leaves the secrets to the file', async () => {
  const shelf = await createShelf(new Map());
  await writeProfile(shelf, newProfile('a', { store: 'keychain' }));
  const locked: Keychain = {
    read: () => {
      throw new Error('locked');
    },
    write: () => {
      throw new Error('locked');
    },
    remove: () => {
      throw new Error('locked');
    },
  };
  const secretsWith = (keychain: Keychain | undefined) =>
    readProfile({ ...shelf, keychain: () => keychain }, 'a')?.secrets();

  expect(() => secretsWith(undefined)).toThrow('none runs here');
  expect(() => secretsWith(locked)).toThrow('cannot be read');
  expect(() => secretsWith({ ...locked, read: () => undefined })).toThrow('does not have them');
  expect(() => secretsWith({ ...locked, read: () => '{"consumer_key":' })).toThrow(
    'no credentials that can be used',
  );
  expect(
    await writeProfile({ ...shelf, keychain: () => locked }, newProfile('b', { store: 'keychain' })),
  ).toBe('file');
});

test('a link to a profile elsewhere is followed, and stays one when the profile is written', async () => {
  const shelf = await createShelf();
  const elsewhere = join(shelf.folder, '..', 'dotfiles.yaml');
  await put(shelf, 'other', four);
  await symlink(elsewhere, join(shelf.folder, 'a.yaml'));

  expect(readProfile(shelf, 'a')).toBeUndefined();
  await writeProfile(shelf, newProfile('a'));

  expect(await readFile(elsewhere, 'utf8')).toContain('key of a');
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o600);
  expect(readProfile(shelf, 'a')?.file).toBe(elsewhere);
});

test.each([
  [0o640, 'chmod 600 '],
  [0o604, 'chmod 600 '],
  [0o602, 'chmod 600 '],
])(
  'a profile with the mode %i, which others can read or write, is refused with the line that mends it',
  async (mode, line) => {
    const shelf = await createShelf();
    const file = await put(shelf, 'a', four, mode);

    const refused = refusalOf(() => readProfile(shelf, 'a'));

    expect(refused?.code).toBe('ADSYNC_PROFILE_INVALID');
    expect(refused?.detail.remedy).toContain(`${line}'${file}'`);
  },
);

test.each([
  ['', ':1:1  the file holds no members'],
  ['- a\n', ':1:1  the file holds no members'],
  [`${four}consumer_kye: x\n`, ':5:1  a profile has no member consumer_kye'],
  [`${four}__proto__: x\n`, ':5:1  a profile has no member like this'],
  [`${four}aHg3Kd9sLq2PzX: x\n`, ':5:1  a profile has no member like this'],
  [`${four}access_token: x\n`, ':5:1  this member is there twice'],
  [`${four}\tuser: [`, ' the file is not YAML from here on'],
  ['consumer_key: keykeykey\naccess_token: t\n', ' it lacks consumer_secret, access_token_secret'],
  ['user_id: 12\n', ' it has no credentials'],
  [`${four}secrets: keychain\n`, ' it says twice where its secrets are'],
  ['secrets: vault\n', ' its member secrets can only be keychain'],
  [`${four}access: admin\n`, ' its member access has a value that cannot be used'],
  ['consumer_key: { a: b }\n', ':1:1  consumer_key has no value that can be used'],
  ['consumer_key:\n', ':1:1  consumer_key has no value that can be used'],
  ['credential_command: [vault, [read]]\n', ':1:1  credential_command has no value that can be used'],
  [`${four}#${'x'.repeat(70_000)}`, ' it is not the file of a profile'],
])('a file %j is refused at its place, without its values', async (text, message) => {
  const shelf = await createShelf();
  await put(shelf, 'a', text);

  expect(() => readProfile(shelf, 'a')).toThrow(message);
  expect(() => readProfile(shelf, 'a')).not.toThrow(/keykeykey|aHg3Kd9sLq2PzX/);
});

test('an address of a profile that is not https is refused', async () => {
  const shelf = await createShelf();
  await put(shelf, 'a', `${four}base_url: http://example.com\n`);

  expect(() => readProfile(shelf, 'a')).toThrow(expect.objectContaining({ code: 'ADSYNC_ADDRESS_INSECURE' }));
});

test.each(['', '.', '..', '../a', 'a/b', 'A', 'con', 'nul.x', 'a.', 'ä', 'a'.repeat(64), '-a', 'a\u0000'])(
  'the name %j is none of a profile',
  async (name) => {
    const shelf = await createShelf();

    expect(() => readProfile(shelf, name)).toThrow(expect.objectContaining({ code: 'ADSYNC_USAGE' }));
  },
);

test.each([
  ['{"consumer_key":"k","consumer_secret":"s","access_token":"t","access_token_secret":"u","other":1}', 'k'],
  ['{"consumer_key":"k","consumer_secret":"hushhush"}', 'printed no access_token, access_token_secret'],
  ['hushhush', 'printed no JSON object'],
  ['"hushhush"', 'printed no JSON object'],
  ['', 'printed no JSON object'],
])(
  'a command that prints %j gives the credentials, or says what lacks without repeating it',
  async (printed, expected) => {
    const shelf = await createShelf();
    const script = `process.stdout.write(${JSON.stringify(printed)})`;
    await put(shelf, 'a', `credential_command: ${JSON.stringify([process.execPath, '-e', script])}\n`);
    const profile = readProfile(shelf, 'a');

    const read = (): string => profile?.secrets().consumerKey ?? '';

    if (expected === 'k') expect(read()).toBe('k');
    else expect(read).toThrow(expected);
    expect(read).not.toThrow('hushhush');
  },
);

test.each([
  [['no-such-program-here'], 'is not there'],
  [[process.execPath, '-e', 'process.exit(3)'], 'ended with 3'],
  [[process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'], 'ended with SIGKILL'],
  [[process.execPath, '-e', 'process.stdout.write("x".repeat(1e6))'], 'printed too much'],
])('a command %j that fails is told', async (words, told) => {
  const shelf = await createShelf();
  await put(shelf, 'a', `credential_command: ${JSON.stringify(words)}\n`);

  expect(() => readProfile(shelf, 'a')?.secrets()).toThrow(told);
});

test.each<
  [system: NodeJS.Platform, environment: Readonly<Record<string, string>>, folder: string | undefined]
>([
  ['linux', { HOME: '/home/a' }, '/home/a/.config/adsync/profiles'],
  ['linux', { HOME: '/home/a', XDG_CONFIG_HOME: '/x' }, '/x/adsync/profiles'],
  ['linux', { HOME: '/home/a', XDG_CONFIG_HOME: 'x' }, '/home/a/.config/adsync/profiles'],
  ['linux', { HOME: '/home/a', ADSYNC_CONFIG_DIR: '/own' }, '/own/profiles'],
  ['linux', {}, undefined],
  [
    'darwin',
    { HOME: '/Users/a', XDG_CONFIG_HOME: '/x' },
    '/Users/a/Library/Application Support/adsync/profiles',
  ],
  ['win32', { APPDATA: '/Roaming' }, '/Roaming/adsync/profiles'],
  ['win32', { HOME: '/home/a' }, undefined],
])('on %s with %j profiles are in %s', (system, environment, folder) => {
  expect(profilesFolderFrom(environment, system)).toBe(folder);
});
