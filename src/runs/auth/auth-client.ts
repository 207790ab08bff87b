import { createClient, type TextClient } from '../../platform/client.ts';
import { Secret, type SigningKeys } from '../../platform/secret.ts';
import type { Run } from '../run.ts';
import { requestTimeoutMs } from '../session.ts';
import type { Addresses } from '../settings.ts';

const none = new Secret('');

/**
 * A client that signs with these keys: those of an application alone, or with a token too. What it is answered is shown without
 * them; a token that it is given is not among them yet. Close it when done.
 */
export function openAuthClient(
  { version, clock, frontend }: Run,
  addresses: Addresses,
  { consumerKey, consumerSecret, accessToken = none, accessTokenSecret = none }: SigningKeys,
): TextClient {
  return createClient({
    credentials: { consumerKey, consumerSecret, accessToken, accessTokenSecret },
    addresses,
    version,
    timeoutMs: requestTimeoutMs,
    clock,
    random: Math.random,
    onWait: (event) => frontend.wait(event),
  });
}
