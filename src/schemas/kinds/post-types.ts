import { z } from 'zod';
import type { FieldType } from '../define-field.ts';
import { reference, time } from '../field-types/index.ts';
import { refuse } from '../field-types/refuse.ts';
import type { Value } from '../values.ts';

const cardKinds = ['card', 'poll_card', 'video_conversation_card', 'image_conversation_card'];
const cards = reference(...cardKinds);

/**
 * A card of any kind: its key, or `{ id: … }`, whose address is `card://<id>` (F-card-07). Posts go by the card's
 * address, not by its id.
 */
export const card: FieldType = {
  ...cards,
  document: cards.document
    .transform((value): Value => (typeof value === 'string' ? `card://${value}` : value))
    .meta(cards.document.meta() ?? {}),
  live: z.string().nullable(),
};

const instant = time();

/** An instant without seconds, which the platform drops (F-post-14). */
export const minute: FieldType = {
  ...instant,
  name: 'time in whole minutes',
  document: instant.document
    .transform((value, context): Value => {
      if (typeof value !== 'string' || value.endsWith(':00Z')) return value;
      return refuse(
        context,
        'has seconds, which the platform drops',
        'Write a whole minute: 2026-12-01T09:30:00Z.',
      );
    })
    .meta(instant.document.meta() ?? {}),
};
