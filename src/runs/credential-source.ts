import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { parseBaseAddress } from '../platform/base-address.ts';
import type { Credentials } from '../platform/secret.ts';
import type { Profile } from '../profiles/profile.ts';
import { defaultProfile } from '../profiles/profile-name.ts';
import { type ProfileShelf, profileNames } from '../profiles/profile-shelf.ts';
import { readProfile } from '../profiles/read-profile.ts';
import {
  type Addresses,
  addressesFrom,
  credentialsFrom,
  type Environment,
  hasCredentials,
  statedAddresses,
} from './settings.ts';

/** Where the credentials of a run come from, and the platform that they are of. */
export interface CredentialSource {
  /** The profile; `undefined` where the environment has the credentials, and where there are none. */
  readonly profile: Profile | undefined;
  readonly addresses: Addresses;
  /** Reads the credentials. Throws ADSYNC_CREDENTIALS_MISSING, ADSYNC_CREDENTIALS_UNREADABLE. */
  credentials(): Credentials;
}

/** What a source is chosen by. */
export interface SourceChoice {
  readonly environment: Environment;
  /** The profile that somebody named on the command line. */
  readonly profile: string | undefined;
  readonly shelf: ProfileShelf;
}

/**
 * Chooses where credentials come from: the environment where it has any, else the profile that is named (by the option, else
 * by ADSYNC_PROFILE), else the default one. Throws ADSYNC_PROFILE_UNKNOWN for a named profile that is not there,
 * ADSYNC_PROFILE_INVALID, and ADSYNC_PROFILE_MISMATCH where the environment says another platform than the profile is of: what
 * is signed with it must not go there.
 */
export function credentialSource(choice: SourceChoice): CredentialSource {
  const { environment } = choice;
  const fromEnvironment: CredentialSource = {
    profile: undefined,
    addresses: addressesFrom(environment),
    credentials: () => credentialsFrom(environment),
  };
  if (hasCredentials(environment)) return fromEnvironment;
  const profile = chosenProfile(choice);
  if (profile === undefined) return fromEnvironment;
  return {
    profile,
    addresses: profileAddresses(profile, environment),
    credentials: () => profile.secrets(),
  };
}

/** The name of the profile that a run is for: of the option, else of ADSYNC_PROFILE; `undefined` where none is named. */
export function namedProfile({ profile, environment }: SourceChoice): string | undefined {
  const inEnvironment = environment['ADSYNC_PROFILE'];
  return profile ?? (inEnvironment === '' ? undefined : inEnvironment);
}

/** The profile that a run is for, whatever the environment holds. Throws as `credentialSource`. */
export function chosenProfile(choice: SourceChoice): Profile | undefined {
  const name = namedProfile(choice);
  const { shelf } = choice;
  if (name === undefined) return shelf.folder === undefined ? undefined : readProfile(shelf, defaultProfile);
  return readProfile(shelf, name) ?? refuseUnknown(name, profileNames(shelf));
}

function refuseUnknown(name: string, names: readonly string[]): never {
  // A link to a file that is not there has a name as well.
  if (names.includes(name))
    throw new AdsyncError(
      'ADSYNC_PROFILE_UNKNOWN',
      `the profile ${name} is a link to a file that is not there`,
      {
        remedy: `\`adsync auth login --profile ${name}\` makes that file.`,
      },
    );
  const near = nearest(name, names);
  const there = names.length === 0 ? 'There is none yet.' : `There are ${names.join(', ')}.`;
  throw new AdsyncError('ADSYNC_PROFILE_UNKNOWN', `there is no profile ${name}`, {
    remedy: `${near === undefined ? there : `Did you mean ${near}?`} \`adsync auth login --profile ${name}\` makes it.`,
  });
}

/** The addresses of a profile, where the environment says no others. Throws ADSYNC_PROFILE_MISMATCH. */
export function profileAddresses(profile: Profile, environment: Environment): Addresses {
  const own = addressesOf(profile);
  for (const [variable, address, of] of statedAddresses(environment, own))
    if (parseBaseAddress(address).href !== parseBaseAddress(of).href)
      throw new AdsyncError(
        'ADSYNC_PROFILE_MISMATCH',
        `the profile ${profile.name} is of ${shownAddress(of)}, and ${variable} says ${shownAddress(address)}`,
        {
          remedy: `Unset ${variable}, name another profile, or set the four credentials too. Nothing was sent.`,
        },
      );
  return own;
}

/** A base address with its path, if it has one: two can differ in that alone. */
function shownAddress(address: string): string {
  const { origin, pathname } = parseBaseAddress(address);
  return pathname === '/' ? origin : origin + pathname;
}

/** The addresses that a profile is of. */
function addressesOf({ adsAddress, adsSandboxAddress, baseAddress }: Profile): Addresses {
  return addressesFrom({
    ADSYNC_ADS_BASE_URL: adsAddress,
    ADSYNC_ADS_SANDBOX_BASE_URL: adsSandboxAddress,
    ADSYNC_BASE_URL: baseAddress,
  });
}
