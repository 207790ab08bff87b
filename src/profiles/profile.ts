import type { Secret, SigningKeys } from '../platform/secret.ts';

/** Where the secrets of a profile are: in its file, in the system's keychain, or with a command that tells them. */
export type SecretStore = 'file' | 'keychain' | 'command';

/** What a profile keeps secret: who signs, and the application's bearer token once somebody asked for it. */
export type ProfileSecrets = Required<SigningKeys> & { readonly bearerToken?: Secret };

/** What a profile tells to everybody who may read it. */
export interface ProfileFacts {
  /** The user of the token, as the platform named it at sign-in. */
  readonly userId?: string;
  readonly screenName?: string;
  /** What the token was asked for; `write` unless said (F-auth-08). */
  readonly access?: 'read' | 'write';
  /** Base addresses of the platform that the token is of; the public ones where they are left out. */
  readonly adsAddress?: string;
  readonly adsSandboxAddress?: string;
  readonly baseAddress?: string;
}

/** A profile as it stands in its file. */
export interface Profile extends ProfileFacts {
  readonly name: string;
  /** The file, without symbolic links. */
  readonly file: string;
  readonly store: SecretStore;
  /** Reads the secrets. Throws ADSYNC_CREDENTIALS_UNREADABLE. */
  secrets(): ProfileSecrets;
}
