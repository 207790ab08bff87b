import type { SandboxState } from '../state/sandbox-state.ts';

/** The headers of every answer; `date` is the sandbox's time (F-request-11). */
export function platformHeaders({ world }: SandboxState): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-current-api-version': '12',
    date: new Date(world.clock.now()).toUTCString(),
  };
}
