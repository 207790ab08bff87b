import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { Profile } from '../../profiles/profile.ts';
import { removeProfile } from '../../profiles/write-profile.ts';
import { closeAfter } from '../close-after.ts';
import { chosenProfile, profileAddresses } from '../credential-source.ts';
import type { Run } from '../run.ts';
import { openAuthClient } from './auth-client.ts';

/**
 * The profile that a run is for, whatever the environment holds, as one that can be forgotten. Throws ADSYNC_PROFILE_UNKNOWN,
 * ADSYNC_PROFILE_INVALID, and ADSYNC_USAGE for one whose credentials a command tells.
 */
export function profileToForget({ sources }: Run): Profile {
  const profile = chosenProfile(sources);
  if (profile === undefined)
    throw new AdsyncError('ADSYNC_PROFILE_UNKNOWN', 'nobody is signed in: there is no profile', {
      remedy: 'Credentials in the environment are not a profile: unset them to be without.',
    });
  if (profile.store === 'command')
    throw new AdsyncError(
      'ADSYNC_USAGE',
      `the credentials of the profile ${profile.name} come from its credential_command`,
      {
        remedy: `adsync api POST /1.1/oauth/invalidate_token --profile ${profile.name} revokes their token; where they are kept is up to you.`,
      },
    );
  return profile;
}

/**
 * Revokes the token of a profile on the platform (F-auth-11), and then forgets the profile. Gives `over` where the platform
 * did not take the token any more (F-auth-15). Throws ADSYNC_PROFILE_MISMATCH where the environment says another platform,
 * what the platform refuses and where no answer came: then the profile stays, and the same can be done again.
 */
export async function logOut(
  run: Run,
  profile: Profile,
  { revokes }: { readonly revokes: boolean },
): Promise<'revoked' | 'over' | 'forgotten'> {
  const outcome = revokes ? await revoke(run, profile) : 'forgotten';
  await removeProfile(run.sources.shelf, profile);
  return outcome;
}

async function revoke(run: Run, profile: Profile): Promise<'revoked' | 'over'> {
  const addresses = profileAddresses(profile, run.sources.environment);
  const client = openAuthClient(run, addresses, profile.secrets());
  return await closeAfter(run, client, async () => {
    const { failure } = await client.callForText({
      host: 'base',
      method: 'POST',
      path: '/1.1/oauth/invalidate_token',
      signing: 'user',
      answers: 'json',
      stop: run.signal,
    });
    if (failure === undefined) return 'revoked';
    if (failure.errors.some(({ code }) => code === '89')) return 'over';
    throw new AdsyncError(failure.code, failure.message, {
      ...failure.detail,
      remedy: `The profile ${profile.name} is kept. Try again, or forget it on this machine alone with --no-revoke.`,
    });
  });
}
