import type { Kind } from '../define-kind.ts';
import { account } from './account.ts';
import { campaign } from './campaign.ts';
import { fundingInstrument } from './funding-instrument.ts';
import { lineItem } from './line-item.ts';
import { trackingTag } from './tracking-tag.ts';

/** THE REGISTRY: one line per kind, parents before children. */
export const kinds = {
  account,
  funding_instrument: fundingInstrument,
  campaign,
  line_item: lineItem,
  tracking_tag: trackingTag,
} as const satisfies { readonly [Name in string]: Kind & { readonly name: Name } };

export type KindName = keyof typeof kinds;
