import { type FieldRow, fieldRows } from './inventory.ts';

/** The resource that an operation's documented response holds, by the operation. */
const answered: Readonly<Record<string, readonly string[]>> = {
  Account: ['E046', 'E047', 'E048', 'E049', 'E050'],
  'Content category': ['E059'],
  'IAB category': ['E060'],
  Campaign: ['E062', 'E063', 'E064', 'E065', 'E066', 'E067'],
  'Funding instrument': ['E068', 'E069', 'E070', 'E071'],
  'Promoted post': ['E083'],
  'Account media': ['E089', 'E090', 'E091'],
  'Media library item': ['E092', 'E093'],
  'Poll card': ['E101', 'E102', 'E103'],
  'Draft post': ['E112', 'E113'],
  'Custom audience': ['E119', 'E120', 'E121'],
  'Audience permission': ['E124', 'E125', 'E126', 'E127', 'E128', 'E129'],
};

// On single reads only (F-account-03).
const absent: Readonly<Record<string, string>> = { E046: 'industry_type', E048: 'industry_type' };

// Fields of some of a resource's records, or of some of its answers; the fields' own tests look for them.
const sometimes: Readonly<Record<string, RegExp>> = {
  'Poll card': /^(third_choice|fourth_choice|media_key|video_\w+|content_duration_seconds)$/,
  'Custom audience': /^(owner_account_id|is_owner)$/,
  'Draft post': /^status$/,
  // The top ones have no parent.
  'IAB category': /^parent_id$/,
};

/** The resource that the operation's documented response holds; `undefined` where the documentation shows none. */
export function answeredResource(endpoint: string): string | undefined {
  return Object.entries(answered).find(([, endpoints]) => endpoints.includes(endpoint))?.[0];
}

/** The fields that each record in the operation's answer must have. */
export function answeredFields(endpoint: string): readonly FieldRow[] {
  const resource = answeredResource(endpoint) ?? '';
  return fieldRows.filter(
    (row) =>
      row.resource === resource &&
      absent[endpoint] !== row.field &&
      sometimes[resource]?.test(row.field) !== true,
  );
}
