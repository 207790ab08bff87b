import { grouped } from '../../diagnostics/grouped.ts';
import { defineKind } from '../define-kind.ts';
import { choice, id, taggedReference, text } from '../field-types/index.ts';
import type { Value, Values } from '../values.ts';
import { checkTargeting, targetingRank } from './targeting-rules.ts';
import { type TargetingType, targetingTypes } from './targeting-types.ts';

// Values that are numbers may come as such (F-targeting-02).
const plainValue = { ...text(255), live: id().live };

const referred = { audience: 'custom_audience', campaign: 'campaign' } as const;

/** What the value of a sort is, how it is compared, and how many a line item may have. */
function meaningOf({ value, operators = ['EQ'], most }: TargetingType): string {
  const bound = most === undefined ? '' : `; at most ${grouped(most)} on a line item`;
  return `The value is ${value}; operator ${operators.join(' or ')}${bound}.`;
}

/** Who sees what hangs on a line item (F-targeting-01). There is no update: another value is another criterion. */
export const targetingCriterion = defineKind({
  name: 'targeting_criterion',
  title: 'targeting criterion',
  section: 'targeting',
  form: 'set',
  memberKey: ['type', 'operator', 'value'],
  parent: 'line_item',
  description:
    'What narrows who sees the line item; the list is the whole of it. Without any, everybody worldwide does.',
  fields: {
    type: {
      wire: 'targeting_type',
      type: choice(Object.keys(targetingTypes)),
      change: 'replace',
      required: true,
      description: 'What it looks at. UNORDERED_KEYWORD is deprecated: use BROAD_KEYWORD.',
      meanings: Object.fromEntries(
        Object.entries(targetingTypes).map(([name, type]) => [name, meaningOf(type)]),
      ),
      example: { value: 'AGE', with: { value: 'AGE_25_TO_49' } },
    },
    value: {
      wire: 'targeting_value',
      type: taggedReference(referred, plainValue),
      change: 'replace',
      required: true,
      description: 'Which of its kind: an id, a word, { audience: KEY } or { campaign: KEY }.',
      example: { value: '6416b8512febefc9' },
      bareKey: ({ type }) => {
        const word = typeof type === 'string' ? targetingTypes[type]?.names : undefined;
        return word && { word, kind: referred[word] };
      },
    },
    operator: {
      wire: 'operator_type',
      type: choice(['EQ', 'NE', 'GTE', 'LT']),
      change: 'replace',
      default: 'EQ',
      description: 'EQ takes in, NE leaves out; GTE and LT compare versions and durations.',
      example: { value: 'NE', with: { type: 'BROAD_KEYWORD', value: 'free' } },
    },
  },
  parentField: 'line_item_id',
  observed: [],
  naturalKey: ['line_item_id', 'targeting_type', 'operator_type', 'targeting_value'],
  creatable: true,
  operations: {
    list: {
      path: '/12/accounts/:account_id/targeting_criteria',
      idFilter: 'targeting_criterion_ids',
      pageSize: 1000,
      below: { parameter: 'line_item_ids' },
    },
    create: { method: 'POST', path: '/12/accounts/:account_id/targeting_criteria' },
    delete: { method: 'DELETE', path: '/12/accounts/:account_id/targeting_criteria/:id' },
    batch: {
      path: '/12/batch/accounts/:account_id/targeting_criteria',
      idParameter: 'targeting_criterion_id',
      limit: 'targeting_criteria',
      types: ['Create', 'Delete'],
    },
  },
  siblings: {
    restrictsParent: true,
    neededWhileActive: true,
    creationRank: targetingRank,
    madeByPlatform,
  },
  writers: ['ACCOUNT_ADMIN', 'AD_MANAGER'],
  example: { type: 'LOCATION', value: '96683cc9126741d1' },
  check: checkTargeting,
});

const stores: readonly (readonly [platform: Value, store: string])[] = [
  ['0', 'ios_app_store_identifier'],
  ['1', 'android_app_store_identifier'],
];

/** The store id of an app narrows its line item to the platform of that store (F-line-item-15). */
function madeByPlatform(own: Values, parent: Values): boolean {
  if (own.targeting_type !== 'PLATFORM' || own.operator_type === 'NE') return false;
  return stores.some(
    ([platform, store]) => own.targeting_value === platform && typeof parent[store] === 'string',
  );
}
