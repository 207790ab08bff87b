import { criteriaByItem, recountFigures } from './recount-figures.ts';
import { declaredAt, type Finding, type Trial } from './trial.ts';
import type { WholePlatform } from './whole-platform.ts';

/** What is broken by the world as it stands between two operations; `now` in milliseconds since 1970. */
export function brokenNow(trial: Trial, platform: WholePlatform, now: number): readonly Finding[] {
  return [...figuresNow(trial, platform, now), ...targetingNow(trial, platform)];
}

function figuresNow(
  { spec, before, after }: Trial,
  platform: WholePlatform,
  now: number,
): readonly Finding[] {
  const figures = recountFigures(platform.records, now);
  const findings: Finding[] = [];
  for (const [law, name] of [
    ['highest on the way', 'highest'],
    ['uncapped on the way', 'uncapped'],
  ] as const)
    for (const [currency, amount] of Object.entries(figures[name])) {
      const most = Math.max(before.figures[name][currency] ?? 0, after.figures[name][currency] ?? 0);
      if (amount > most) findings.push({ law, what: `${amount} ${currency}, and ${most} before or after` });
    }
  const { counts, activeLimit, itemLimit = Number.POSITIVE_INFINITY } = spec;
  for (const [law, count, limit, countBefore] of [
    ['campaigns', figures.campaigns[counts], activeLimit, before.figures.campaigns[counts]],
    ['active line items', figures.activeItems, itemLimit, before.figures.activeItems],
  ] as const) {
    const most = Math.max(limit, countBefore);
    if (count > most) findings.push({ law, what: `${count}, and ${most} allowed` });
  }
  return findings;
}

/** No ACTIVE line item of ours has fewer criteria than it had while it ran, and than the document declares. */
function targetingNow(trial: Trial, platform: WholePlatform): readonly Finding[] {
  const counts = criteriaByItem(platform.records);
  const countsBefore = criteriaByItem(trial.before.records);
  const countsAfter = criteriaByItem(trial.after.records);
  return platform.entries.flatMap(({ address, kind, id }) => {
    const item = kind === 'line_item' ? platform.records.get(id) : undefined;
    if (item?.fields['entity_status'] !== 'ACTIVE') return [];
    const was = trial.before.records.get(id);
    const declared = declaredAt(trial, address);
    const wanted = declaredCriteria(trial, address);
    // What was removed by people stays so where the document leaves it to them.
    const isLeft = declared === undefined || declared.lifecycle.ignoreChanges.includes('targeting');
    const had = countsBefore.get(id) ?? 0;
    const isRunning = was?.fields['entity_status'] === 'ACTIVE';
    const kept = declared === undefined ? had : Math.min(had, isLeft ? (countsAfter.get(id) ?? 0) : wanted);
    const least = isRunning ? kept : isLeft ? 0 : wanted;
    const has = counts.get(id) ?? 0;
    return has < least
      ? [{ law: 'targeting', what: `${address} is ACTIVE with ${has} criteria, ${least} at least` }]
      : [];
  });
}

function declaredCriteria({ input }: Trial, address: string): number {
  return input.document.resources.filter(
    ({ parent, kind }) => parent === address && kind === 'targeting_criterion',
  ).length;
}
