// What can be targeted, and with which values and operators (F-targeting-02, F-targeting-03).

/** A sort of targeting. */
export interface TargetingType {
  /** What its values look like. */
  readonly values: RegExp;
  /** What a value is, for people. */
  readonly value: string;
  /** EQ alone, when left out. */
  readonly operators?: readonly string[];
  /** How many of the sort a line item has at most. */
  readonly most?: number;
  /** The word by which a value names something of the document. */
  readonly names?: 'audience' | 'campaign';
}

const ages = (
  '13_TO_24 13_TO_34 13_TO_49 13_TO_54 OVER_13 18_TO_34 18_TO_49 18_TO_54 OVER_18 21_TO_34 21_TO_49 21_TO_54 ' +
  'OVER_21 25_TO_49 25_TO_54 OVER_25 35_TO_49 35_TO_54 OVER_35 OVER_50'
)
  .split(' ')
  .map((age) => `AGE_${age}`);
const engagements = ['IMPRESSION', 'ENGAGEMENT', 'VIDEO_VIEW', 'VIDEO_VIEW_PARTIAL', 'VIDEO_VIEW_COMPLETE'];

const lookedUp: TargetingType = {
  values: /^[0-9a-z]{1,12}$/,
  value: "an id from the platform's lookup, in lower case",
};
const number: TargetingType = { values: /^\d{1,19}$/, value: 'a number' };
const user: TargetingType = { ...number, value: 'the id of a user, a number' };
const keyword: TargetingType = {
  values: /\S/,
  value: 'words, at most 255 characters',
  operators: ['EQ', 'NE'],
  most: 1000,
};
const audience: TargetingType = {
  values: /^[0-9a-z]{1,12}$/,
  value: '{ audience: KEY }, or the id of an audience, in lower case',
  operators: ['EQ', 'NE'],
  names: 'audience',
};
const campaign: TargetingType = {
  values: /^[0-9a-z]{1,12}$/,
  value: '{ campaign: KEY }, or the id of a campaign, in lower case',
  names: 'campaign',
};

/** Every sort, by the platform's name. */
export const targetingTypes: Readonly<Record<string, TargetingType>> = {
  LOCATION: {
    values: /^[0-9a-f]{16}$/,
    value: 'the id of a place, 16 digits and letters: 96683cc9126741d1',
    most: 2000,
  },
  AGE: { ...oneOf(ages), most: 1 },
  GENDER: { values: /^[12]$/, value: '1 for men or 2 for women' },
  LANGUAGE: { values: /^[a-z]{2}$/, value: 'two lower-case letters: en' },
  INTEREST: { ...number, value: 'the number of an interest', most: 100 },
  BROAD_KEYWORD: keyword,
  EXACT_KEYWORD: keyword,
  PHRASE_KEYWORD: keyword,
  UNORDERED_KEYWORD: keyword,
  FOLLOWERS_OF_USER: user,
  SIMILAR_TO_FOLLOWERS_OF_USER: { ...user, most: 100 },
  PLATFORM: {
    values: /^[0-4]$/,
    value: '0 for iOS, 1 for Android, 2 for BlackBerry, 3 for other mobile web or 4 for desktop',
  },
  PLATFORM_VERSION: { ...lookedUp, operators: ['EQ', 'GTE', 'LT'] },
  DEVICE: lookedUp,
  WIFI_ONLY: { values: /^([01]|true|false)$/, value: '1 or 0' },
  NETWORK_OPERATOR: lookedUp,
  NETWORK_ACTIVATION_DURATION: { ...number, operators: ['GTE', 'LT'] },
  EVENT: { ...lookedUp, most: 1 },
  CONVERSATION: lookedUp,
  TV_SHOW: number,
  LIVE_TV_EVENT: lookedUp,
  CUSTOM_AUDIENCE: audience,
  CUSTOM_AUDIENCE_EXPANDED: audience,
  APP_STORE_CATEGORY: lookedUp,
  APP_STORE_CATEGORY_LOOKALIKE: lookedUp,
  APP_LIST: { ...lookedUp, operators: ['NE'] },
  ENGAGEMENT_TYPE: oneOf(engagements),
  CAMPAIGN_ENGAGEMENT: campaign,
  CAMPAIGN_ENGAGEMENT_LOOKALIKE: campaign,
  USER_ENGAGEMENT: user,
  USER_ENGAGEMENT_LOOKALIKE: user,
  IAB_CATEGORY: { values: /^IAB\d{1,2}(-\d{1,2})?$/, value: 'an IAB category: IAB1 or IAB1-4' },
  CONTENT_PUBLISHER_USER: { ...user, operators: ['NE'], most: 50 },
};

function oneOf(words: readonly string[]): TargetingType {
  return { values: new RegExp(`^(${words.join('|')})$`), value: `one of ${words.join(', ')}` };
}

/** The sorts that a bound counts together: all keywords, else the sort itself. */
export function countedWith(type: string): (other: string) => boolean {
  const isKeyword = type.endsWith('_KEYWORD');
  return (other) => (isKeyword ? other.endsWith('_KEYWORD') : other === type);
}
