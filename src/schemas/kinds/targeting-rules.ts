import type { Finding, Siblings } from '../define-kind.ts';
import { isKeyOf, plainText, sameValue, type Value, type Values } from '../values.ts';
import { countedWith, type TargetingType, targetingTypes } from './targeting-types.ts';

interface Criterion {
  readonly type: string;
  readonly value: Value;
  readonly operator: string;
  readonly facts: TargetingType;
  readonly declared: Values;
  readonly siblings: Siblings;
}

type Rule = (criterion: Criterion) => Finding | undefined;

const rules: readonly Rule[] = [
  valueFits,
  operatorFits,
  withinBound,
  afterEngagement,
  afterLocation,
  besideCuratedCategories,
];

/** The rules that a criterion breaks, alone and among its siblings (F-targeting-02, F-targeting-03, F-targeting-05). */
export function checkTargeting(
  declared: Values,
  _parent: Values | undefined,
  siblings: Siblings,
): readonly Finding[] {
  const { type, value, operator = 'EQ' } = declared;
  const facts = typeof type === 'string' ? targetingTypes[type] : undefined;
  if (typeof type !== 'string' || facts === undefined || value === undefined) return [];
  const criterion = { type, value, operator: plainText(operator), facts, declared, siblings };
  return rules.flatMap((rule) => rule(criterion) ?? []);
}

function valueFits({ type, value, facts }: Criterion): Finding | undefined {
  const fits = isKeyOf(value) ? value.word === facts.names : facts.values.test(plainText(value));
  if (fits) return undefined;
  const shown = isKeyOf(value) ? `{ ${value.word}: ${value.key} }` : plainText(value);
  return {
    field: 'value',
    message: `${shown} is not a value of ${type}`,
    remedy: `Write ${facts.value}.`,
    code: 'INVALID_PARAMETER',
  };
}

function operatorFits({ type, operator, facts: { operators = ['EQ'] } }: Criterion): Finding | undefined {
  if (operators.includes(operator)) return undefined;
  return {
    field: 'operator',
    message: `${operator} does not go with ${type}`,
    remedy: `Write operator: ${operators.join(' or ')}.`,
    code: 'INVALID_PARAMETER',
  };
}

function withinBound({ type, facts, declared, siblings }: Criterion): Finding | undefined {
  const most = mostOf(type, facts, siblings);
  if (most === undefined || siblings().length <= most) return undefined;
  const isCounted = countedWith(type);
  const counted = siblings().filter((each) => isCounted(plainText(each.type)));
  // Named once, at the first that is too many.
  if (counted.length <= most || !isSame(counted[most], declared)) return undefined;
  return {
    field: 'type',
    message: `${type}: ${counted.length} are given; a line item has at most ${most}`,
    remedy: `Remove ${counted.length - most}, or use several line items.`,
    code: 'INVALID_PARAMETER',
  };
}

// Fewer publishers can be left out of a curated category than of content categories (F-targeting-07).
function mostOf(type: string, { most }: TargetingType, siblings: Siblings): number | undefined {
  const isCurated = type === 'CONTENT_PUBLISHER_USER' && hasCuratedCategory(siblings);
  return isCurated ? 5 : most;
}

function hasCuratedCategory(siblings: Siblings): boolean {
  return siblings('line_item_curated_category').length > 0;
}

function isSame(other: Values | undefined, declared: Values): boolean {
  const names = ['type', 'operator', 'value'];
  return names.every((name) => sameValue(other?.[name] ?? 'EQ', declared[name] ?? 'EQ'));
}

function afterEngagement({ type, siblings }: Criterion): Finding | undefined {
  const needs = ['CAMPAIGN_ENGAGEMENT', 'USER_ENGAGEMENT'];
  if (type !== 'ENGAGEMENT_TYPE' || siblings().some((each) => needs.includes(plainText(each.type))))
    return undefined;
  return {
    field: 'type',
    message: `${type} needs ${needs.join(' or ')} beside it`,
    remedy: 'Say whose engagement: add { type: CAMPAIGN_ENGAGEMENT, value: { campaign: KEY } }.',
    code: 'INVALID_PARAMETER',
  };
}

function afterLocation({ type, siblings }: Criterion): Finding | undefined {
  if (type !== 'TV_SHOW' || siblings().some((each) => each.type === 'LOCATION')) return undefined;
  return {
    field: 'type',
    message: `${type} needs LOCATION beside it`,
    remedy: 'Add a LOCATION in whose market the show is.',
    code: 'INVALID_TV_SHOW_LOCATIONS',
  };
}

function besideCuratedCategories({ type, siblings }: Criterion): Finding | undefined {
  if (type !== 'IAB_CATEGORY' || !hasCuratedCategory(siblings)) return undefined;
  return {
    field: 'type',
    message: `${type} does not go with curated_categories`,
    remedy: 'Keep one of both.',
    code: 'EXCLUSIVE_PARAMETERS',
  };
}

/** What has to stand before others (F-targeting-05): places before TV shows, whose engagement before its type. */
export function targetingRank({ targeting_type: type }: Values): number {
  if (type === 'LOCATION' || type === 'CAMPAIGN_ENGAGEMENT' || type === 'USER_ENGAGEMENT') return -1;
  return 0;
}
