import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { readCaller } from '../../live/read-caller.ts';
import { listAccounts } from '../../live/read-seen-accounts.ts';
import type { TextClient } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { AccountAccess, AuthSource, AuthStatus } from '../../schemas/auth-status.ts';
import { mayWrite, neededRoles } from '../../schemas/may-write.ts';
import { allKinds } from '../../schemas/registry.ts';
import type { ListedAccount } from '../../schemas/seen-account.ts';
import { closeAfter } from '../close-after.ts';
import { chosenProfile } from '../credential-source.ts';
import { unlessInterrupted } from '../interrupted.ts';
import type { Run } from '../run.ts';
import { openClient } from '../session.ts';
import { hasCredentials } from '../settings.ts';

/**
 * Where the credentials of a run come from. Throws ADSYNC_CREDENTIALS_MISSING, ADSYNC_CREDENTIALS_UNREADABLE, and as
 * `credentialSource`.
 */
export function authSource(run: Run): AuthSource {
  const { sources, addresses } = run;
  const credentials = run.credentials();
  const profile = hasCredentials(sources.environment) ? undefined : chosenProfile(sources);
  const [, idInToken = null] = /^(\d+)-/.exec(credentials.accessToken.reveal()) ?? [];
  const platform = [addresses.ads, addresses.base ?? addresses.ads, addresses.adsSandbox];
  const known = {
    platform: [...new Set(platform.map((address) => new URL(address).origin))],
    bearerToken: 'bearerToken' in credentials ? 'kept' : 'not kept',
  } as const;
  if (profile === undefined) return { ...known, ...inEnvironment, userId: idInToken };
  const { name, file, store, userId = idInToken, screenName = null } = profile;
  return {
    ...known,
    source: 'profile',
    profile: name,
    file,
    secrets: store,
    userId,
    screenName,
    access: accessOf(profile),
  };
}

const inEnvironment = {
  source: 'environment',
  profile: null,
  file: null,
  secrets: 'environment',
  screenName: null,
  access: null,
} as const;

/** A profile that nobody signed in to, but wrote, may be of either. */
function accessOf({ access, userId }: Profile): AuthStatus['access'] {
  return access ?? (userId === undefined ? null : 'write');
}

/**
 * Asks the platform whom the credentials speak for, and what that user may do in each ad account that it sees (F-account-05).
 * Throws what the platform refuses, and Interrupted.
 */
export async function readAuthStatus(run: Run, source: AuthSource): Promise<AuthStatus> {
  const client = openClient(run);
  return await closeAfter(
    run,
    client,
    async () =>
      await run.frontend.progress(
        'Asking the platform',
        async () => await unlessInterrupted(run.signal, readWith(client, source)),
      ),
  );
}

async function readWith(client: TextClient, source: AuthSource): Promise<AuthStatus> {
  const { userId, screenName, ...known } = source;
  const accounts = await listAccounts(client);
  const [user, ...read] = await Promise.all([
    readUser(client),
    ...accounts.map(async (account) => await readAccess(client, account)),
  ]);
  return { ...known, user: user ?? { id: userId, screenName }, accounts: read };
}

const meSchema = z.object({ data: z.object({ id: z.string(), username: z.string() }) });

/** Who calls; `undefined` where the platform does not tell, such as to an application without access to the data API. */
async function readUser(client: TextClient): Promise<AuthStatus['user'] | undefined> {
  const { body } = await client.callForText({
    host: 'base',
    method: 'GET',
    path: '/2/users/me',
    signing: 'user',
    answers: 'json',
  });
  const me = meSchema.safeParse(body).data?.data;
  return me && { id: me.id, screenName: me.username };
}

async function readAccess(client: TextClient, { id, name }: ListedAccount): Promise<AccountAccess> {
  const permissions = await permissionsIn(client, id);
  const lacking = allKinds.filter((kind) => kind.writers.length > 0 && !mayWrite(kind, permissions ?? []));
  return {
    id,
    name,
    permissions,
    lacking:
      permissions === null
        ? []
        : lacking.map((kind) => ({ section: kind.section, needs: neededRoles(kind) })),
  };
}

async function permissionsIn(client: TextClient, accountId: string): Promise<readonly string[] | null> {
  try {
    return (await readCaller({ client, accountId })).caller.permissions;
  } catch (error) {
    const isRefused = error instanceof PlatformError && error.outcome === 'refused' && error.status === 403;
    if (isRefused || (error instanceof AdsyncError && error.code === 'ADSYNC_ANSWER_INVALID')) return null;
    throw error;
  }
}
