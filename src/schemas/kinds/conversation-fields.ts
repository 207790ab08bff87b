import type { DeclaredField, DeclaredFields } from '../define-field.ts';
import type { Finding, Kind } from '../define-kind.ts';
import { text, webAddress } from '../field-types/index.ts';
import { isGiven, type Values } from '../values.ts';
import { hashtag } from './creative-types.ts';

/** The longest post that a card writes for people; the documentation gives no bound. */
const longestPost = 280;

const optionalText = (
  most: number,
  description: string,
  example: DeclaredField['example'],
): DeclaredField => ({
  type: text(most),
  change: 'in-place',
  nullable: true,
  description: `${description}, up to ${most} characters.`,
  ...(example === undefined ? {} : { example }),
});

const callOf = (which: string, value: string): DeclaredFields => ({
  [`${which}_cta`]: optionalText(longestPost, `The hashtag of the ${which} button`, {
    value: `#${value}`,
    with: { [`${which}_cta_tweet`]: `I like ${value}` },
  }),
  [`${which}_cta_tweet`]: optionalText(longestPost, `What people post with the ${which} button`, {
    value: `Mine is ${value}`,
  }),
});

/** What video and image conversation cards have in common (F-card-12). */
export const conversationFields: DeclaredFields = {
  name: {
    type: text(255),
    change: 'in-place',
    required: true,
    description: 'The name, up to 255 characters.',
    example: { value: 'Talk of May' },
  },
  title: {
    ...optionalText(23, 'What stands above the buttons', { value: 'Choose one' }),
    description: 'What stands above the buttons, up to 23 characters; needed without second_cta.',
  },
  first_cta: {
    type: hashtag(20),
    change: 'in-place',
    required: true,
    description: 'The hashtag of the first button, up to 20 characters without the #.',
    example: { value: '#may' },
  },
  first_cta_tweet: {
    type: text(longestPost),
    change: 'in-place',
    content: true,
    required: true,
    description: `What people post with the first button, up to ${longestPost} characters.`,
    example: { value: 'Mine is May' },
  },
  second_cta: {
    type: hashtag(20),
    change: 'in-place',
    nullable: true,
    description:
      'The hashtag of the second button, up to 20 characters without the #; needed without a title.',
    example: { value: '#summer', with: { second_cta_tweet: 'I like summer' } },
  },
  second_cta_tweet: optionalText(longestPost, 'What people post with the second button', {
    value: 'Mine is summer',
  }),
  ...callOf('third', 'autumn'),
  ...callOf('fourth', 'winter'),
  thank_you_text: {
    type: text(23),
    change: 'in-place',
    required: true,
    description: 'What people read after they have posted, up to 23 characters.',
    example: { value: 'Thank you all' },
  },
  thank_you_url: {
    type: webAddress(),
    change: 'in-place',
    nullable: true,
    description: 'A web address that people are led to after they have posted.',
    example: { value: 'https://example.com/thanks' },
  },
};

/** Paths of the calls about conversation cards, `sort` being video or image. */
export function conversationOperations(sort: 'video' | 'image'): Kind['operations'] {
  const path = `/12/accounts/:account_id/cards/${sort}_conversation`;
  return {
    list: { path, idFilter: 'card_ids', pageSize: 1000 },
    create: { method: 'POST', path },
    // The documentation has neither (F-card-13).
    update: { method: 'PUT', path: `${path}/:id` },
    delete: { method: 'DELETE', path: `${path}/:id` },
  };
}

/** Rules between the fields of a conversation card (F-card-12). */
export function checkConversation(declared: Values): readonly Finding[] {
  const calls = ['second_cta', 'third_cta', 'fourth_cta'];
  const lonely = calls.filter((call) => isGiven(declared[call]) && !isGiven(declared[`${call}_tweet`]));
  const untitled = !isGiven(declared.title) && !isGiven(declared.second_cta);
  return [
    ...(untitled ? [lacks('title', 'is missing, and so is second_cta', 'Add a title or second_cta.')] : []),
    ...lonely.map((call) => lacks(`${call}_tweet`, `is needed with ${call}`, `Add ${call}_tweet.`)),
  ];
}

function lacks(field: string, message: string, remedy: string): Finding {
  return { field, message, remedy, code: 'MISSING_PARAMETER', onlyForNew: true };
}
