// The values of a line item's parameters (F-line-item-02).

export const objectives = [
  'APP_ENGAGEMENTS',
  'APP_INSTALLS',
  'ENGAGEMENTS',
  'FOLLOWERS',
  'PREROLL_VIEWS',
  'REACH',
  'VIDEO_VIEWS',
  'WEBSITE_CLICKS',
] as const;

export const productTypes = ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_TWEETS'];

export const placements = [
  'ALL_ON_TWITTER',
  'PUBLISHER_NETWORK',
  'SPOTLIGHT',
  'TAP_BANNER',
  'TAP_FULL',
  'TAP_FULL_LANDSCAPE',
  'TAP_MRECT',
  'TAP_NATIVE',
  'TREND',
  'TWITTER_PROFILE',
  'TWITTER_REPLIES',
  'TWITTER_SEARCH',
  'TWITTER_TIMELINE',
];

export const goals = [
  'APP_CLICKS',
  'APP_INSTALLS',
  'APP_PURCHASES',
  'ENGAGEMENT',
  'FOLLOWERS',
  'LINK_CLICKS',
  'MAX_REACH',
  'PREROLL',
  'PREROLL_STARTS',
  'REACH_WITH_ENGAGEMENT',
  'SITE_VISITS',
  'VIDEO_VIEW',
  'VIEW_15S',
  'VIEW_3S_100PCT',
  'VIEW_6S',
  'WEBSITE_CONVERSIONS',
];

export const bidStrategies = ['AUTO', 'MAX', 'TARGET'];
export const payBys = ['APP_CLICK', 'IMPRESSION', 'LINK_CLICK'];
export const audienceExpansions = ['BROAD', 'DEFINED', 'EXPANDED'];

interface Defaults {
  readonly goal: string;
  readonly payBy: string;
}

const byObjective: Readonly<Record<string, Defaults>> = {
  APP_ENGAGEMENTS: { goal: 'APP_CLICKS', payBy: 'APP_CLICK' },
  APP_INSTALLS: { goal: 'APP_INSTALLS', payBy: 'IMPRESSION' },
  ENGAGEMENTS: { goal: 'ENGAGEMENT', payBy: 'ENGAGEMENT' },
  FOLLOWERS: { goal: 'FOLLOWERS', payBy: 'FOLLOW' },
  PREROLL_VIEWS: { goal: 'PREROLL', payBy: 'VIEW' },
  REACH: { goal: 'MAX_REACH', payBy: 'IMPRESSION' },
  VIDEO_VIEWS: { goal: 'VIDEO_VIEW', payBy: 'VIEW' },
  WEBSITE_CLICKS: { goal: 'LINK_CLICKS', payBy: 'IMPRESSION' },
};

/** What a line item aims at and is billed by where nothing is said: mostly a guess (F-line-item-16). */
export function defaultsOf(objective: string): Defaults {
  return byObjective[objective] ?? { goal: 'ENGAGEMENT', payBy: 'IMPRESSION' };
}
