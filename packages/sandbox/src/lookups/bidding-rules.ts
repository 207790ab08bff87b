import { denominationOf } from '../params/denominations.ts';
import { type Fields, plainLong } from '../value.ts';

const currencies = [
  'AED',
  'ARS',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CLP',
  'COP',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'IDR',
  'ILS',
  'INR',
  'JPY',
  'KRW',
  'KWD',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'TWD',
  'USD',
  'ZAR',
];

/** The bids that a currency allows, in micro units (F-lookup-02). */
export const biddingRules: readonly Fields[] = currencies.map((currency) => {
  const step = denominationOf(currency);
  return {
    currency,
    minimum_cpe_bid_local_micro: plainLong(step),
    maximum_cpe_bid_local_micro: plainLong(step * 100_000n),
    minimum_denomination: plainLong(step),
  };
});
