import type { SandboxState } from '../state/sandbox-state.ts';

/**
 * The headers of every answer; `date` is the sandbox's time (F-request-11). The platform has no `x-sandbox-instance`: it
 * tells programs that what they knew is gone, once a sandbox was started anew.
 */
export function platformHeaders({ instance, world }: SandboxState): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-current-api-version': '12',
    'x-sandbox-instance': instance,
    date: new Date(world.clock.now()).toUTCString(),
  };
}
