import { defineKind, type Finding } from '../define-kind.ts';
import { choice, text } from '../field-types/index.ts';
import type { Values } from '../values.ts';
import { checkSegments, segment } from './segments.ts';

const batched = ['FLEXIBLE', 'MOBILE_AUDIENCE'];

/**
 * An audience to target (F-audience-01, F-audience-02, F-audience-04). The documentation shows no read of it, and no
 * segments in its record.
 */
export const customAudience = defineKind({
  name: 'custom_audience',
  title: 'audience',
  section: 'audiences',
  parent: 'account',
  description: 'A group of people to target, from lists of users or from other audiences.',
  fields: {
    name: {
      type: text(255),
      change: 'in-place',
      required: true,
      description: 'The name, 1 to 255 characters, that no other audience of the account has.',
      example: { value: 'Buyers of last year' },
    },
    description: {
      type: text(1000),
      change: 'in-place',
      nullable: true,
      description: 'What it is, for colleagues.',
      example: { value: 'Bought something in 2025' },
    },
    type: {
      wire: 'audience_type',
      type: choice(['CRM', ...batched]),
      change: 'replace',
      description:
        'CRM, a list of users, where nothing is said; FLEXIBLE, made of others; or MOBILE_AUDIENCE.',
      example: { value: 'MOBILE_AUDIENCE' },
    },
    segments: {
      type: segment,
      change: 'replace',
      readable: false,
      hiddenIn: ({ audience_type: type }) => type === 'FLEXIBLE',
      description: 'What a FLEXIBLE audience is made of: a tree of at most 10 audiences.',
      example: {
        value: {
          boolean_operator: 'OR',
          child_segments: [
            { audience: { id: '1nmth' }, lookback_window: '30' },
            { audience: { id: '1nmth' }, frequency: '2', negate: 'true' },
          ],
        },
        with: { type: 'FLEXIBLE' },
      },
    },
  },
  observed: ['targetable', 'reasons_not_targetable', 'is_owner'],
  naturalKey: ['name'],
  duplicateCode: 'INVALID_PARAMETER',
  absentCode: 'ACTION_NOT_ALLOWED',
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/custom_audiences',
      idFilter: 'custom_audience_ids',
      pageSize: 1000,
    },
    read: '/12/accounts/:account_id/custom_audiences/:id',
    create: { method: 'POST', path: '/12/accounts/:account_id/custom_audiences' },
    update: { method: 'PUT', path: '/12/accounts/:account_id/custom_audiences/:id' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/custom_audiences/:id' },
    batch: {
      path: '/12/batch/accounts/:account_id/custom_audiences',
      idParameter: 'custom_audience_id',
      limit: 'custom_audiences',
      takes: ({ audience_type: type }) => typeof type === 'string' && batched.includes(type),
    },
  },
  replacement: {
    loses:
      'the members of the old audience; the new one cannot be targeted before the platform has processed it',
    fields: replaces,
  },
  readiness: { usableWhen: { field: 'targetable', value: true, by: ['targeting_criterion'] } },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
  example: { name: 'Buyers' },
  check,
});

function check({ type, segments }: Values): readonly Finding[] {
  if (type === 'FLEXIBLE' && segments === undefined)
    return [
      {
        field: 'type',
        message: 'FLEXIBLE needs segments',
        remedy: 'Add segments: what it is made of.',
        code: 'MISSING_PARAMETER',
      },
    ];
  if (type !== 'FLEXIBLE' && segments !== undefined)
    return [
      {
        field: 'segments',
        message: 'go only with type: FLEXIBLE',
        remedy: 'Add type: FLEXIBLE, or remove segments.',
      },
    ];
  return segments === undefined ? [] : checkSegments(segments);
}

/** A flexible audience cannot be changed in any way (F-audience-05). */
function replaces(_wanted: Values, live: Values): readonly string[] {
  return live.audience_type === 'FLEXIBLE' ? ['name', 'description'] : [];
}
