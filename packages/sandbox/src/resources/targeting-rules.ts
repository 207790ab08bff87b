import { type Change, invalid, missing, type Rule } from '../engine/resource.ts';
import { tvShows } from '../lookups/happenings.ts';
import { iabNames } from '../lookups/iab-categories.ts';
import { placeOf } from '../lookups/places.ts';
import { devices, platformOfSystem } from '../lookups/targeting-options.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { isFields, isList, textIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import { idText } from './creatives/post-fields.ts';
import { liveUnder, siblings } from './line-item-children.ts';
import { type Criterion, wrongValue } from './targeting-criterion.ts';
import { named } from './targeting-references.ts';
import { type TargetingType, targetingTypes } from './targeting-types.ts';

const collection = 'targeting_criteria';

type Check = (criterion: Criterion) => Problem | undefined;

/** The rules of targeting (F-targeting-02, F-targeting-03, F-targeting-05), one problem of a criterion at a time. */
export const targetingRules: readonly Rule[] = [
  {
    fields: ['targeting_type', 'operator_type'],
    check: (change) => first(change, [operatorGiven, operatorFits]),
  },
  {
    fields: ['targeting_type', 'targeting_value', 'line_item_id'],
    check: (change) =>
      first(change, [
        valueFits,
        batchOnly,
        named,
        knownCategory,
        withinBound,
        oneEachOfSystems,
        afterLocation,
        afterEngagement,
        besideCuratedCategories,
      ]),
  },
];

function first(change: Change, checks: readonly Check[]): Problem | undefined {
  const type = textIn(change.after, 'targeting_type') ?? '';
  const facts = Object.hasOwn(targetingTypes, type) ? targetingTypes[type] : undefined;
  if (facts === undefined) return undefined;
  const criterion = { change, type, facts, value: textIn(change.after, 'targeting_value') ?? '' };
  for (const check of checks) {
    const problem = check(criterion);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function operatorGiven({ change, facts }: Criterion): Problem | undefined {
  const { world, given } = change;
  const mode = world.limits.operator_type;
  const wanted = mode === 'required' || (mode === 'audiences' && facts.names === 'audience');
  return wanted && !given.has('operator_type') ? missing('operator_type') : undefined;
}

function operatorFits({ change, type, facts }: Criterion): Problem | undefined {
  const operators = facts.operators ?? ['EQ'];
  const operator = textIn(change.after, 'operator_type') ?? '';
  if (operators.includes(operator)) return undefined;
  const message = `Expected a value in ${operators.join(', ')}, got "${operator}" for operator_type of ${type}`;
  return { ...invalid('operator_type', message), value: operator };
}

function valueFits({ type, value, facts }: Criterion): Problem | undefined {
  return facts.values.test(value) ? undefined : wrongValue(value, `"${value}" is no value of ${type}`);
}

function batchOnly({ change, type, facts }: Criterion): Problem | undefined {
  if (facts.batchOnly !== true || change.inBatch === true) return undefined;
  const message = `${type} is only taken in batches`;
  return { ...invalid('targeting_type', message, 'INVALID_TARGETING_TYPE'), value: type };
}

function knownCategory({ value, facts }: Criterion): Problem | undefined {
  if (facts.names !== 'iab_category' || iabNames.has(value)) return undefined;
  return wrongValue(value, `There is no IAB category ${value}`, 'INVALID_IAB_CATEGORY');
}

function withinBound({ change, type, facts }: Criterion): Problem | undefined {
  const most = mostOf(change, type, facts);
  if (most === undefined) return undefined;
  const isKept = type.endsWith('_KEYWORD')
    ? (record: StoredRecord) => (textIn(record, 'targeting_type') ?? '').endsWith('_KEYWORD')
    : (record: StoredRecord) => record['targeting_type'] === type;
  if (siblings(collection, change).filter(isKept).length < most) return undefined;
  return invalid('targeting_type', `A maximum of ${most} ${type} criteria is allowed per line item`);
}

// Fewer publishers can be left out of a curated category than of content categories (F-targeting-07).
function mostOf(change: Change, type: string, facts: TargetingType): number | undefined {
  const isCurated = curatedCategoriesOf(change).length > 0;
  return type === 'CONTENT_PUBLISHER_USER' && isCurated ? 5 : facts.most;
}

function curatedCategoriesOf({ world, after }: Change): readonly StoredRecord[] {
  return liveUnder(world, 'line_item_curated_categories', textIn(after, 'line_item_id') ?? '');
}

/** A device and the platform that it runs on overlap; what is not known here passes. */
function oneEachOfSystems({ change, type, value }: Criterion): Problem | undefined {
  if (type !== 'DEVICE' && type !== 'PLATFORM') return undefined;
  const other = type === 'DEVICE' ? 'PLATFORM' : 'DEVICE';
  const platform = platformOf(type, value);
  const overlaps = siblings(collection, change).some(
    (record) =>
      record['targeting_type'] === other &&
      platform !== undefined &&
      platformOf(other, textIn(record, 'targeting_value') ?? '') === platform,
  );
  return overlaps ? wrongValue(value, `${type} ${value} overlaps with ${other} targeting`) : undefined;
}

function platformOf(type: string, value: string): string | undefined {
  if (type === 'PLATFORM') return value;
  const device = devices.find((each) => each['targeting_value'] === value);
  return device === undefined ? undefined : platformOfSystem[textIn(device, 'os_type') ?? ''];
}

function ofType(change: Change, types: readonly string[]): readonly StoredRecord[] {
  return siblings(collection, change).filter((record) =>
    types.includes(textIn(record, 'targeting_type') ?? ''),
  );
}

/** TV shows come after a LOCATION, and all of the locations are in their market. */
function afterLocation({ change, type, value }: Criterion): Problem | undefined {
  if (type !== 'TV_SHOW') return undefined;
  const locations = ofType(change, ['LOCATION']);
  if (locations.length === 0) {
    const message = 'The line item needs LOCATION targeting before TV_SHOW';
    return wrongValue(value, message, 'INVALID_TV_SHOW_LOCATIONS');
  }
  const countries = marketsOf(value);
  const isOutside = locations.some((location) => {
    const country = textIn(placeOf(textIn(location, 'targeting_value') ?? '') ?? {}, 'country_code');
    return countries !== undefined && country !== null && !countries.includes(country);
  });
  const message = `The TV show ${value} is not shown in every location of the line item`;
  return isOutside ? wrongValue(value, message, 'TV_SHOW_OUTSIDE_MARKET') : undefined;
}

function marketsOf(value: string): readonly string[] | undefined {
  const locales = tvShows.find((show) => idText(show['targeting_value'] ?? '') === value)?.['locales'];
  return isList(locales)
    ? locales.map((locale) => (isFields(locale) ? (textIn(locale, 'country') ?? '') : ''))
    : undefined;
}

function afterEngagement({ change, type, value }: Criterion): Problem | undefined {
  if (type !== 'ENGAGEMENT_TYPE') return undefined;
  if (ofType(change, ['CAMPAIGN_ENGAGEMENT', 'USER_ENGAGEMENT']).length > 0) return undefined;
  return wrongValue(value, 'ENGAGEMENT_TYPE needs CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT targeting first');
}

function besideCuratedCategories({ change, type }: Criterion): Problem | undefined {
  const isChecked = change.world.limits.curated_categories === 'checked';
  if (type !== 'IAB_CATEGORY' || !isChecked || curatedCategoriesOf(change).length === 0) return undefined;
  return {
    code: 'EXCLUSIVE_PARAMETERS',
    message: 'Curated categories and content categories are exclusive',
    parameter: 'targeting_type',
  };
}
