import { chmod, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText, systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { makeFolder } from '../diagnostics/make-folder.ts';
import { replaceWhole } from '../edit/whole-file.ts';
import type { Profile, ProfileFacts, ProfileSecrets, SecretStore } from './profile.ts';
import { revealSecrets } from './profile-secrets.ts';
import { type ProfileShelf, profileFile } from './profile-shelf.ts';

/** A profile to write. */
export interface NewProfile extends ProfileFacts {
  readonly name: string;
  readonly secrets: ProfileSecrets;
  /** Where the secrets should go; into the file all the same where no keychain takes them. */
  readonly store: Exclude<SecretStore, 'command'>;
  /** The profile of that name that was there. */
  readonly before: Profile | undefined;
}

/**
 * Writes a profile in the place of one of that name, at once and only for this user. Gives where its secrets are. Throws
 * ADSYNC_PROFILE_UNWRITABLE; then the profile is as it was.
 */
export async function writeProfile(shelf: ProfileShelf, profile: NewProfile): Promise<SecretStore> {
  const file = profileFile(shelf, profile.name);
  const secrets = revealSecrets(profile.secrets);
  const keychain = profile.store === 'keychain' ? shelf.keychain() : undefined;
  const store =
    keychain !== undefined && isTaken(() => keychain.write(file, JSON.stringify(secrets)))
      ? 'keychain'
      : 'file';
  const members = { ...factMembers(profile), ...(store === 'keychain' ? { secrets: 'keychain' } : secrets) };
  const text = `# A profile of adsync (docs/guides/credentials.md), written by adsync auth login.\n${
    store === 'file' ? '# It holds secrets: whoever reads it can act for you.\n' : ''
  }${stringify(members, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })}`;
  try {
    const folder = dirname(file);
    if ((await makeFolder(folder, 0o700)) !== undefined) await chmod(folder, 0o700);
    await replaceWhole(file, { text, mode: 0o600 });
  } catch (cause) {
    throw unwritable(file, cause);
  }
  // What a keychain held before is of no use any more.
  if (store === 'file' && profile.before?.store === 'keychain') removeFromKeychain(shelf, file);
  return store;
}

/** Forgets a profile, its secrets included; a credential_command keeps its own. Throws ADSYNC_PROFILE_UNWRITABLE. */
export async function removeProfile(shelf: ProfileShelf, { file, store }: Profile): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (cause) {
    throw unwritable(file, cause);
  }
  if (store === 'keychain') removeFromKeychain(shelf, file);
}

function removeFromKeychain({ keychain }: ProfileShelf, file: string): void {
  const opened = keychain();
  if (opened !== undefined) isTaken(() => opened.remove(file));
}

function isTaken(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function factMembers(facts: ProfileFacts): Readonly<Record<string, string>> {
  const { userId, screenName, access, adsAddress, adsSandboxAddress, baseAddress } = facts;
  return {
    ...(screenName !== undefined && { screen_name: screenName }),
    ...(userId !== undefined && { user_id: userId }),
    ...(access !== undefined && { access }),
    ...(adsAddress !== undefined && { ads_base_url: adsAddress }),
    ...(adsSandboxAddress !== undefined && { ads_sandbox_base_url: adsSandboxAddress }),
    ...(baseAddress !== undefined && { base_url: baseAddress }),
  };
}

function unwritable(file: string, cause: unknown): AdsyncError {
  return new AdsyncError(
    'ADSYNC_PROFILE_UNWRITABLE',
    `${printable(file)} cannot be written (${systemCode(cause) ?? causeText(cause)})`,
    { remedy: 'Let this user write the folder, or set ADSYNC_CONFIG_DIR to another one.', cause },
  );
}
