import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { runCredentialCommand } from './credential-command.ts';
import type { Profile, ProfileSecrets } from './profile.ts';
import type { ProfileMembers } from './profile-members.ts';
import { secretMembers } from './profile-secrets.ts';
import type { ProfileShelf } from './profile-shelf.ts';

/** A profile with the members of its file. */
interface Stored extends Pick<Profile, 'name' | 'file' | 'store'> {
  readonly members: ProfileMembers;
}

/**
 * Reads the secrets of a profile from where they are. Throws ADSYNC_CREDENTIALS_UNREADABLE where they are not there, or are not
 * what they should be.
 */
export function storedSecrets(shelf: ProfileShelf, { name, file, store, members }: Stored): ProfileSecrets {
  const command = members.get('credential_command');
  if (store === 'command' && command !== undefined)
    return runCredentialCommand(typeof command === 'string' ? [command] : command, {
      profile: name,
      environment: { ...shelf.environment },
    });
  const held = store === 'keychain' ? inKeychain(shelf, name, file) : Object.fromEntries(members);
  const secrets = secretMembers.safeParse(held);
  if (secrets.success) return secrets.data;
  throw new AdsyncError(
    'ADSYNC_CREDENTIALS_UNREADABLE',
    `the profile ${name} has no credentials that can be used`,
    {
      remedy: `Sign in again with \`adsync auth login --profile ${name}\`.`,
    },
  );
}

function inKeychain({ keychain }: ProfileShelf, name: string, file: string): unknown {
  const unreadable = (what: string, remedy: string): AdsyncError =>
    new AdsyncError(
      'ADSYNC_CREDENTIALS_UNREADABLE',
      `the secrets of the profile ${name} are in the system's keychain, ${what}`,
      {
        remedy,
      },
    );
  const again = `Unlock it, or sign in again with \`adsync auth login --profile ${name}\`.`;
  const opened = keychain();
  if (opened === undefined) throw unreadable('and none runs here', again);
  let held: string | undefined;
  try {
    held = opened.read(file);
  } catch {
    throw unreadable('which cannot be read', again);
  }
  if (held === undefined)
    throw unreadable(
      'which does not have them',
      `Sign in again with \`adsync auth login --profile ${name}\`.`,
    );
  try {
    const value: unknown = JSON.parse(held);
    return value;
  } catch {
    return undefined;
  }
}
