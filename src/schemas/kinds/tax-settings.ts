import { defineKind, type Finding } from '../define-kind.ts';
import { choice, text } from '../field-types/index.ts';
import type { Values } from '../values.ts';
import { billingAddress, billingCountries } from './billing-address.ts';

/**
 * Who is billed and with what tax (F-account-13). The answer does not show the exemption, nor the address of an
 * agency's client.
 */
export const taxSettings = defineKind({
  name: 'tax_settings',
  title: 'tax settings',
  section: 'tax_settings',
  form: 'only',
  parent: 'account',
  description: 'Who is billed, and with what tax. An account has one set of them; it is never deleted.',
  fields: {
    tax_category: {
      type: choice(['BUSINESS_NO_VAT', 'BUSINESS_WITH_VAT', 'INDIVIDUAL']),
      change: 'in-place',
      description: 'What the advertiser is for the tax office.',
      example: { value: 'INDIVIDUAL' },
    },
    tax_id: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      sensitive: true,
      description: 'The number that the tax office knows the advertiser by.',
      example: { value: 'DE987654321' },
    },
    tax_exemption_id: {
      type: text(255),
      change: 'in-place',
      nullable: true,
      sensitive: true,
      readable: false,
      description: 'The number of an exemption from tax.',
      example: { value: 'EX-1' },
    },
    invoice_jurisdiction: {
      type: choice(['LOI_SAPIN', 'NONE', 'NOT_SET']),
      change: 'in-place',
      description: 'The law that invoices follow.',
      example: { value: 'LOI_SAPIN' },
    },
    bill_to: {
      type: choice(['ADVERTISER', 'AGENCY']),
      change: 'in-place',
      description: 'Who gets the invoice.',
      example: { value: 'ADVERTISER' },
    },
    business_relationship: {
      type: choice(['AGENCY', 'SELF']),
      change: 'in-place',
      description: 'Whether an agency runs the account, or the advertiser itself.',
      example: { value: 'AGENCY' },
    },
    ...billingAddress('address', { of: 'who is billed', isShown: true }),
    ...billingAddress('client_address', { of: "an agency's client", isShown: false }),
  },
  withoutField: {
    address_company: 'it is what the answer calls address_name, which has one.',
    client_address_company: 'it is what the answer calls client_address_name, which has one.',
  },
  observed: [],
  naturalKey: [],
  creatable: false,
  operations: {
    read: '/12/accounts/:account_id/tax_settings',
    update: { method: 'PUT', path: '/12/accounts/:account_id/tax_settings' },
  },
  // Whether unsent parameters are kept or cleared is not shown (F-account-13).
  updates: { sentWhole: true },
  // AD_MANAGER may not change settings (F-account-04).
  writers: ['ACCOUNT_ADMIN'],
  example: { tax_category: 'BUSINESS_WITH_VAT', tax_id: 'DE123456789' },
  check,
});

function check(declared: Values): readonly Finding[] {
  return billingCountries(['address_country', 'client_address_country'], declared);
}
