import { defineKind, type Finding } from '../define-kind.ts';
import { choice, money, text, time } from '../field-types/index.ts';
import type { Values } from '../values.ts';

const types = [
  'AGENCY_CREDIT_LINE',
  'CREDIT_CARD',
  'CREDIT_LINE',
  'INSERTION_ORDER',
  'PARTNER_MANAGED',
] as const;

/**
 * A way to pay. One with an id exists already; others can be created in the platform's own sandbox only, and never
 * changed (F-funding-02).
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
      type: choice(types),
      change: 'replace',
      required: true,
      description: 'The type of the funding instrument.',
      example: { value: 'CREDIT_LINE' },
    },
    currency: {
      type: text(3),
      change: 'replace',
      required: true,
      description: 'The currency, as its ISO 4217 code.',
      example: { value: 'EUR' },
    },
    start_time: {
      type: time(),
      change: 'replace',
      required: true,
      description: 'From when it can fund.',
      example: { value: '2026-02-01T00:00:00Z' },
    },
    end_time: {
      type: time(),
      change: 'replace',
      description: 'Until when it can fund; needed for INSERTION_ORDER.',
      example: { value: '2027-12-31T00:00:00Z' },
    },
    credit_limit: {
      wire: 'credit_limit_local_micro',
      type: money(),
      change: 'replace',
      description: 'The credit limit, in units of the currency; only for CREDIT_CARD and CREDIT_LINE.',
      example: { value: '5000' },
    },
    funded_amount: {
      wire: 'funded_amount_local_micro',
      type: money(),
      change: 'replace',
      description: 'The funded amount, in units of the currency; only for INSERTION_ORDER.',
      example: {
        value: '10000',
        with: { type: 'INSERTION_ORDER', end_time: '2027-12-31T00:00:00Z' },
      },
    },
  },
  observed: ['able_to_fund'],
  naturalKey: ['type', 'currency', 'start_time'],
  absentCode: 'INVALID_FUNDING_INSTRUMENT',
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
  replacement: {
    irreversible: true,
    loses: 'what it funds: every campaign that refers to it has to be made anew, with all below it',
    losesOnlyWhenReferred: true,
  },
  import: { onlyWhereReferred: true },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { type: 'CREDIT_CARD', currency: 'USD', start_time: '2026-03-01T00:00:00Z' },
  check,
});

type Rule = (declared: Values) => Finding | undefined;

/** Rules between fields (F-funding-03, F-funding-04). */
const rules: readonly Rule[] = [
  ({ currency }) =>
    typeof currency !== 'string' || /^[A-Z]{3}$/.test(currency)
      ? undefined
      : {
          field: 'currency',
          message: 'is not an ISO 4217 code',
          remedy: 'Write three capital letters: USD.',
          code: 'INVALID_PARAMETER',
        },
  ({ type, end_time: end }) =>
    type !== 'INSERTION_ORDER' || end !== undefined
      ? undefined
      : {
          field: 'type',
          message: 'INSERTION_ORDER needs end_time',
          remedy: 'Add end_time: the end of the order.',
          code: 'MISSING_PARAMETER',
        },
  ({ start_time: start, end_time: end }) =>
    typeof start !== 'string' || typeof end !== 'string' || end > start
      ? undefined
      : {
          field: 'end_time',
          message: 'is not after start_time',
          remedy: 'Write a later end_time.',
          code: 'INVALID_TIME_WINDOW',
        },
  ({ type, credit_limit: limit }) =>
    limit === undefined || type === undefined || type === 'CREDIT_CARD' || type === 'CREDIT_LINE'
      ? undefined
      : {
          field: 'credit_limit',
          message: 'goes only with type: CREDIT_CARD or CREDIT_LINE',
          remedy: 'Remove it.',
        },
  ({ type, funded_amount: amount }) =>
    amount === undefined || type === undefined || type === 'INSERTION_ORDER'
      ? undefined
      : {
          field: 'funded_amount',
          message: 'goes only with type: INSERTION_ORDER',
          remedy: 'Remove it.',
        },
];

function check(declared: Values): readonly Finding[] {
  return rules.flatMap((rule) => rule(declared) ?? []);
}
