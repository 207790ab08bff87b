import type { Resource } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { currency, long, oneOf, time } from '../params/param.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { endsAfterStart, needed, showFields } from './shared-rules.ts';

const types = ['AGENCY_CREDIT_LINE', 'CREDIT_CARD', 'CREDIT_LINE', 'INSERTION_ORDER', 'PARTNER_MANAGED'];
const withRemainingCredit = new Set(['AGENCY_CREDIT_LINE', 'CREDIT_LINE']);

/** Funding instruments (F-funding-01, F-funding-02). */
export const fundingInstruments: Resource = {
  collection: 'funding_instruments',
  idParam: 'funding_instrument_id',
  label: 'Funding instrument',
  notFound: 'FUNDING_INSTRUMENT_NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('hy000', 36), radix: 36 },
  indexed: ['account_id'],
  fields: {
    type: 'text',
    description: 'text',
    currency: 'text',
    start_time: 'time',
    end_time: 'time?',
    entity_status: 'text',
    credit_limit_local_micro: 'long?',
    funded_amount_local_micro: 'long?',
    credit_remaining_local_micro: 'long?',
    able_to_fund: 'boolean',
    io_header: 'text?',
  },
  writes: {
    currency: { is: currency, on: 'create', required: 'create' },
    start_time: { is: time, on: 'create', required: 'create' },
    type: { is: oneOf(types), on: 'create', required: 'create' },
    end_time: { is: time, on: 'create' },
    credit_limit_local_micro: { is: long, on: 'create' },
    funded_amount_local_micro: { is: long, on: 'create' },
  },
  filters: { funding_instrument_ids: 'id' },
  listParams: {},
  sortable: [
    'created_at',
    'updated_at',
    'deleted',
    'name',
    'funded_amount_local_micro',
    'start_time',
    'end_time',
  ],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'delete'],
  sandboxOnly: ['create', 'delete'],
  blank: () => ({
    type: 'CREDIT_CARD',
    description: '(no payment method has been set up yet)',
    currency: null,
    start_time: null,
    end_time: null,
    entity_status: 'ACTIVE',
    credit_limit_local_micro: null,
    funded_amount_local_micro: null,
    credit_remaining_local_micro: null,
    able_to_fund: true,
    io_header: null,
  }),
  complete: ({ after }) => ({
    ...after,
    credit_remaining_local_micro: withRemainingCredit.has(textIn(after, 'type') ?? '')
      ? (after['credit_limit_local_micro'] ?? null)
      : null,
  }),
  rules: [
    // An end is sometimes required (F-funding-04), read as: where money is ordered for a period.
    needed('end_time', ['type'], (after) => after['type'] === 'INSERTION_ORDER'),
    endsAfterStart,
  ],
  quotas: [],
  plausible: ({ world }) => ({ description: 'Card', currency: 'USD', start_time: world.clock.stamp() }),
  show: (record, world) => {
    const reasons = reasonsNotAbleToFund(record, world);
    return {
      ...showFields(record, ['account_id', ...Object.keys(fundingInstruments.fields)]),
      able_to_fund: canFund(record, world),
      reasons_not_able_to_fund: reasons,
    };
  },
};

function reasonsNotAbleToFund(record: StoredRecord, world: World): readonly string[] {
  const end = textIn(record, 'end_time');
  const expired = end !== null && end <= world.clock.stamp();
  return [...(isDeleted(record) ? ['DELETED'] : []), ...(expired ? ['EXPIRED'] : [])];
}

/** Whether campaigns can spend from the instrument now. */
export function canFund(record: StoredRecord, world: World): boolean {
  return record['able_to_fund'] === true && reasonsNotAbleToFund(record, world).length === 0;
}
