import { hash } from 'node:crypto';

const hourMs = 3600_000;

/** What was counted in an hour, before it is told as metrics. */
interface Counted {
  readonly impressions: number;
  readonly engagements: number;
}

type Figure = (counted: Counted) => number;

const share =
  (permille: number): Figure =>
  ({ engagements }) =>
    Math.floor((engagements * permille) / 1000);
const views =
  (permille: number): Figure =>
  ({ impressions }) =>
    Math.floor((impressions * permille) / 1000);
const nothing: Figure = () => 0;

function none(prefix: string, names: string): Readonly<Record<string, Figure>> {
  return Object.fromEntries(names.split(' ').map((name) => [`${prefix}${name}`, nothing] as const));
}

/**
 * The metrics by group, each with the share that is made up for it (F-stats-03); those that a sandbox has nothing for
 * are there and null.
 */
export const metricGroups: Readonly<Record<string, Readonly<Record<string, Figure>>>> = {
  ENGAGEMENT: {
    impressions: ({ impressions }) => impressions,
    engagements: ({ engagements }) => engagements,
    clicks: share(500),
    url_clicks: share(300),
    likes: share(200),
    retweets: share(50),
    replies: share(30),
    follows: share(20),
    ...none(
      '',
      'tweets_send qualified_impressions app_clicks card_engagements poll_card_vote carousel_swipes',
    ),
  },
  BILLING: {
    billed_engagements: share(400),
    // A quarter of a unit of the currency for each.
    billed_charge_local_micro: (counted) => share(400)(counted) * 250_000,
  },
  VIDEO: {
    video_total_views: views(300),
    video_views_25: views(250),
    video_views_50: views(200),
    video_views_75: views(150),
    video_views_100: views(100),
    video_cta_clicks: views(5),
    video_content_starts: views(400),
    video_3s100pct_views: views(180),
    video_6s_views: views(160),
    video_15s_views: views(120),
  },
  WEB_CONVERSION: none(
    'conversion_',
    'purchases sign_ups site_visits downloads custom add_to_carts checkouts_initiated content_views payment_info_additions add_to_wishlists searches landing_page_views subscriptions',
  ),
  MOBILE_CONVERSION: none(
    'mobile_conversion_',
    'spent_credits installs content_views add_to_wishlists checkouts_initiated reservations tutorials_completed achievements_unlocked searches add_to_carts payment_info_additions re_engages shares rates logins updates levels_achieved invites key_page_views downloads purchases sign_ups site_visits',
  ),
  LIFE_TIME_VALUE_MOBILE_CONVERSION: none(
    'mobile_conversion_lifetime_value_',
    'purchases sign_ups updates tutorials_completed reservations add_to_carts add_to_wishlists checkouts_initiated levels_achieved achievements_unlocked shares invites payment_info_additions spent_credits rates',
  ),
  MEDIA: { media_views: views(350), media_engagements: share(350) },
};

/** What is made up for an hour of an entity, the same each time; undefined in an hour, two of three, without any. */
export function countedIn(entity: string, hour: number): Counted | undefined {
  const bytes = Buffer.from(hash('sha1', `${entity} ${Math.floor(hour / hourMs)}`, 'hex'), 'hex');
  if (bytes.readUInt8(0) % 3 !== 0) return undefined;
  const impressions = 200 + (bytes.readUInt16BE(1) % 4000);
  return { impressions, engagements: Math.floor((impressions * (5 + (bytes.readUInt8(3) % 36))) / 1000) };
}

/** An hour and the minute in it at which something happened, made up likewise (milliseconds since 1970). */
export function momentIn(entity: string, hour: number): number {
  const bytes = Buffer.from(hash('sha1', `${entity} at ${Math.floor(hour / hourMs)}`, 'hex'), 'hex');
  return hour + (bytes.readUInt16BE(0) % 3600) * 1000;
}
