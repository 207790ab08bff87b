import { type Change, invalid, type Resource, type Rule } from '../engine/resource.ts';
import { campaignReaders, campaignWriters } from '../engine/roles.ts';
import { curatedCategories } from '../lookups/curated-categories.ts';
import { placeOf } from '../lookups/places.ts';
import { id } from '../params/param.ts';
import { textIn, textsIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import { lineItemId, liveUnder, siblings } from './line-item-children.ts';
import { showFields } from './shared-rules.ts';

const collection = 'line_item_curated_categories';

/** Curated categories on line items (F-attachment-10, F-attachment-11). */
export const lineItemCuratedCategories: Resource = {
  collection,
  idParam: 'line_item_curated_category_id',
  label: 'Line item curated category',
  notFound: 'NOT_FOUND',
  ids: { prefix: '', start: Number.parseInt('xq0', 36), radix: 36 },
  indexed: ['account_id', 'line_item_id'],
  fields: { line_item_id: 'text', curated_category_id: 'text' },
  writes: {
    line_item_id: { ...lineItemId, on: 'both' },
    curated_category_id: { is: id, on: 'both', required: 'create' },
  },
  filters: { line_item_ids: 'line_item_id', line_item_curated_category_ids: 'id' },
  listParams: {},
  sortable: ['created_at', 'updated_at', 'deleted'],
  readers: campaignReaders,
  writers: campaignWriters,
  operations: ['list', 'get', 'create', 'update', 'delete'],
  publicOnly: ['list', 'get'],
  blank: () => ({}),
  complete: ({ after }) => after,
  rules: [
    rule(['line_item_id'], isOnly),
    rule(['line_item_id', 'curated_category_id'], isInReach),
    rule(['line_item_id'], hasNoContentCategories),
  ],
  quotas: [],
  plausible: ({ parent }) => ({
    line_item_id: parent('line_item_id', 'line_items'),
    curated_category_id: 'gh8nnwxtq0ao',
  }),
  show: (record) => showFields(record, Object.keys(lineItemCuratedCategories.fields)),
};

type Check = (change: Change) => Problem | undefined;

function rule(fields: readonly string[], check: Check): Rule {
  return {
    fields,
    check: (change) => (change.world.limits.curated_categories === 'free' ? undefined : check(change)),
  };
}

function isOnly(change: Change): Problem | undefined {
  if (siblings(collection, change).length === 0) return undefined;
  return invalid('line_item_id', 'A line item has at most one curated category');
}

/** LOCATION targeting of a country of the category comes first; places and categories that are not known here pass. */
function isInReach({ world, after }: Change): Problem | undefined {
  const targeted = liveUnder(world, 'targeting_criteria', textIn(after, 'line_item_id') ?? '').filter(
    (criterion) => criterion['targeting_type'] === 'LOCATION',
  );
  const category = curatedCategories.find((each) => each['id'] === after['curated_category_id']);
  const fits = targeted.some((criterion) => {
    const place = placeOf(textIn(criterion, 'targeting_value') ?? '');
    if (category === undefined || place === undefined) return true;
    return textsIn(category, 'country_codes').includes(textIn(place, 'country_code') ?? '');
  });
  if (fits) return undefined;
  return invalid('curated_category_id', 'The line item must target a country of the curated category first');
}

function hasNoContentCategories({ world, after }: Change): Problem | undefined {
  const criteria = liveUnder(world, 'targeting_criteria', textIn(after, 'line_item_id') ?? '');
  if (criteria.every((criterion) => criterion['targeting_type'] !== 'IAB_CATEGORY')) return undefined;
  return {
    code: 'EXCLUSIVE_PARAMETERS',
    message: 'Curated categories and content categories are exclusive',
    parameter: 'curated_category_id',
  };
}
