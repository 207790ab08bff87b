// What can be targeted, and with which values and operators (F-targeting-02, F-targeting-03).

/** A sort of targeting criteria. */
export interface TargetingType {
  /** What its values look like. */
  readonly values: RegExp;
  /** EQ alone unless given; the first is taken where none is sent, if `optional`. */
  readonly operators?: readonly string[];
  /** How many of the sort a line item has at most. */
  readonly most?: number;
  /** Whether it is taken in batches only. */
  readonly batchOnly?: true;
  /** What values name, where that is something of the account. */
  readonly names?: 'audience' | 'campaign' | 'promotable_user' | 'iab_category';
}

const id = /^[0-9a-z]{1,12}$/;
const number = /^\d{1,19}$/;
const keyword: TargetingType = { values: /\S/, operators: ['EQ', 'NE'], most: 1000 };
const audience: TargetingType = {
  values: /^[0-9a-zA-Z]{1,12}$/,
  operators: ['EQ', 'NE'],
  names: 'audience',
};
const campaign: TargetingType = { values: id, names: 'campaign' };
const promotableUser: TargetingType = { values: number, names: 'promotable_user' };
const ages =
  /^AGE_(13_TO_(24|34|49|54)|18_TO_(34|49|54)|21_TO_(34|49|54)|25_TO_(49|54)|35_TO_(49|54)|OVER_(13|18|21|25|35|50))$/;
const engagements = /^(IMPRESSION|ENGAGEMENT|VIDEO_VIEW|VIDEO_VIEW_PARTIAL|VIDEO_VIEW_COMPLETE)$/;

/** Every sort, by name. */
export const targetingTypes: Readonly<Record<string, TargetingType>> = {
  LOCATION: { values: /^[0-9a-f]{16}$/, most: 2000 },
  AGE: { values: ages, most: 1 },
  GENDER: { values: /^[12]$/ },
  LANGUAGE: { values: /^[a-z]{2}$/ },
  INTEREST: { values: number, most: 100 },
  BROAD_KEYWORD: keyword,
  EXACT_KEYWORD: keyword,
  PHRASE_KEYWORD: keyword,
  UNORDERED_KEYWORD: keyword,
  FOLLOWERS_OF_USER: promotableUser,
  SIMILAR_TO_FOLLOWERS_OF_USER: { values: number, most: 100 },
  PLATFORM: { values: /^[0-4]$/ },
  PLATFORM_VERSION: { values: id, operators: ['EQ', 'GTE', 'LT'] },
  DEVICE: { values: id },
  WIFI_ONLY: { values: /^([01]|true|false)$/ },
  NETWORK_OPERATOR: { values: id },
  NETWORK_ACTIVATION_DURATION: { values: number, operators: ['GTE', 'LT'] },
  EVENT: { values: id, most: 1 },
  CONVERSATION: { values: id },
  TV_SHOW: { values: number },
  LIVE_TV_EVENT: { values: id },
  CUSTOM_AUDIENCE: audience,
  CUSTOM_AUDIENCE_EXPANDED: audience,
  APP_STORE_CATEGORY: { values: id },
  APP_STORE_CATEGORY_LOOKALIKE: { values: id },
  APP_LIST: { values: id, operators: ['NE'] },
  ENGAGEMENT_TYPE: { values: engagements },
  CAMPAIGN_ENGAGEMENT: campaign,
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: campaign,
  USER_ENGAGEMENT: promotableUser,
  USER_ENGAGEMENT_LOOKALIKE: promotableUser,
  IAB_CATEGORY: { values: /^IAB\d{1,2}(-\d{1,2})?$/, batchOnly: true, names: 'iab_category' },
  CONTENT_PUBLISHER_USER: { values: number, operators: ['NE'], most: 50, batchOnly: true },
};

/** Sorts of keywords. */
export function isKeyword(type: string): boolean {
  return type.endsWith('_KEYWORD');
}
