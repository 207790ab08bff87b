import { conversations, events, tvShows } from '../lookups/happenings.ts';
import { iabNames } from '../lookups/iab-categories.ts';
import { places } from '../lookups/places.ts';
import * as options from '../lookups/targeting-options.ts';
import { type Fields, textIn } from '../value.ts';
import type { World } from '../world/world.ts';
import { isKeyword } from './targeting-types.ts';

const listed = [
  ...places,
  ...options.platforms,
  ...options.platformVersions,
  ...options.devices,
  ...options.languages,
  ...options.interests,
  ...options.networkOperators,
  ...options.appStoreCategories,
  ...conversations,
  ...events,
  ...tvShows,
];

const names: ReadonlyMap<string, string> = new Map(
  listed.map(
    (row) => [key(row['targeting_type'], row['targeting_value']), textIn(row, 'name') ?? ''] as const,
  ),
);

function key(type: unknown, value: unknown): string {
  return `${String(type)} ${String(value)}`;
}

const genders: Readonly<Record<string, string>> = { 1: 'Male', 2: 'Female' };

/** How people call what a criterion targets: its entry in a lookup, the thing's own name, or else the value. */
export function nameOf(criterion: Fields, world: World): string {
  const type = textIn(criterion, 'targeting_type') ?? '';
  const value = textIn(criterion, 'targeting_value') ?? '';
  if (isKeyword(type)) return value;
  if (type === 'GENDER') return genders[value] ?? value;
  if (type.startsWith('CUSTOM_AUDIENCE')) return 'Custom audience targeting';
  if (type.startsWith('CAMPAIGN_ENGAGEMENT'))
    return textIn(world.store.get('campaigns', value) ?? {}, 'name') ?? value;
  return names.get(key(type, value)) ?? iabNames.get(value) ?? value;
}

/** A country or a language in the language asked for; undefined where no such name is known. */
export function localizedName(criterion: Fields, lang: string | null): string | undefined {
  if (lang === null || !/^[a-z]{2}$/.test(lang)) return undefined;
  const value = textIn(criterion, 'targeting_value') ?? '';
  if (criterion['targeting_type'] === 'LANGUAGE')
    return new Intl.DisplayNames(lang, { type: 'language' }).of(value);
  const place = places.find((each) => each['targeting_value'] === value);
  if (criterion['targeting_type'] !== 'LOCATION' || place?.['location_type'] !== 'COUNTRIES')
    return undefined;
  return new Intl.DisplayNames(lang, { type: 'region' }).of(textIn(place, 'country_code') ?? '');
}
