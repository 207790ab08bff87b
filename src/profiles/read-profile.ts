import { z } from 'zod';
import { printable } from '../diagnostics/display-text.ts';
import { parseBaseAddress } from '../platform/base-address.ts';
import type { Profile, ProfileFacts, ProfileSecrets, SecretStore } from './profile.ts';
import { profileInvalid } from './profile-invalid.ts';
import { type ProfileMembers, profileMembers } from './profile-members.ts';
import { type ProfileShelf, profileFile } from './profile-shelf.ts';
import { readPrivateFile } from './read-private-file.ts';
import { storedSecrets } from './stored-secrets.ts';

const secretNames = [
  'consumer_key',
  'consumer_secret',
  'access_token',
  'access_token_secret',
  'bearer_token',
];
const memberNames = [
  ...secretNames,
  'user_id',
  'screen_name',
  'access',
  'ads_base_url',
  'ads_sandbox_base_url',
  'base_url',
  'secrets',
  'credential_command',
];

/**
 * Reads a profile; `undefined` where there is none of that name. Its secrets are read only where they are asked for. Throws
 * ADSYNC_PROFILE_INVALID, with the place, for a file that others may read, and for one that is no profile.
 */
export function readProfile(shelf: ProfileShelf, name: string): Profile | undefined {
  const file = profileFile(shelf, name);
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const shown = printable(file);
  const members = profileMembers(text, shown, memberNames);
  const store = storeOf(members, shown);
  return {
    name,
    file,
    store,
    ...factsOf(members, shown),
    secrets: onceFor(store, () => storedSecrets(shelf, { name, file, store, members })),
  };
}

/** A credential_command may ask for a fingerprint, or read from the terminal: it runs once, however often it is asked. */
function onceFor(store: SecretStore, read: () => ProfileSecrets): () => ProfileSecrets {
  if (store !== 'command') return read;
  let secrets: ProfileSecrets | undefined;
  return () => (secrets ??= read());
}

function storeOf(members: ProfileMembers, shown: string): SecretStore {
  const held = secretNames.filter((name) => members.has(name));
  const lacking = secretNames.slice(0, 4).filter((name) => !members.has(name));
  const stores = [
    ...(held.length > 0 ? ['file' as const] : []),
    ...(members.has('secrets') ? ['keychain' as const] : []),
    ...(members.has('credential_command') ? ['command' as const] : []),
  ];
  const [store, second] = stores;
  if (store === undefined)
    throw profileInvalid(
      shown,
      'it has no credentials',
      'Write a credential_command, or delete the file and sign in with `adsync auth login`.',
    );
  if (second !== undefined)
    throw profileInvalid(
      shown,
      'it says twice where its secrets are',
      'Keep one of the four values, secrets: keychain, and credential_command.',
    );
  if (store === 'file' && lacking.length > 0)
    throw profileInvalid(
      shown,
      `it lacks ${lacking.join(', ')}`,
      'Add what lacks, or delete the file and sign in again with `adsync auth login`.',
    );
  if (store === 'keychain' && members.get('secrets') !== 'keychain')
    throw profileInvalid(shown, 'its member secrets can only be keychain', 'Correct it, or leave it out.');
  return store;
}

const word = z.string().max(200).optional();
const facts = z.object({
  user_id: word,
  screen_name: word,
  access: z.enum(['read', 'write']).optional(),
  ads_base_url: word,
  ads_sandbox_base_url: word,
  base_url: word,
});

function factsOf(members: ProfileMembers, shown: string): ProfileFacts {
  const read = facts.safeParse(
    Object.fromEntries([...members].filter(([name]) => Object.hasOwn(facts.shape, name))),
  );
  if (!read.success)
    throw profileInvalid(
      shown,
      `its member ${read.error.issues[0]?.path.join('.') ?? ''} has a value that cannot be used`,
      'access is read or write; the others are texts.',
    );
  const { user_id, screen_name, access, ads_base_url, ads_sandbox_base_url, base_url } = read.data;
  for (const address of [ads_base_url, ads_sandbox_base_url, base_url])
    if (address !== undefined) parseBaseAddress(address);
  return {
    ...(user_id !== undefined && { userId: user_id }),
    ...(screen_name !== undefined && { screenName: screen_name }),
    ...(access !== undefined && { access }),
    ...(ads_base_url !== undefined && { adsAddress: ads_base_url }),
    ...(ads_sandbox_base_url !== undefined && { adsSandboxAddress: ads_sandbox_base_url }),
    ...(base_url !== undefined && { baseAddress: base_url }),
  };
}
