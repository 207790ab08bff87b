import { expect } from 'vitest';
import { type ApplyInput, applyPlan } from '../../../src/appliers/apply.ts';
import type { ApplyEvent } from '../../../src/appliers/apply-event.ts';
import type { ApplyResult } from '../../../src/appliers/apply-result.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { realClock, type World } from '../../support/world.ts';
import { documentOf } from './build-plan.ts';

/** As the journal knows them: short, so that absence is soon certain. */
export const timeoutMs = 60;
export const settleMs = 50;

/** Applies a plan in a world, and returns the result with everything that was told on the way. */
export async function runPlan(
  world: World,
  plan: Plan,
  more: Partial<ApplyInput> = {},
): Promise<{ readonly result: ApplyResult; readonly events: readonly ApplyEvent[] }> {
  const events: ApplyEvent[] = [];
  const document = more.document ?? documentOf(plan);
  const lease = more.lease ?? (await world.acquire());
  const result = await applyPlan({
    plan,
    document,
    lease,
    stateChanges: [],
    live: more.live ?? (await world.read(document)),
    entries: (await world.snapshot()).entries,
    client: world.client,
    clock: realClock,
    timeoutMs,
    settleMs,
    emit: (event) => events.push(event),
    stop: new AbortController().signal,
    ...more,
  });
  return { result, events };
}

/** The addresses of a list of the result. */
export function addressesOf(list: readonly { readonly address: string }[]): readonly string[] {
  return list.map(({ address }) => address);
}

/** Stands for any text that matches, inside `toMatchObject`. */
export function matching(pattern: RegExp): unknown {
  const matcher: unknown = expect.stringMatching(pattern);
  return matcher;
}
