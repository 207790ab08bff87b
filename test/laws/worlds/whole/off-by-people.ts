import type { PlanResult } from '../../../../src/planner/plan.ts';
import type { StateEntry } from '../../../../src/schemas/state-entry.ts';
import { carryOut, inOrder } from './carry-out.ts';
import type { Finding, Trial } from './trial.ts';
import { WholePlatform } from './whole-platform.ts';

/**
 * A run is cut short before anything is switched on; somebody switches on what adsync had paused on the way, and off
 * again. The next run asks, or leaves it PAUSED. `planAgain` plans without consent to undo.
 */
export function offByPeople(
  { isWhole, result, input: { document } }: Trial,
  platform: WholePlatform,
  planAgain: (touched: WholePlatform) => PlanResult,
): readonly Finding[] {
  if (!isWhole || !pausesOnTheWay(result)) return [];
  const cut = new WholePlatform(platform);
  carryOut(result, document, cut, {
    ...inOrder,
    fails: ({ params }) => params['entity_status'] === 'ACTIVE',
    watch: () => undefined,
  });
  const paused = cut.entries.filter((entry) => entry.pausedOnTheWay === true && isPaused(cut, entry));
  for (const { id } of paused)
    for (const status of ['ACTIVE', 'PAUSED']) cut.change(id, { entity_status: status });
  const again = planAgain(cut);
  if (again.plan.violations.length > 0) return [];
  carryOut(again, document, cut, { ...inOrder, watch: () => undefined });
  return paused
    .filter((entry) => !isPaused(cut, entry))
    .map(({ address }) => ({ law: 'off by people', what: `${address} is switched on again` }));
}

/** True for a plan that pauses something, and switches it on later. */
function pausesOnTheWay({ plan }: PlanResult): boolean {
  const set = (status: string): readonly string[] =>
    plan.steps
      .flatMap(({ operations }) => operations)
      .filter(({ params }) => params['entity_status'] === status)
      .map(({ address }) => address);
  const on = new Set(set('ACTIVE'));
  return set('PAUSED').some((address) => on.has(address));
}

function isPaused({ records }: WholePlatform, { id }: StateEntry): boolean {
  return records.get(id)?.fields['entity_status'] === 'PAUSED';
}
