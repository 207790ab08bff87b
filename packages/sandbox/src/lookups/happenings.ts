import type { Fields } from '../value.ts';

export const eventTypes = [
  'CONFERENCE',
  'HOLIDAY',
  'MUSIC_AND_ENTERTAINMENT',
  'OTHER',
  'POLITICS',
  'RECURRING',
  'SPORTS',
];

type EventRow = readonly [
  value: string,
  name: string,
  type: string,
  country: string | null,
  start: string,
  end: string,
];

const eventRows: readonly EventRow[] = [
  ['1ex', "New Year's", 'HOLIDAY', null, '2026-12-31', '2027-01-02'],
  ['1ey', 'Thanksgiving', 'HOLIDAY', 'US', '2026-11-26', '2026-11-27'],
  ['1ez', 'Developer Summit', 'CONFERENCE', 'US', '2027-03-08', '2027-03-11'],
  ['1f0', 'Summer Festival', 'MUSIC_AND_ENTERTAINMENT', 'GB', '2027-06-24', '2027-06-28'],
  ['1f1', 'Cup Final', 'SPORTS', 'GB', '2027-05-15', '2027-05-16'],
];

/** Events to target (F-lookup-08). */
export const events: readonly Fields[] = eventRows.map(([value, name, type, country, start, end]) => ({
  name,
  targeting_type: 'EVENT',
  targeting_value: value,
  event_type: type,
  country_code: country,
  is_global: country === null,
  start_time: `${start}T00:00:00Z`,
  end_time: `${end}T00:00:00Z`,
  reach: { total_reach: null },
  top_users: [],
  top_tweets: [],
  top_hashtags: [],
  gender_breakdown_percentage: {},
  device_breakdown_percentage: {},
  country_breakdown_percentage: {},
}));

export const conversationTypes = [
  'ACTORS',
  'ATHLETES',
  'BOOK_GENRES',
  'BOOKS',
  'BRAND_CATEGORIES',
  'BRANDS',
  'CELEBRITIES',
  'COACHES',
  'DIGITAL_CREATORS',
  'ENTERTAINMENT_BRANDS',
  'ENTERTAINMENT_PERSONALITIES',
  'FICTIONAL_CHARACTERS',
  'JOURNALISTS',
  'LIFESTYLES',
  'MOVIE_GENRES',
  'MOVIES',
  'MUSIC_GENRES',
  'MUSICIANS',
  'NEWS_STORIES',
  'NEWS',
  'PERSONS',
  'PLACES',
  'PODCASTS',
  'POLITICAL_AFFILIATIONS',
  'POLITICIANS',
  'PRODUCTS',
  'RADIO_STATIONS',
  'SPORTS_LEAGUES',
  'SPORTS_PERSONALITIES',
  'SPORTS_TEAMS',
  'SPORTS',
  'TRENDS',
  'TV_SHOWS',
  'VIDEO_GAME_PLATFORMS',
  'VIDEO_GAME_PUBLISHERS',
  'VIDEO_GAMES',
];

/** Topics of conversation to target (F-lookup-08). */
export const conversations: readonly Fields[] = [
  ['a1', 'NFL', 'SPORTS'],
  ['a2', 'NBA', 'SPORTS'],
  ['a3', 'Science fiction', 'MOVIE_GENRES'],
  ['a4', 'Home cooking', 'LIFESTYLES'],
  ['a5', 'Jazz', 'MUSIC_GENRES'],
].map(([value = '', name = '', type = '']) => ({
  name,
  targeting_type: 'CONVERSATION',
  targeting_value: value,
  conversation_type: type,
}));

/** Where TV shows can be targeted (F-lookup-08). */
export const tvMarkets: readonly Fields[] = [
  { name: 'United States', country_code: 'US', locale: 'en-US' },
  { name: 'United Kingdom', country_code: 'GB', locale: 'en-GB' },
  { name: 'Germany', country_code: 'DE', locale: 'de-DE' },
  { name: 'France', country_code: 'FR', locale: 'fr-FR' },
];

/** TV shows to target; the value is a bare number (F-lookup-08). */
export const tvShows: readonly Fields[] = [
  show(10_027_243_420, 'NewsWatch', 'NEWS', ['en-US']),
  show(10_027_243_421, 'Late Kitchen', 'COMEDY', ['en-US', 'en-GB']),
  show(10_027_243_422, 'Tatort', 'DRAMA', ['de-DE']),
];

function show(value: number, name: string, genre: string, locales: readonly string[]): Fields {
  return {
    name,
    targeting_type: 'TV_SHOW',
    targeting_value: value,
    genre,
    estimated_users: 1000,
    locales: locales.map((locale) => ({ language: locale.slice(0, 2), country: locale.slice(3) })),
  };
}
