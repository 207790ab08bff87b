import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { TextAnswer, TextRequest } from '../../platform/client.ts';
import { Secret, type SigningKeys } from '../../platform/secret.ts';
import type { Profile } from '../../profiles/profile.ts';
import { readProfile } from '../../profiles/read-profile.ts';
import { writeProfile } from '../../profiles/write-profile.ts';
import { closeAfter } from '../close-after.ts';
import { chosenProfile, profileAddresses } from '../credential-source.ts';
import { unlessInterrupted } from '../interrupted.ts';
import type { Run } from '../run.ts';
import { type Addresses, addressesFrom, applicationFrom, credentialsFrom } from '../settings.ts';
import { openAuthClient } from './auth-client.ts';

/** Whose bearer token is meant. */
interface Owner {
  readonly addresses: Addresses;
  /** With the token of the user where that is known. */
  readonly keys: SigningKeys;
  readonly profile: Profile | undefined;
  /** The token that the profile keeps. */
  readonly kept: Secret | undefined;
}

/**
 * The bearer token of the application by itself (F-auth-12), as the platform wrote it: the one that the profile keeps, else one
 * that is asked for, and kept in the profile unless a command tells its secrets. Throws ADSYNC_CREDENTIALS_MISSING,
 * ADSYNC_CREDENTIALS_REFUSED, also where it was asked for too often (F-auth-14), Interrupted.
 */
export async function bearerToken(run: Run): Promise<Secret> {
  const owner = ownerOf(run);
  return owner.kept ?? (await askToken(run, owner));
}

/**
 * Takes the bearer token of the application back (F-auth-13), and forgets it. Gives `over` where the platform did not take it
 * any more. Throws as `bearerToken`, and what the platform refuses: only the owner of the application may.
 */
export async function revokeBearerToken(run: Run): Promise<'revoked' | 'over'> {
  const owner = ownerOf(run);
  const { kept, keys, profile } = owner;
  const { accessToken, accessTokenSecret } =
    profile === undefined ? credentialsFrom(run.sources.environment) : keys;
  const token = kept ?? (await askToken(run, owner));
  const written = token.reveal();
  const { failure } = await call(
    run,
    {
      ...owner,
      keys: {
        ...keys,
        ...(accessToken !== undefined &&
          accessTokenSecret !== undefined && { accessToken, accessTokenSecret }),
      },
    },
    {
      host: 'base',
      method: 'POST',
      path: '/oauth2/invalidate_token',
      signing: 'user',
      query: { access_token: decoded(written) },
      sensitive: [written, decoded(written)],
      answers: 'json',
      stop: run.signal,
    },
  );
  const isOver = failure?.errors.some(({ code }) => code === '89') ?? false;
  if (failure !== undefined && !isOver)
    throw failure.status === 403
      ? new AdsyncError(failure.code, failure.message, {
          ...failure.detail,
          remedy:
            'Only the owner of the application may revoke its bearer token: use the credentials of that user.',
        })
      : failure;
  if (profile !== undefined) await keep(run, profile, undefined);
  return isOver ? 'over' : 'revoked';
}

function ownerOf({ sources }: Run): Owner {
  const { environment } = sources;
  const application = applicationFrom(environment);
  if (application !== undefined)
    return { addresses: addressesFrom(environment), keys: application, profile: undefined, kept: undefined };
  const profile = chosenProfile(sources);
  if (profile === undefined)
    throw new AdsyncError('ADSYNC_CREDENTIALS_MISSING', 'there are no keys of an application', {
      remedy: 'Sign in with `adsync auth login`, or set ADSYNC_CONSUMER_KEY and ADSYNC_CONSUMER_SECRET.',
    });
  const { bearerToken: kept, ...keys } = profile.secrets();
  return { addresses: profileAddresses(profile, environment), keys, profile, kept };
}

const answerSchema = z.object({
  token_type: z.literal('bearer'),
  access_token: z.string().regex(/^[\w.~%+/=-]{8,1000}$/),
});

async function askToken(run: Run, owner: Owner): Promise<Secret> {
  const { body, failure } = await unlessInterrupted(
    run.signal,
    call(run, owner, {
      host: 'base',
      method: 'POST',
      path: '/oauth2/token',
      signing: 'basic',
      form: { grant_type: 'client_credentials' },
      answers: 'json',
    }),
  );
  if (failure !== undefined) throw failure;
  const answer = answerSchema.safeParse(body);
  if (!answer.success)
    throw new AdsyncError(
      'ADSYNC_ANSWER_INVALID',
      'the platform answered no bearer token to POST /oauth2/token',
    );
  const token = new Secret(answer.data.access_token);
  if (owner.profile !== undefined) await keep(run, owner.profile, token);
  return token;
}

async function call(run: Run, { addresses, keys }: Owner, request: TextRequest): Promise<TextAnswer> {
  const client = openAuthClient(run, addresses, keys);
  return await closeAfter(run, client, async () => await client.callForText(request));
}

/** Keeps the token in the profile, or forgets it, unless somebody signed in to the profile anew meanwhile. */
async function keep({ sources: { shelf } }: Run, before: Profile, token: Secret | undefined): Promise<void> {
  const now = readProfile(shelf, before.name);
  if (now === undefined || now.store === 'command') return;
  const { bearerToken: _kept, ...keys } = now.secrets();
  if (keys.consumerKey !== before.secrets().consumerKey) return;
  const secrets = token === undefined ? keys : { ...keys, bearerToken: token };
  await writeProfile(shelf, { ...now, secrets, store: now.store, before: now });
}

/** The token is written URL-encoded in answers, and is itself without that in a query. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
