/** A sort of activity event. */
export interface EventType {
  /** The name that events carry: that of the documentation where it has one (F-event-04). */
  readonly name: string;
  /** Other names that subscriptions may use for it (F-event-04). */
  readonly aliases: readonly string[];
  /** The scope that an OAuth 2.0 token needs to subscribe. */
  readonly scope?: string;
  /** Whether only the user whom it is about may subscribe. */
  readonly isPrivate: boolean;
  /** Which way it goes, seen from the user; absent where it has none. */
  readonly direction?: 'sent' | 'received' | 'both';
}

type More = Partial<Omit<EventType, 'name'>>;

function type(name: string, more: More = {}): EventType {
  return { name, aliases: [], isPrivate: false, ...more };
}

const message = { scope: 'dm.read', isPrivate: true } as const;

/** Every sort of event. */
const eventTypes: readonly EventType[] = [
  type('profile.update.bio', { aliases: ['ProfileBioUpdate'] }),
  type('profile.update.verified', { aliases: ['profile.update.verified_badge'] }),
  type('profile.update.affiliate', { aliases: ['profile.update.affiliate_badge'] }),
  type('profile.update.screenname', { aliases: ['profile.update.handle'] }),
  type('profile.update.picture', {
    aliases: ['profile.update.profile_picture', 'ProfilePictureUpdate'],
  }),
  type('profile.update.banner', { aliases: ['profile.update.banner_picture', 'ProfileBannerUpdate'] }),
  type('profile.update.geo', { aliases: ['ProfileGeoUpdate'] }),
  type('profile.update.url', { aliases: ['ProfileUrlUpdate'] }),
  type('dm.received', { ...message, direction: 'received' }),
  type('dm.sent', { ...message, direction: 'sent' }),
  type('dm.read', { ...message, direction: 'both' }),
  type('dm.indicate_typing', { ...message, direction: 'both' }),
  type('chat.received', { ...message, direction: 'received' }),
  type('chat.sent', { ...message, direction: 'sent' }),
  type('chat.conversation_join', { ...message, direction: 'both' }),
  type('spaces.start'),
  type('spaces.end'),
  type('news.new'),
  type('follow.follow', { scope: 'follow.read', direction: 'both' }),
  type('follow.unfollow', { scope: 'follow.read', direction: 'both' }),
  type('post.create', { scope: 'tweet.read' }),
  type('post.delete', { scope: 'tweet.read' }),
  type('post.mention.create', { scope: 'tweet.read' }),
  type('like.create', { scope: 'like.read', direction: 'both' }),
  type('mute.mute', { scope: 'mute.read', isPrivate: true }),
  type('mute.unmute', { scope: 'mute.read', isPrivate: true }),
  type('block.block', { scope: 'block.read', isPrivate: true }),
  type('block.unblock', { scope: 'block.read', isPrivate: true }),
  type('oauth.revoke'),
];

const byName = new Map(
  eventTypes.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)),
);

/** The sort of event with this name or alias; undefined for an unknown one. */
export function eventType(name: string): EventType | undefined {
  return byName.get(name);
}

/** Every name and alias. */
export const eventTypeNames: readonly string[] = [...byName.keys()];

/** Whether subscriptions to it may say a direction: direct messages, chat and likes (F-event-05). */
export function takesDirection({ name }: EventType): boolean {
  return /^(dm|chat|like)\./.test(name);
}

/** A direction filter in the words of the documentation; the public ones mean the same (F-event-05). */
export function plainDirection(direction: string): string {
  if (direction === 'inbound') return 'received';
  return direction === 'outbound' ? 'sent' : direction;
}
