import { uncountedHeaders } from '../control/rate-book.ts';
import type { Endpoint } from '../engine/endpoint.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { type PlatformRequest, pairsOf } from '../wire/platform-request.ts';
import type { Route } from './surface.ts';

/**
 * Counts a request against the rates that are set, and returns the rate-limit headers of its answer, which are there
 * where nothing is counted, too. Throws ApiError 429 where no place is left.
 */
export function countRequest(
  { world, rates }: SandboxState,
  route: Route<Endpoint> | undefined,
  request: PlatformRequest,
  token: string,
): Readonly<Record<string, string>> {
  // An unknown path is counted too, by its method alone; it is refused when it is to be carried out.
  const endpoint = route?.operations.get(request.method);
  const counted = {
    method: request.method,
    pattern: endpoint === undefined ? '/12/unknown' : `/${endpoint.versions?.[0] ?? '12'}${endpoint.path}`,
    withTotalCount: pairsOf(request.query).some(
      ([name, value]) => name === 'with_total_count' && value.toLowerCase() === 'true',
    ),
    token,
    accountId: endpoint === undefined ? '' : (route?.path['account_id'] ?? ''),
  };
  return rates.take(world, counted) ?? uncountedHeaders(world, counted);
}
