import { change } from '../engine/kept-records.ts';
import { verifySignature } from '../oauth/verify-signature.ts';
import { users } from '../resources/users.ts';
import { type AuthEndpoint, jsonReply } from './auth-endpoint.ts';
import { accessTokens } from './tokens.ts';
import { keyringOf, userToken } from './user-tokens.ts';

function invalidateAt(path: string): AuthEndpoint {
  return {
    method: 'POST',
    path,
    params: {},
    isStep: false,
    run: ({ world, request, rules }) => {
      const { token } = verifySignature(request, keyringOf(world), rules);
      const found = userToken(world, token);
      if (found !== undefined)
        change(world, found.collection === 'users' ? users : accessTokens, found.record, { revoked: true });
      return jsonReply({ access_token: token });
    },
  };
}

/** Revokes the user access token that signs the request, by both of its paths (F-auth-11). */
export const invalidateToken: readonly AuthEndpoint[] = [
  invalidateAt('/1.1/oauth/invalidate_token'),
  invalidateAt('/1.1/oauth/invalidate_token.json'),
];
