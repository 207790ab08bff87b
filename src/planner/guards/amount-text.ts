import { formatMoney } from '../../schemas/micro-units.ts';

/** An amount in micro units with its currency: `55.00 USD`; without it where it is not known, `null` or empty. */
export function amountText(amount: number, currency: string | null): string {
  return inCurrency(formatMoney(amount), currency);
}

/** An amount that is a text already, in the same words. */
export function inCurrency(amount: string, currency: string | null): string {
  return currency === null || currency === '' ? amount : `${amount} ${currency}`;
}
