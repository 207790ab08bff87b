/** Whom the credentials of a run speak for, what they allow, and what they lack. */
export interface AuthStatus {
  /** `environment`, or the profile that the credentials are from. */
  readonly source: 'environment' | 'profile';
  readonly profile: string | null;
  /** The file of the profile. */
  readonly file: string | null;
  /** Where the secrets are. */
  readonly secrets: 'environment' | 'file' | 'keychain' | 'command';
  /** Hosts of the platform, each once. */
  readonly platform: readonly string[];
  readonly user: { readonly id: string | null; readonly screenName: string | null };
  /** What the token was asked for; `null` where nobody knows. */
  readonly access: 'read' | 'write' | null;
  /** Whether the bearer token of the application is kept in the profile. */
  readonly bearerToken: 'kept' | 'not kept';
  readonly accounts: readonly AccountAccess[];
}

/** An ad account that the credentials see. */
export interface AccountAccess {
  readonly id: string;
  readonly name: string;
  /** Roles of the user (F-account-04); `null` where the platform does not tell. */
  readonly permissions: readonly string[] | null;
  /** Sections that the user may not write, each with the roles that may, in words. */
  readonly lacking: readonly { readonly section: string; readonly needs: string }[];
}

/** What is known before anything is asked of the platform. */
export type AuthSource = Omit<AuthStatus, 'user' | 'accounts'> & {
  readonly userId: string | null;
  readonly screenName: string | null;
};
