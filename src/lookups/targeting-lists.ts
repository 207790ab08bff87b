/** A list of the platform that values of targeting are chosen from (F-lookup-08, F-lookup-05). */
export interface TargetingList {
  /** What people call one row of it. */
  readonly name: string;
  readonly path: string;
  /** Parameters of the list, by the options that give them. */
  readonly takes: { readonly [option: string]: string };
  /** The parameter that the text goes into where the list is too long to be read as a whole. */
  readonly search?: string;
  /** Rows on a page at most; lists without pages take no count. */
  readonly pageSize?: number;
  /** The type of targeting and the name of the value, where a row does not say. */
  readonly row?: { readonly type: string; readonly value: string };
}

const below = '/12/targeting_criteria';
const longPage = 1000;

/** Every list by which targeting is looked up. */
export const targetingLists: readonly TargetingList[] = [
  {
    name: 'location',
    path: `${below}/locations`,
    takes: { country: 'country_code', type: 'location_type' },
    search: 'q',
    pageSize: longPage,
  },
  { name: 'interest', path: `${below}/interests`, takes: {}, pageSize: longPage },
  { name: 'device', path: `${below}/devices`, takes: {}, pageSize: longPage },
  { name: 'language', path: `${below}/languages`, takes: {}, pageSize: longPage },
  { name: 'platform', path: `${below}/platforms`, takes: {}, pageSize: longPage },
  { name: 'platform_version', path: `${below}/platform_versions`, takes: {} },
  {
    name: 'network_operator',
    path: `${below}/network_operators`,
    takes: { country: 'country_code' },
    pageSize: longPage,
  },
  { name: 'app_store_category', path: `${below}/app_store_categories`, takes: {} },
  { name: 'conversation', path: `${below}/conversations`, takes: {}, pageSize: longPage },
  { name: 'event', path: `${below}/events`, takes: { country: 'country_codes' }, pageSize: longPage },
  { name: 'tv_show', path: `${below}/tv_shows`, takes: { locale: 'locale' }, search: 'q', pageSize: 50 },
  {
    name: 'iab_category',
    path: '/12/iab_categories',
    takes: {},
    pageSize: longPage,
    row: { type: 'IAB_CATEGORY', value: 'id' },
  },
];
