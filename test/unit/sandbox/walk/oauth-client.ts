import { createHmac, randomBytes } from 'node:crypto';
import type { SandboxClient } from '../sandbox-client.ts';

/** The members of an Authorization header of the scheme OAuth, without the signature. */
export type Members = Readonly<Record<string, string>>;
type Pairs = Readonly<Record<string, string>>;

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The members that every signed request carries (F-auth-04). */
export function usualMembers({ secrets }: SandboxClient): Members {
  return {
    oauth_consumer_key: secrets.consumer_key,
    oauth_nonce: randomBytes(12).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
  };
}

/** The header for a POST to the path with these members, signed over all of them and the query. */
export function signedHeader(
  client: SandboxClient,
  path: string,
  members: Members,
  {
    tokenSecret = '',
    query = {},
    spoiled = false,
  }: { tokenSecret?: string; query?: Pairs; spoiled?: boolean } = {},
): string {
  const pairs = Object.entries({ ...query, ...members }).map(
    ([name, value]) => `${encode(name)}=${encode(value)}`,
  );
  const base = `POST&${encode(`${client.baseUrl}${path}`)}&${encode(pairs.toSorted().join('&'))}`;
  const key = `${encode(client.secrets.consumer_secret)}&${encode(tokenSecret)}`;
  const signature = createHmac('sha1', key).update(base).digest('base64');
  const wrong = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const all = { ...members, oauth_signature: spoiled ? wrong : signature };
  return `OAuth ${Object.entries(all)
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(', ')}`;
}

/** What a text of key=value pairs says. */
export function pairsOf(text: string): Pairs {
  return Object.fromEntries(new URLSearchParams(text));
}

/** A request token for a callback, as pairs. */
export async function requestToken(client: SandboxClient, callback = 'oob'): Promise<Pairs> {
  const path = '/oauth/request_token';
  const members = { ...usualMembers(client), oauth_callback: callback };
  const { text } = await client.send('POST', path, { authorization: signedHeader(client, path, members) });
  return pairsOf(text);
}

/** Lets the application in, as the first user, and returns the verifier of the redirect. */
export async function approve(client: SandboxClient, token: string): Promise<string> {
  const body = new URLSearchParams({ oauth_token: token, screen_name: 'acme_admin', decision: 'approve' });
  const { headers } = await fetch(`${client.baseUrl}/oauth/authorize`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return new URL(headers.get('location') ?? '').searchParams.get('oauth_verifier') ?? '';
}
