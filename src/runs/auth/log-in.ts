import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { SigningKeys } from '../../platform/secret.ts';
import type { Profile, ProfileFacts, SecretStore } from '../../profiles/profile.ts';
import { profileFile } from '../../profiles/profile-shelf.ts';
import { readProfile } from '../../profiles/read-profile.ts';
import { writeProfile } from '../../profiles/write-profile.ts';
import type { Run } from '../run.ts';
import { type Addresses, addressesFrom, applicationFrom } from '../settings.ts';
import { type SignIn, type SignInFrontend, signIn } from './sign-in.ts';

type Application = Pick<SigningKeys, 'consumerKey' | 'consumerSecret'>;

/** What a sign-in begins from. */
export interface LogInStart {
  readonly name: string;
  /** The profile of that name, where there is one. */
  readonly before: Profile | undefined;
  readonly addresses: Addresses;
  /** The application; `undefined` where neither the environment nor the profile knows one. */
  readonly application: Application | undefined;
}

/**
 * Finds out what a sign-in to a profile begins from. Throws ADSYNC_USAGE for a name that is none and for a profile whose
 * credentials a command tells, ADSYNC_PROFILE_INVALID, and ADSYNC_CREDENTIALS_MISSING for half an application.
 */
export function startLogIn({ sources }: Run, name: string): LogInStart {
  const { shelf, environment } = sources;
  profileFile(shelf, name);
  const before = readProfile(shelf, name);
  if (before?.store === 'command')
    throw new AdsyncError(
      'ADSYNC_USAGE',
      `the credentials of the profile ${name} come from its credential_command`,
      {
        remedy: `Renew them where that command reads them, name another profile with --profile, or delete ${before.file}.`,
      },
    );
  const addresses = addressesFrom({
    ADSYNC_ADS_BASE_URL: stated(environment['ADSYNC_ADS_BASE_URL'], before?.adsAddress),
    ADSYNC_ADS_SANDBOX_BASE_URL: stated(
      environment['ADSYNC_ADS_SANDBOX_BASE_URL'],
      before?.adsSandboxAddress,
    ),
    ADSYNC_BASE_URL: stated(environment['ADSYNC_BASE_URL'], before?.baseAddress),
  });
  const application = applicationFrom(environment) ?? (before && applicationOf(before, addresses));
  return { name, before, addresses, application };
}

function stated(inEnvironment: string | undefined, before: string | undefined): string | undefined {
  return inEnvironment === undefined || inEnvironment === '' ? before : inEnvironment;
}

/** The application of a profile, unless it is one of another platform or cannot be read any more. */
function applicationOf(before: Profile, { base }: Addresses): Application | undefined {
  if (addressesFrom({ ADSYNC_BASE_URL: before.baseAddress }).base !== base) return undefined;
  try {
    const { consumerKey, consumerSecret } = before.secrets();
    return { consumerKey, consumerSecret };
  } catch (error) {
    if (error instanceof AdsyncError) return undefined;
    throw error;
  }
}

/** Who signed in, and where the secrets are now. */
export interface LoggedIn {
  readonly userId: string;
  readonly screenName: string;
  readonly store: SecretStore;
  readonly file: string;
}

/**
 * Signs a user in and writes the profile. Throws ADSYNC_LOGIN_FAILED, ADSYNC_CREDENTIALS_REFUSED, Interrupted, which leave
 * the profile as it was, and ADSYNC_PROFILE_UNWRITABLE.
 */
export async function logIn(
  run: Run,
  { name, before, addresses }: LogInStart,
  signing: Omit<SignIn, 'addresses'> & { readonly store: 'file' | 'keychain' },
  frontend: SignInFrontend,
): Promise<LoggedIn> {
  const { application, access, store: wanted } = signing;
  const { shelf } = run.sources;
  return await signIn(run, { ...signing, addresses }, frontend, async (user) => {
    const { accessToken, accessTokenSecret, userId, screenName } = user;
    const store = await writeProfile(shelf, {
      name,
      before,
      store: wanted,
      secrets: { ...application, accessToken, accessTokenSecret },
      userId,
      screenName,
      ...(access === 'read' && { access }),
      ...addressFacts(addresses),
    });
    return { userId, screenName, store, file: profileFile(shelf, name) };
  });
}

/** Only what differs from the public addresses, which may move. */
function addressFacts({ ads, adsSandbox, base }: Addresses): ProfileFacts {
  const usual = addressesFrom({});
  return {
    ...(ads !== usual.ads && { adsAddress: ads }),
    ...(adsSandbox !== usual.adsSandbox && { adsSandboxAddress: adsSandbox }),
    ...(base !== undefined && base !== usual.base && { baseAddress: base }),
  };
}
