import { defineKind, type Finding } from '../define-kind.ts';
import { text } from '../field-types/index.ts';
import { plainText, type Value, type Values } from '../values.ts';

/**
 * The people in an audience, from a file (F-audience-09). They are pushed as the difference to what was pushed last;
 * no answer shows them.
 */
export const audienceMembers = defineKind({
  name: 'audience_members',
  title: 'audience members',
  section: 'users',
  form: 'only',
  parent: 'custom_audience',
  description:
    'The people in the audience, from a CSV file. They are hashed on this machine; only what changed is sent.',
  fields: {
    file: {
      wire: 'users',
      type: { ...text(4096), show: showMembers },
      change: 'in-place',
      required: true,
      readable: false,
      description:
        'The CSV file, relative to this one, with any of the columns email, phone_number, handle, device_id, platform_id and partner_user_id.',
      example: { value: 'more-buyers.csv' },
    },
  },
  withoutField: {
    effective_at: 'people are in from the day of the push on.',
    expires_at:
      'people are in for 13 months, the longest there is, and are sent again 60 days before they would leave.',
  },
  observed: [],
  naturalKey: [],
  creatable: false,
  operations: {
    update: {
      method: 'POST',
      path: '/12/accounts/:account_id/custom_audiences/:parent_id/users',
      body: 'json',
    },
  },
  members: true,
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  example: { file: 'buyers.csv' },
  check,
});

/** A flexible audience is made of others (F-audience-05). */
function check(_declared: Values, audience: Values | undefined): readonly Finding[] {
  if (audience?.type !== 'FLEXIBLE') return [];
  return [
    {
      field: 'file',
      message: 'goes with a list of people only: an audience with type: FLEXIBLE has none of its own',
      remedy: 'Remove users, or give them to one of the audiences in its segments.',
      code: 'INVALID_TAILORED_AUDIENCE_TYPE',
    },
  ];
}

/** A file as it is named; what was read from it as how many there are, and until when. */
function showMembers(value: Value): string {
  if (typeof value !== 'object' || value === null || !('count' in value)) return plainText(value);
  const count = new Intl.NumberFormat('en').format(Number(value.count));
  return `${count} members until ${plainText(value['expires_at']).slice(0, 10)}`;
}
