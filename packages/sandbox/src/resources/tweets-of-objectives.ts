import { invalid } from '../engine/resource.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { type Fields, textIn, textsIn } from '../value.ts';
import type { Problem } from '../wire/api-error.ts';
import type { World } from '../world/world.ts';
import { kindOfMedia } from './creatives/media.ts';

/** Why a line item cannot promote the post, by its product type and its objective (F-attachment-08). */
export function notPromotable(world: World, item: Fields, tweet: StoredRecord): Problem | undefined {
  if (item['product_type'] === 'MEDIA')
    return invalid('line_item_id', 'A MEDIA line item holds no posts', 'INCOMPATIBLE_LINE_ITEM');
  if (world.limits.objective_tweets === 'free') return undefined;
  const objective = textIn(item, 'objective') ?? '';
  const lack = checks[objective]?.(tweet, cardTypeOn(world, tweet));
  if (lack === undefined) return undefined;
  const message = `The Tweet ${tweet.id} does not suit the objective ${objective}: ${lack}`;
  return { ...invalid('tweet_ids', message, 'INVALID_TWEET'), value: tweet.id };
}

/** What is lacking; undefined for nothing. */
type Check = (tweet: Fields, cardType: string) => string | undefined;

const checks: Readonly<Record<string, Check>> = {
  APP_INSTALLS: hasAppCard,
  APP_ENGAGEMENTS: hasAppCard,
  VIDEO_VIEWS: movesPictures,
  WEBSITE_CLICKS: leadsToSite,
};

function hasAppCard(_tweet: Fields, cardType: string): string | undefined {
  return cardType.includes('APP') ? undefined : 'it needs an app card';
}

function movesPictures(tweet: Fields, cardType: string): string | undefined {
  const moves = textsIn(tweet, 'media_keys').some((key) => ['VIDEO', 'GIF'].includes(kindOfMedia(key).type));
  return moves || cardType.includes('VIDEO') ? undefined : 'it needs a video or a GIF';
}

function leadsToSite(tweet: Fields, cardType: string): string | undefined {
  const hasLink = /https?:\/\/\S/i.test(textIn(tweet, 'text') ?? '');
  const hasCard = cardType.includes('WEBSITE');
  if (hasLink && hasCard) return 'it has a website card and a link in its text';
  return hasLink || hasCard ? undefined : 'it needs a website card or a link in its text';
}

const cardCollections = ['cards', 'poll_cards', 'image_conversation_cards', 'video_conversation_cards'];

function cardTypeOn(world: World, tweet: Fields): string {
  const id = (textIn(tweet, 'card_uri') ?? '').slice('card://'.length);
  for (const collection of cardCollections) {
    const card = world.store.get(collection, id);
    if (card !== undefined) return textIn(card, 'card_type') ?? collection.toUpperCase();
  }
  return '';
}
