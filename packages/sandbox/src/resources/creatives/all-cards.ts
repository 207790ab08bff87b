import type { Call, Endpoint } from '../../engine/endpoint.ts';
import { notFound } from '../../engine/get-record.ts';
import { readOrRefuse } from '../../engine/read-params.ts';
import type { Resource } from '../../engine/resource.ts';
import { cardUri, flag, listOf, type Params } from '../../params/param.ts';
import { isDeleted } from '../../store/stored-record.ts';
import { type Fields, textsIn } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { cards } from './cards.ts';
import { imageConversationCards, videoConversationCards } from './conversation-cards.ts';
import { creativeReaders } from './creative-roles.ts';
import { pollCards } from './polls.ts';

const kinds: readonly Resource[] = [cards, pollCards, videoConversationCards, imageConversationCards];
const many = '/accounts/:account_id/cards/all';
const listParams: Params = {
  card_uris: { is: listOf(cardUri, 200), required: true },
  with_deleted: { is: flag },
};
const getParams: Params = { with_deleted: { is: flag } };

/** Cards of any kind (F-card-08). */
export const allCardEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: many,
    allowed: creativeReaders,
    params: listParams,
    answers: { collection: 'cards', envelope: 'list' },
    run: listAll,
  },
  {
    method: 'GET',
    path: `${many}/:card_id`,
    allowed: creativeReaders,
    params: getParams,
    answers: { collection: 'cards', envelope: 'one' },
    run: getAny,
  },
];

function listAll(call: Call): Fields {
  const params = readOrRefuse(listParams, call);
  const found = textsIn(params, 'card_uris').flatMap((uri) => {
    return showCard(call, uri.slice('card://'.length), params['with_deleted'] === true) ?? [];
  });
  return { request: { params }, next_cursor: null, data: found };
}

function getAny(call: Call): Fields {
  const params = readOrRefuse(getParams, call);
  const id = call.path['card_id'] ?? '';
  const card = showCard(call, id, params['with_deleted'] === true);
  if (card === undefined) throw notFound(cards, id, params);
  return { request: { params }, data: card };
}

function showCard({ world, accountId }: Call, id: string, withDeleted: boolean): Fields | undefined {
  for (const kind of kinds) {
    const card = world.store.get(kind.collection, id);
    if (card === undefined || card['account_id'] !== accountId) continue;
    if (withDeleted || !isDeleted(card)) return kind.show(card, world);
  }
  return undefined;
}

/** Whether the URI names a live card of the account, of whatever kind. */
export function isCard(world: World, accountId: string, uri: string): boolean {
  return kinds.some(({ collection }) => {
    const card = world.store.get(collection, uri.slice('card://'.length));
    return card !== undefined && card['account_id'] === accountId && !isDeleted(card);
  });
}
