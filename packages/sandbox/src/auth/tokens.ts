import { hash } from 'node:crypto';
import { keptRecords } from '../engine/kept-records.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import type { World } from '../world/world.ts';

/**
 * Request tokens (F-auth-06). `status` is issued, approved, declined or used; `access` is what
 * the request asked for, null for the application's own level; `verifier` is there once a user approved.
 */
export const requestTokens = keptRecords({
  collection: 'request_tokens',
  label: 'Request token',
  ids: { prefix: 'rt', start: 1000, radix: 36 },
  indexed: ['token'],
  fields: {
    token: 'text',
    secret: 'text',
    app_id: 'text',
    callback: 'text',
    access: 'text?',
    status: 'text',
    user_id: 'text?',
    verifier: 'text?',
    expires_at: 'time?',
  },
  blank: () => ({ access: null, status: 'issued', user_id: null, verifier: null, expires_at: null }),
  plausible: ({ id, world }) => ({
    token: tokenText('request', id),
    secret: tokenText('request secret', id),
    app_id: firstId(world, 'apps'),
    callback: 'oob',
  }),
});

/** User access tokens that the three-legged flow issued (F-auth-03). The tokens of the users' own records stand beside them. */
export const accessTokens = keptRecords({
  collection: 'access_tokens',
  label: 'Access token',
  ids: { prefix: 'at', start: 1000, radix: 36 },
  indexed: ['token', 'user_id'],
  fields: {
    token: 'text',
    secret: 'text',
    app_id: 'text',
    user_id: 'text',
    access: 'text',
    revoked: 'boolean',
    expires_at: 'time?',
  },
  blank: () => ({ access: 'write', revoked: false, expires_at: null }),
  plausible: ({ id, world, given }) => {
    const userId = textIn(given, 'user_id') ?? firstId(world, 'users');
    return {
      token: `${userId}-${tokenText('access', id)}`,
      secret: tokenText('access secret', id),
      app_id: firstId(world, 'apps'),
      user_id: userId,
    };
  },
});

/**
 * Bearer tokens: the one of an application (`user_id` null), and OAuth 2.0 tokens of users with scopes, which only seeds
 * make (F-auth-16). Kept decoded; answers show them URL-encoded (F-auth-12).
 */
export const bearerTokens = keptRecords({
  collection: 'bearer_tokens',
  label: 'Bearer token',
  ids: { prefix: 'bt', start: 1000, radix: 36 },
  indexed: ['token', 'app_id'],
  fields: {
    token: 'text',
    app_id: 'text',
    user_id: 'text?',
    scopes: 'texts',
    revoked: 'boolean',
    expires_at: 'time?',
  },
  blank: () => ({ user_id: null, scopes: [], revoked: false, expires_at: null }),
  plausible: ({ id, world }) => ({ token: bearerText(id), app_id: firstId(world, 'apps') }),
});

function firstId({ store }: World, collection: string): string {
  for (const { id } of store.all(collection)) return id;
  return '';
}

/** A text that looks random and is the same for the same record, so that the same requests get the same tokens. */
export function tokenText(purpose: string, id: string): string {
  return hash('sha256', `${purpose} ${id}`, 'base64url').replaceAll(/[-_]/g, '').slice(0, 32);
}

/** A bearer token, decoded. It holds signs that a URL encodes, as the platform's do. */
export function bearerText(id: string): string {
  return `AAAAAAAAAAAAAAAAAAAA${tokenText('bearer', id)}+${tokenText('bearer end', id)}=`;
}

/** The record with this token text; undefined for an unknown one. */
export function withToken({ store }: World, collection: string, token: string): StoredRecord | undefined {
  for (const record of store.in(collection, 'token', token)) return record;
  return undefined;
}

/** Whether the record's time is over, by the sandbox's clock. */
export function isExpired({ clock }: World, record: StoredRecord): boolean {
  const end = textIn(record, 'expires_at');
  return end !== null && end <= clock.stamp();
}
