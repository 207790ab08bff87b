import type { Keyring } from '../oauth/verify-signature.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { appOfKey } from './apps.ts';
import { accessTokens, isExpired, withToken } from './tokens.ts';

/** Whom a user access token speaks for, and what it may do. */
export interface UserToken {
  readonly user: StoredRecord;
  readonly secret: string;
  readonly access: 'read' | 'write';
  /** Invalidated or expired. */
  readonly isOver: boolean;
  /** The application it was issued to; undefined for a user's own, which every application may use. */
  readonly appId?: string;
  /** Where it is kept, by collection. */
  readonly record: StoredRecord;
  readonly collection: 'users' | 'access_tokens';
}

/** The user access token with this text: one that the flow issued, or a user's own; undefined for an unknown one. */
export function userToken(world: World, token: string): UserToken | undefined {
  const issued = withToken(world, accessTokens.collection, token);
  if (issued !== undefined) return issuedToken(world, issued);
  for (const user of world.store.in('users', 'access_token', token)) {
    const secret = textIn(user, 'access_token_secret') ?? '';
    const isOver = user['revoked'] === true;
    return { user, secret, access: 'write', isOver, record: user, collection: 'users' };
  }
  return undefined;
}

function issuedToken(world: World, record: StoredRecord): UserToken | undefined {
  const user = world.store.get('users', textIn(record, 'user_id') ?? '');
  if (user === undefined) return undefined;
  return {
    user,
    secret: textIn(record, 'secret') ?? '',
    access: record['access'] === 'read' ? 'read' : 'write',
    isOver: record['revoked'] === true || isExpired(world, record),
    appId: textIn(record, 'app_id') ?? '',
    record,
    collection: 'access_tokens',
  };
}

/** The secrets of the applications and of the users' tokens. */
export function keyringOf(world: World): Keyring {
  return {
    consumerSecret: (key) => {
      const app = appOfKey(world, key);
      return app === undefined ? undefined : (textIn(app, 'consumer_secret') ?? undefined);
    },
    token: (token, consumerKey) => {
      const found = userToken(world, token);
      const isForeign = found?.appId !== undefined && found.appId !== appOfKey(world, consumerKey)?.id;
      return found === undefined || isForeign ? undefined : { secret: found.secret, revoked: found.isOver };
    },
  };
}
