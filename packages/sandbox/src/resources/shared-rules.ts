import { invalid, missing, type Rule } from '../engine/resource.ts';
import { isDeleted, type StoredRecord } from '../store/stored-record.ts';
import { type Fields, longIn, textIn, type Value } from '../value.ts';

const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';

/** A daily budget is at most the total budget (F-campaign-03). */
export const dailyWithinTotal: Rule = {
  fields: [daily, total],
  check({ after }) {
    const most = longIn(after, total);
    const amount = longIn(after, daily);
    if (most === null || amount === null || amount <= most) return undefined;
    return invalid(daily, `${daily} must be at most ${total}: ${amount} is more than ${most}`);
  },
};

/** A flight ends after it starts. */
export const endsAfterStart: Rule = {
  fields: ['start_time', 'end_time'],
  check({ after }) {
    const start = textIn(after, 'start_time');
    const end = textIn(after, 'end_time');
    if (start === null || end === null || start < end) return undefined;
    return invalid(
      'end_time',
      `end_time ${end} must be later than start_time ${start}`,
      'INVALID_TIME_WINDOW',
    );
  },
};

/** DRAFT is a status of creation (F-campaign-09); one that is still a draft may say so again. */
export const draftOnlyAtCreation: Rule = {
  fields: ['entity_status'],
  check({ before, given }) {
    const isDrafted = before !== undefined && given.get('entity_status') === 'DRAFT';
    if (!isDrafted || before['entity_status'] === 'DRAFT') return undefined;
    return invalid('entity_status', 'Expected a value in ACTIVE, PAUSED, got "DRAFT" for entity_status');
  },
};

/** A rule that one field may not be empty where the record is of a certain sort. */
export function needed(field: string, others: readonly string[], isNeeded: (after: Fields) => boolean): Rule {
  return {
    fields: [field, ...others],
    check: ({ after }) => (isNeeded(after) && isBlank(after, field) ? missing(field) : undefined),
  };
}

/** Whether a field holds nothing: null, an empty list, or no such field. */
export function isBlank(fields: Fields, field: string): boolean {
  const value = fields[field] ?? null;
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether the record is switched on and not deleted. */
export function isActive(record: Fields): boolean {
  return record['entity_status'] === 'ACTIVE' && record['deleted'] !== true;
}

/** The fields that every record shows (F-request-06). */
export function commonFields(record: StoredRecord): Fields {
  return {
    id: record.id,
    created_at: record['created_at'] ?? null,
    updated_at: record['updated_at'] ?? null,
    deleted: isDeleted(record),
  };
}

/** The named fields of a record, null where it has none, and the common ones. */
export function showFields(record: StoredRecord, fields: readonly string[]): Fields {
  // In one object and a loop, since lists do this for every record.
  const shown: Record<string, Value> = {};
  for (const field of fields) shown[field] = record[field] ?? null;
  shown['id'] = record.id;
  shown['created_at'] = record['created_at'] ?? null;
  shown['updated_at'] = record['updated_at'] ?? null;
  shown['deleted'] = isDeleted(record);
  return shown;
}
