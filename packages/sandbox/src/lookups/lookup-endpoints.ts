import type { Endpoint } from '../engine/endpoint.ts';
import { type Lookup, lookupEndpoint, matches, matchesName } from '../engine/lookup.ts';
import { campaignReaders } from '../engine/roles.ts';
import { currency, id, int, listOf, oneOf, text, time } from '../params/param.ts';
import { type Fields, textIn, textsIn } from '../value.ts';
import { biddingRules } from './bidding-rules.ts';
import { businessCategories, contentCategories } from './categories.ts';
import { curatedCategories, publishers } from './curated-categories.ts';
import { getCuratedCategory } from './get-curated-category.ts';
import * as happenings from './happenings.ts';
import { iabCategories } from './iab-categories.ts';
import { productTypes } from './line-item-values.ts';
import { placementRows } from './placements.ts';
import { places } from './places.ts';
import { suggest } from './suggestions.ts';
import * as options from './targeting-options.ts';

// Two letters, as ISO 3166 has them.
const country = text(2, 2);
const search = { q: { is: text(255) } };
const anAccount = '/accounts/:account_id';

/** Lookups of the documentation (F-lookup-01). */
const documented: readonly Lookup[] = [
  { path: '/advertiser_business_categories', rows: () => businessCategories },
  {
    path: '/bidding_rules',
    params: { currency: { is: currency } },
    beside: (rows) => ({ data_type: 'bidding_rule', total_count: rows.length }),
    rows: (given) => biddingRules.filter((row) => matches(row, given, 'currency')),
  },
  { path: '/content_categories', rows: () => contentCategories },
  { path: '/iab_categories', pageSize: 200, counted: true, rows: () => iabCategories },
  {
    path: '/line_items/placements',
    params: { product_type: { is: oneOf(productTypes) } },
    rows: (given) => placementRows.filter((row) => matches(row, given, 'product_type')),
  },
];

/** Lookups that the documentation leaves out (F-lookup-06, F-lookup-08, F-lookup-09). */
const publicOnly: readonly Lookup[] = [
  {
    path: `${anAccount}/curated_categories`,
    params: { country_codes: { is: listOf(country, 200), required: true } },
    pageSize: 200,
    allowed: campaignReaders,
    rows: (given) =>
      curatedCategories.filter((row) => {
        return textsIn(row, 'country_codes').some((code) => textsIn(given, 'country_codes').includes(code));
      }),
  },
  {
    path: `${anAccount}/targeting_suggestions`,
    params: {
      suggestion_type: { is: oneOf(['KEYWORD', 'USER_ID']), required: true },
      targeting_values: { is: listOf(text(255), 200), required: true },
      count: { is: int(1, 50) },
    },
    allowed: campaignReaders,
    rows: suggest,
  },
  { path: '/publishers', rows: () => publishers },
  {
    path: '/targeting_criteria/app_store_categories',
    params: { ...search, os_type: { is: oneOf(['ANDROID', 'IOS']) } },
    rows: (given) => named(options.appStoreCategories, given).filter((row) => matches(row, given, 'os_type')),
  },
  {
    path: '/targeting_criteria/conversations',
    params: { conversation_type: { is: oneOf(happenings.conversationTypes) } },
    pageSize: 200,
    rows: (given) => happenings.conversations.filter((row) => matches(row, given, 'conversation_type')),
  },
  {
    path: '/targeting_criteria/devices',
    params: search,
    pageSize: 200,
    rows: (given) => named(options.devices, given),
  },
  {
    path: '/targeting_criteria/events',
    params: {
      event_types: { is: listOf(oneOf(happenings.eventTypes)) },
      country_codes: { is: listOf(country, 200) },
      start_time: { is: time },
      end_time: { is: time },
    },
    pageSize: 200,
    rows: (given) => happenings.events.filter((row) => isWanted(row, given)),
  },
  {
    path: '/targeting_criteria/interests',
    params: search,
    pageSize: 200,
    rows: (given) => named(options.interests, given),
  },
  {
    path: '/targeting_criteria/languages',
    params: search,
    pageSize: 200,
    rows: (given) => named(options.languages, given),
  },
  {
    path: '/targeting_criteria/locations',
    params: {
      ...search,
      country_code: { is: country },
      location_type: { is: oneOf(['COUNTRIES', 'REGIONS', 'METROS', 'CITIES', 'POSTAL_CODES']) },
    },
    pageSize: 200,
    rows: (given) =>
      named(places, given).filter(
        (row) => matches(row, given, 'country_code') && matches(row, given, 'location_type'),
      ),
  },
  {
    path: '/targeting_criteria/network_operators',
    params: { ...search, country_code: { is: country } },
    pageSize: 200,
    rows: (given) =>
      named(options.networkOperators, given).filter((row) => {
        return matches(row, { country_code: 'US', ...given }, 'country_code');
      }),
  },
  {
    path: '/targeting_criteria/platform_versions',
    params: search,
    rows: (given) => named(options.platformVersions, given),
  },
  {
    path: '/targeting_criteria/platforms',
    params: { ...search, lang: { is: id } },
    pageSize: 200,
    rows: (given) => named(options.platforms, given),
  },
  { path: '/targeting_criteria/tv_markets', rows: () => happenings.tvMarkets },
  {
    path: '/targeting_criteria/tv_shows',
    params: { ...search, locale: { is: text(5, 5), required: true } },
    pageSize: 50,
    maxCount: 50,
    rows: (given) =>
      named(happenings.tvShows, given).filter((row) => isShownIn(row, textIn(given, 'locale') ?? '')),
  },
];

/** Every list of things that nobody can change. */
export const lookupEndpoints: readonly Endpoint[] = [
  ...documented.map(lookupEndpoint),
  ...publicOnly.map((lookup) => lookupEndpoint({ ...lookup, profile: 'public' })),
  getCuratedCategory,
];

function named(rows: readonly Fields[], given: Fields): readonly Fields[] {
  return rows.filter((row) => matchesName(row, given));
}

function isWanted(row: Fields, given: Fields): boolean {
  const types = textsIn(given, 'event_types');
  const countries = textsIn(given, 'country_codes');
  const code = textIn(row, 'country_code');
  return (
    (types.length === 0 || types.includes(textIn(row, 'event_type') ?? '')) &&
    (countries.length === 0 || code === null || countries.includes(code)) &&
    (textIn(row, 'end_time') ?? '') >= (textIn(given, 'start_time') ?? '') &&
    (textIn(row, 'start_time') ?? '') <= (textIn(given, 'end_time') ?? '9999')
  );
}

function isShownIn(row: Fields, locale: string): boolean {
  const wanted = JSON.stringify({ language: locale.slice(0, 2), country: locale.slice(3) });
  const locales = row['locales'];
  return Array.isArray(locales) && locales.some((each) => JSON.stringify(each) === wanted);
}
