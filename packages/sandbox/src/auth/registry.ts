import { accessToken } from './access-token.ts';
import type { AuthEndpoint } from './auth-endpoint.ts';
import { authorizeSteps } from './authorize.ts';
import { bearerToken, invalidateBearer } from './bearer-token.ts';
import { invalidateToken } from './invalidate-token.ts';
import { requestToken } from './request-token.ts';

/** Every operation of authentication. */
export const authEndpoints: readonly AuthEndpoint[] = [
  requestToken,
  ...authorizeSteps,
  accessToken,
  ...invalidateToken,
  bearerToken,
  invalidateBearer,
];
