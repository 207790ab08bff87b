import type { Endpoint } from '../../engine/endpoint.ts';
import type { Resource } from '../../engine/resource.ts';
import { accountMedia } from './account-media.ts';
import { allCardEndpoints } from './all-cards.ts';
import { cardEndpoints, cards } from './cards.ts';
import { imageConversationCards, videoConversationCards } from './conversation-cards.ts';
import { draftEndpoints, draftTweets } from './draft-tweets.ts';
import { mediaLibrary } from './media-library.ts';
import { pollCards } from './polls.ts';
import { scheduledEndpoints, scheduledTweets } from './scheduled-tweets.ts';
import { tweetEndpoints } from './tweet-endpoints.ts';
import { tweets } from './tweets.ts';

/** Media, cards and posts, what others are made of first. */
export const creatives: readonly Resource[] = [
  mediaLibrary,
  accountMedia,
  cards,
  pollCards,
  videoConversationCards,
  imageConversationCards,
  tweets,
  draftTweets,
  scheduledTweets,
];

/** Those of their calls that are more than the kinds' own operations. */
export const creativeEndpoints: readonly Endpoint[] = [
  ...allCardEndpoints,
  ...cardEndpoints,
  ...tweetEndpoints,
  ...draftEndpoints,
  ...scheduledEndpoints,
];
