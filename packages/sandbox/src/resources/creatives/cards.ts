import type { Endpoint } from '../../engine/endpoint.ts';
import type { Resource } from '../../engine/resource.ts';
import { resourceEndpoints } from '../../engine/resource-endpoints.ts';
import { cardUri, flag, listOf, oneOf, text } from '../../params/param.ts';
import { isFields, isList } from '../../value.ts';
import { showFields } from '../shared-rules.ts';
import { components, slides } from './card-components.ts';
import { cardRules } from './card-rules.ts';
import { cardTypeOf } from './card-type.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { among } from './matchers.ts';

const cardTypes = [
  'IMAGE_APP',
  'IMAGE_CAROUSEL_APP',
  'IMAGE_CAROUSEL_WEBSITE',
  'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE',
  'IMAGE_WEBSITE',
  'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE',
  'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP',
  'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE',
  'VIDEO_APP',
  'VIDEO_CAROUSEL_APP',
  'VIDEO_CAROUSEL_WEBSITE',
  'VIDEO_MULTI_DEST_CAROUSEL_WEBSITE',
  'VIDEO_WEBSITE',
];

/** Cards made of components (F-card-01, F-card-04). */
export const cards: Resource = {
  collection: 'cards',
  idParam: 'card_id',
  label: 'Card',
  notFound: 'CARD_NOT_FOUND',
  ids: { prefix: '15038313', start: 18_555_000_000, radix: 10 },
  indexed: ['account_id'],
  fields: {
    name: 'text',
    card_type: 'text',
    components: 'json?',
    slides: 'json?',
    // Not shown: cards from before components, listed only where asked for.
    legacy: 'boolean',
  },
  writes: {
    name: { is: text(80), on: 'both', required: 'create' },
    components: { is: components, on: 'both' },
    slides: { is: slides, on: 'both' },
  },
  filters: { card_id: 'id', card_ids: 'id' },
  listParams: {
    card_types: { is: listOf(oneOf(cardTypes)) },
    card_uris: { is: listOf(cardUri, 200) },
    include_legacy_cards: { is: flag },
    q: { is: text(80) },
  },
  matches: {
    card_types: among('card_type'),
    card_uris: (record, given) => !isList(given) || given.includes(uriOf(record.id)),
    include_legacy_cards: (record, given) => given === true || record['legacy'] !== true,
  },
  paging: { count: 100, most: 200, takes: ['sort_by', 'with_deleted'] },
  sortable: ['created_at', 'updated_at', 'deleted', 'name'],
  readers: creativeReaders,
  writers: creativeWriters,
  operations: [],
  blank: () => ({ components: null, slides: null, legacy: false }),
  complete: ({ after, given }) => {
    const isReplaced = given.has('slides') ? 'components' : given.has('components') ? 'slides' : '';
    const content = isReplaced === '' ? after : { ...after, [isReplaced]: null };
    return { ...content, card_type: cardTypeOf(content) ?? '' };
  },
  rules: cardRules,
  quotas: [],
  plausible: ({ id, given, parent }) => ({
    name: `Card ${id}`,
    components: isList(given['slides'])
      ? null
      : [
          { type: 'MEDIA', media_key: parent('media_key', 'media_library') },
          {
            type: 'DETAILS',
            title: `Card ${id}`,
            destination: { type: 'WEBSITE', url: `https://example.com/${id}` },
          },
        ],
  }),
  show: (record) => {
    const content = isList(record['slides']) ? 'slides' : 'components';
    return { ...showFields(record, ['name', 'card_type', content]), card_uri: uriOf(record.id) };
  },
};

/** How posts name a card (F-card-07). */
export function uriOf(cardId: string): string {
  return `card://${cardId}`;
}

/**
 * The calls about cards. JSON bodies are not echoed (F-request-08). Where the limits say so, what is not a creation
 * answers with a list of one (F-request-07).
 */
export const cardEndpoints: readonly Endpoint[] = resourceEndpoints({
  ...cards,
  operations: ['list', 'get', 'create', 'update', 'delete'],
}).map((endpoint) => {
  const { answers, ...served } = endpoint;
  const isOne = endpoint.path.endsWith(':card_id');
  return {
    ...served,
    ...(isOne || answers === undefined ? {} : { answers }),
    run: (call) => {
      const answer = endpoint.run(call);
      const data = answer['data'] ?? null;
      const wrapped =
        isOne && isFields(data) && call.world.limits.creatives.card_envelope === 'list' ? [data] : data;
      const echoed = endpoint.method === 'GET' ? (answer['request'] ?? null) : { params: call.path };
      return { ...answer, request: echoed, data: wrapped };
    },
  };
});
