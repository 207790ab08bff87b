import { defineKind } from '../define-kind.ts';
import { choice, money, text, time } from '../field-types.ts';

const types = [
  'AGENCY_CREDIT_LINE',
  'CREDIT_CARD',
  'CREDIT_LINE',
  'INSERTION_ORDER',
  'PARTNER_MANAGED',
] as const;

/**
 * A way to pay. One with an id exists already; others can be created in the platform's own sandbox only, and never
 * changed (reference part 2, lines 135-140).
 */
export const fundingInstrument = defineKind({
  name: 'funding_instrument',
  title: 'funding instrument',
  section: 'funding_instruments',
  parent: 'account',
  description:
    'A way to pay for campaigns. Give the id of one that exists; creating one works only on the sandbox host of the platform.',
  fields: {
    type: {
      wire: 'type',
      type: choice(types),
      change: 'replace',
      required: true,
      description: 'The type of the funding instrument.',
    },
    currency: {
      wire: 'currency',
      type: text(3),
      change: 'replace',
      required: true,
      description: 'The currency, as its ISO 4217 code.',
    },
    start_time: {
      wire: 'start_time',
      type: time(),
      change: 'replace',
      required: true,
      description: 'From when it can fund.',
    },
    end_time: { wire: 'end_time', type: time(), change: 'replace', description: 'Until when it can fund.' },
    credit_limit: {
      wire: 'credit_limit_local_micro',
      type: money(),
      change: 'replace',
      description: 'The credit limit, in units of the currency; only for CREDIT_CARD and CREDIT_LINE.',
    },
    funded_amount: {
      wire: 'funded_amount_local_micro',
      type: money(),
      change: 'replace',
      description: 'The funded amount, in units of the currency; only for INSERTION_ORDER.',
    },
  },
  observed: ['able_to_fund'],
  naturalKey: ['type', 'currency', 'start_time'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/funding_instruments',
      idFilter: 'funding_instrument_ids',
      pageSize: 1000,
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/funding_instruments', host: 'ads_sandbox' },
    delete: {
      method: 'DELETE',
      path: '/12/accounts/:account_id/funding_instruments/:id',
      host: 'ads_sandbox',
    },
  },
  irreversibleDelete: true,
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { type: 'CREDIT_CARD', currency: 'USD', start_time: '2026-01-01T00:00:00Z' },
  check: (declared) =>
    typeof declared.currency === 'string' && !/^[A-Z]{3}$/.test(declared.currency)
      ? [
          {
            field: 'currency',
            message: 'is not an ISO 4217 code',
            remedy: 'Write three capital letters: USD.',
          },
        ]
      : [],
});
