import type { Route, Router } from './engine/find-endpoint.ts';
import type { SandboxState } from './sandbox-state.ts';
import { ApiError } from './wire/api-error.ts';
import { type PlatformRequest, pairsOf } from './wire/platform-request.ts';
import { countsRequests } from './world/rate-limits.ts';

/**
 * Counts a request against the rates that are set, and returns the rate-limit headers of its answer.
 * Throws ApiError 429 where no place is left.
 */
export function countRequest(
  { world, rates }: SandboxState,
  router: Router,
  request: PlatformRequest,
  token: string,
): Readonly<Record<string, string>> {
  if (!countsRequests(world.limits)) return {};
  const route = routeOf(router, request);
  return rates.take(world, {
    method: request.method,
    pattern: route === undefined ? '/12/unknown' : `/12${route.endpoint.path}`,
    withTotalCount: pairsOf(request.query).some(
      ([name, value]) => name === 'with_total_count' && value.toLowerCase() === 'true',
    ),
    token,
    accountId: route?.path['account_id'] ?? '',
  });
}

function routeOf(router: Router, { method, path }: PlatformRequest): Route | undefined {
  try {
    return router(method, path);
  } catch (error) {
    // An unknown path is counted too, by its method alone; it is refused when it is to be carried out.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
