import { z } from 'zod';
import { normalTime } from '../params/normal-time.ts';
import type { World } from '../world/world.ts';
import { ControlError } from './control-error.ts';

export const clockSchema = z.strictObject({
  now: z.string().optional(),
  advance_seconds: z.number().optional(),
  frozen: z.boolean().optional(),
});

const latest = Date.UTC(9999, 0);

/** Sets or advances the sandbox's time; frozen time stays frozen until told otherwise. Returns the time it then is. */
export function setClock(
  { clock }: World,
  wanted: z.infer<typeof clockSchema>,
): { readonly now: string; readonly frozen: boolean } {
  const named = wanted.now === undefined ? undefined : normalTime(wanted.now);
  if (wanted.now !== undefined && named === undefined) throw new ControlError(`no time: ${wanted.now}`);
  const now = (named === undefined ? clock.now() : Date.parse(named)) + (wanted.advance_seconds ?? 0) * 1000;
  if (!(now >= 0 && now < latest)) throw new ControlError('the clock runs from 1970 to 9998');
  clock.set(now, wanted.frozen ?? clock.frozen);
  return { now: clock.stamp(), frozen: clock.frozen };
}
