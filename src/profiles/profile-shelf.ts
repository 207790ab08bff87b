import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { realPathOf } from '../state/real-path.ts';
import type { Keychain } from './keychain.ts';
import { requireProfileName } from './profile-name.ts';

/** Where profiles are kept, and what their secrets are read with. */
export interface ProfileShelf {
  /** The folder of the files; `undefined` where the environment names no place for settings. */
  readonly folder: string | undefined;
  /** The system's keychain, once it is needed; `undefined` where none runs. */
  readonly keychain: () => Keychain | undefined;
  /** For commands that tell secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const ending = '.yaml';

/** The names of the profiles that there are, in order. */
export function profileNames({ folder }: Pick<ProfileShelf, 'folder'>): readonly string[] {
  if (folder === undefined) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .map((name) => name.slice(0, -ending.length))
      .toSorted();
  } catch {
    return [];
  }
}

/** The file of a profile, whether it is there or not, without symbolic links. Throws ADSYNC_PROFILE_UNKNOWN without a place for it. */
export function profileFile({ folder }: ProfileShelf, name: string): string {
  requireProfileName(name);
  if (folder !== undefined) return realPathOf(join(folder, `${name}${ending}`));
  throw new AdsyncError('ADSYNC_PROFILE_UNKNOWN', 'the environment names no folder for settings', {
    remedy: 'Set HOME (APPDATA on Windows), or ADSYNC_CONFIG_DIR.',
  });
}
