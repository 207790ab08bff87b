import { z } from 'zod';
import { Secret } from '../platform/secret.ts';
import type { ProfileSecrets } from './profile.ts';

const text = z.string().min(1).max(2000);
const secret = text.transform((value) => new Secret(value));

/** The names that secrets have in a profile, in the keychain, and in what a command tells. */
export const secretMembers = z
  .object({
    consumer_key: text,
    consumer_secret: secret,
    access_token: secret,
    access_token_secret: secret,
    bearer_token: secret.optional(),
  })
  .transform(
    (members): ProfileSecrets => ({
      consumerKey: members.consumer_key,
      consumerSecret: members.consumer_secret,
      accessToken: members.access_token,
      accessTokenSecret: members.access_token_secret,
      ...(members.bearer_token !== undefined && { bearerToken: members.bearer_token }),
    }),
  );

/** The secrets by their names in a profile, in plain text. */
export function revealSecrets(secrets: ProfileSecrets): Readonly<Record<string, string>> {
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret, bearerToken } = secrets;
  return {
    consumer_key: consumerKey,
    consumer_secret: consumerSecret.reveal(),
    access_token: accessToken.reveal(),
    access_token_secret: accessTokenSecret.reveal(),
    ...(bearerToken !== undefined && { bearer_token: bearerToken.reveal() }),
  };
}
