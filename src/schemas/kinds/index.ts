import type { Kind } from '../define-kind.ts';
import { account } from './account.ts';
import { accountMedia } from './account-media.ts';
import { audienceMembers } from './audience-members.ts';
import { audiencePermission } from './audience-permission.ts';
import { campaign } from './campaign.ts';
import { card } from './card.ts';
import { customAudience } from './custom-audience.ts';
import { draftPost } from './draft-post.ts';
import { fundingInstrument } from './funding-instrument.ts';
import { imageConversationCard } from './image-conversation-card.ts';
import { lineItem } from './line-item.ts';
import { lineItemCuratedCategory } from './line-item-curated-category.ts';
import { media } from './media.ts';
import { mediaCreative } from './media-creative.ts';
import { pollCard } from './poll-card.ts';
import { post } from './post.ts';
import { prerollCallToAction } from './preroll-call-to-action.ts';
import { promotedAccount } from './promoted-account.ts';
import { promotedPost } from './promoted-post.ts';
import { scheduledPost } from './scheduled-post.ts';
import { tailoredAudience } from './tailored-audience.ts';
import { tailoredAudiencePermission } from './tailored-audience-permission.ts';
import { targetingCriterion } from './targeting-criterion.ts';
import { taxSettings } from './tax-settings.ts';
import { trackingTag } from './tracking-tag.ts';
import { userSettings } from './user-settings.ts';
import { videoConversationCard } from './video-conversation-card.ts';

/** THE REGISTRY: one line per kind, parents before children. */
export const kinds = {
  account,
  tax_settings: taxSettings,
  user_settings: userSettings,
  funding_instrument: fundingInstrument,
  media,
  account_media: accountMedia,
  card,
  poll_card: pollCard,
  video_conversation_card: videoConversationCard,
  image_conversation_card: imageConversationCard,
  post,
  draft_post: draftPost,
  scheduled_post: scheduledPost,
  custom_audience: customAudience,
  audience_members: audienceMembers,
  audience_permission: audiencePermission,
  tailored_audience: tailoredAudience,
  tailored_audience_permission: tailoredAudiencePermission,
  campaign,
  line_item: lineItem,
  targeting_criterion: targetingCriterion,
  promoted_account: promotedAccount,
  promoted_post: promotedPost,
  media_creative: mediaCreative,
  line_item_curated_category: lineItemCuratedCategory,
  preroll_call_to_action: prerollCallToAction,
  tracking_tag: trackingTag,
} as const satisfies { readonly [Name in string]: Kind & { readonly name: Name } };

export type KindName = keyof typeof kinds;
