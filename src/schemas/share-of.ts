import type { Share } from './desired.ts';

/**
 * What a share of a whole number allows, rounded down, in parts of which a unit has so many (1 for things, 1,000,000 for
 * money). A share that is a number stands for itself. Exact: shares have three decimals, and none goes through a
 * product of floats.
 */
export function shareOf(share: Share, whole: number, partsPerUnit = 1): number {
  const allowed =
    'count' in share
      ? (thousandths(share.count) * BigInt(partsPerUnit)) / 1000n
      : (thousandths(share.percent) * BigInt(whole)) / 100_000n;
  return Number(allowed);
}

function thousandths(number: number): bigint {
  return BigInt(Math.round(number * 1000));
}
