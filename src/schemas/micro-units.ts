const microPerUnit = 1_000_000;
const amountForm = /^\d+(?:\.\d{1,6})?$/;

/** What can be wrong with the text of an amount. */
export type MoneyFault = 'form' | 'decimals' | 'size';

/**
 * Micro units from the text of a decimal amount: `55.00` gives 55000000. Exact: no float on the way.
 * Money is a long of micro units (F-value-04).
 */
export function parseMoney(text: string): { readonly micro: number } | { readonly fault: MoneyFault } {
  if (/^\d+\.\d{7,}$/.test(text)) return { fault: 'decimals' };
  if (!amountForm.test(text)) return { fault: 'form' };
  const point = text.includes('.') ? text.indexOf('.') : text.length;
  const micro = BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(6, '0'));
  return micro > BigInt(Number.MAX_SAFE_INTEGER) ? { fault: 'size' } : { micro: Number(micro) };
}

/** An amount for people: 1500000000 gives `1,500.00`; digits beyond the cents appear only where they are not zero. */
export function formatMoney(micro: number | bigint): string {
  const [whole = '', fraction = ''] = moneyText(micro < 0 ? -BigInt(micro) : micro).split('.');
  return `${micro < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** An amount that is not negative as the document takes it: 1500000000 gives `1500.00`. */
export function moneyText(micro: number | bigint): string {
  const amount = BigInt(micro);
  const fraction = (amount % BigInt(microPerUnit))
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${amount / BigInt(microPerUnit)}.${fraction}`;
}
