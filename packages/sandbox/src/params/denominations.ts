// The public example is 10000 micro units for USD (F-value-05): the smallest coin. The rest follows from how many
// digits a currency has after the point.
const digits = new Map<string, number>();

/** The smallest step of an amount in the currency, in micro units. */
export function denominationOf(currency: string): bigint {
  const known = digits.get(currency) ?? fractionDigits(currency);
  digits.set(currency, known);
  return 10n ** BigInt(6 - Math.min(known, 6));
}

function fractionDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
