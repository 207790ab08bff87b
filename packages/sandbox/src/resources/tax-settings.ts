import type { Call, Endpoint } from '../engine/endpoint.ts';
import { writeParams } from '../engine/endpoint-facts.ts';
import type { Change, FieldType, Resource, WriteParam } from '../engine/resource.ts';
import { single } from '../engine/resource-endpoints.ts';
import { settingsWriters } from '../engine/roles.ts';
import { createRecord, updateRecord } from '../engine/write-record.ts';
import { country, oneOf, type ParamType, text } from '../params/param.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import type { Fields } from '../value.ts';

const collection = 'tax_settings';
const path = '/accounts/:account_id/tax_settings';

const addressParts: Readonly<Record<string, ParamType>> = {
  city: text(255),
  country,
  email: text(254),
  first_name: text(255),
  last_name: text(255),
  name: text(255),
  postal_code: text(50),
  region: text(255),
  street1: text(255),
  street2: text(255),
};

// What is sent as a name comes back as a company (F-account-14).
function keptAs(part: string): string {
  return part === 'name' ? 'company' : part;
}

function addressWrites(prefix: string): Readonly<Record<string, WriteParam>> {
  const params = Object.entries({ ...addressParts, company: text(255) });
  return Object.fromEntries(params.map(([part, is]) => [`${prefix}_${part}`, write(is)]));
}

function addressFields(prefix: string): Readonly<Record<string, FieldType>> {
  return Object.fromEntries(
    Object.keys(addressParts).map((part) => [`${prefix}_${keptAs(part)}`, 'text?' as const]),
  );
}

function write(is: ParamType): WriteParam {
  return { is, on: 'both', clearable: true };
}

const shown = [
  'tax_id',
  'tax_category',
  'tax_exemption_id',
  'invoice_jurisdiction',
  'bill_to',
  'business_relationship',
  ...Object.keys(addressFields('address')),
];

/** Who is billed, and with what tax (F-account-13). */
export const taxSettings: Resource = {
  collection,
  idParam: 'account_id',
  label: 'Tax settings',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('tx00', 36), radix: 36 },
  indexed: ['account_id'],
  fields: {
    tax_id: 'text?',
    tax_category: 'text?',
    tax_exemption_id: 'text?',
    invoice_jurisdiction: 'text?',
    bill_to: 'text?',
    business_relationship: 'text?',
    ...addressFields('address'),
    ...addressFields('client_address'),
  },
  writes: {
    tax_id: write(text(255)),
    tax_category: write(oneOf(['BUSINESS_NO_VAT', 'BUSINESS_WITH_VAT', 'INDIVIDUAL'])),
    tax_exemption_id: write(text(255)),
    invoice_jurisdiction: write(oneOf(['LOI_SAPIN', 'NONE', 'NOT_SET'])),
    // What is answered is taken back, NOT_SET and the companies too.
    bill_to: write(oneOf(['ADVERTISER', 'AGENCY', 'NOT_SET'])),
    business_relationship: write(oneOf(['AGENCY', 'SELF'])),
    ...addressWrites('address'),
    ...addressWrites('client_address'),
  },
  filters: {},
  listParams: {},
  sortable: [],
  readers: [],
  writers: settingsWriters,
  operations: [],
  blank: () => blank,
  complete,
  rules: [],
  quotas: [],
  plausible: () => ({}),
  show: settingsIn,
};

const blank: Fields = {
  invoice_jurisdiction: 'NOT_SET',
  bill_to: 'NOT_SET',
  business_relationship: 'SELF',
};

function complete({ after, given }: Change): Fields {
  const { address_name: name, client_address_name: clientName, ...rest } = after;
  return {
    ...rest,
    ...(given.has('address_name') ? { address_company: name ?? null } : {}),
    ...(given.has('client_address_name') ? { client_address_company: clientName ?? null } : {}),
  };
}

/** The calls about them. */
export const taxSettingsEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path,
    profile: 'public',
    answers: { collection, envelope: 'one' },
    run: (call) => ({ request: { params: call.path }, data: settingsIn(storedFor(call) ?? blank) }),
  },
  {
    method: 'PUT',
    path,
    allowed: settingsWriters,
    params: writeParams(taxSettings, 'update'),
    answers: { collection, envelope: 'one' },
    run: putSettings,
  },
];

function putSettings(call: Call): Fields {
  const before = storedFor(call);
  return single(taxSettings, call, (context) =>
    before === undefined ? createRecord(taxSettings, context) : updateRecord(taxSettings, context, before.id),
  );
}

function settingsIn(record: Fields): Fields {
  return Object.fromEntries(shown.map((field) => [field, record[field] ?? null]));
}

function storedFor({ world, accountId }: Call): StoredRecord | undefined {
  for (const record of world.store.in(collection, 'account_id', accountId)) return record;
  return undefined;
}
