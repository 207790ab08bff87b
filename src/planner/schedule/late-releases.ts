import type { Requirements } from '../graph/edges.ts';
import type { Weighed } from './weighed.ts';

/**
 * A release that can only follow a claim frees nothing in time for any other: claims wait for all releases, so that the
 * two would wait for each other. It counts as neutral.
 */
export function withoutLateReleases(
  weighed: readonly Weighed[],
  requirements: Requirements,
): readonly Weighed[] {
  const byNumber = new Map(weighed.map((each) => [each.operation.number, each]));
  const followsClaim = new Map<number, boolean>();
  const isLate = ({ operation: { number } }: Weighed): boolean => {
    const known = followsClaim.get(number);
    if (known !== undefined) return known;
    // Until it is known, for a circle of requirements, which is refused elsewhere.
    followsClaim.set(number, false);
    const required = [...requirements.of(number).keys()]
      .map((each) => byNumber.get(each))
      .filter((each) => each !== undefined);
    const late = required.some((each) => each.effect === 'claim' || isLate(each));
    followsClaim.set(number, late);
    return late;
  };
  return weighed.map((each) =>
    each.effect === 'release' && isLate(each) ? { ...each, effect: 'neutral' } : each,
  );
}
