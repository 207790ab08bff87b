import type { AnswerShape, Call, Endpoint } from '../../engine/endpoint.ts';
import { digits, flag, long, oneOf, type Params, text } from '../../params/param.ts';
import { isDeleted, type StoredRecord } from '../../store/stored-record.ts';
import { type Fields, textIn } from '../../value.ts';
import { refusal } from '../../wire/api-error.ts';
import type { World } from '../../world/world.ts';
import { idText } from '../creatives/post-fields.ts';
import { userNamed } from '../users.ts';
import { readNumbered } from './read-numbered.ts';
import { showProfile } from './show-profile.ts';
import { type StatusForm, showStatus } from './show-status.ts';

const common = { method: 'GET', versions: ['1.1'], profile: 'public' } as const;
const userParams: Params = {
  user_id: { is: long },
  screen_name: { is: text(100) },
  include_entities: { is: flag, default: true },
};
const ownParams: Params = {
  include_entities: { is: flag, default: true },
  skip_status: { is: flag, default: false },
};
const statusParams: Params = {
  id: { is: digits, required: true },
  trim_user: { is: flag, default: false },
  include_entities: { is: flag, default: true },
  include_card_uri: { is: flag, default: false },
  tweet_mode: { is: oneOf(['compat', 'extended']), default: 'compat' },
};
const { id: _inPath, ...statusQuery } = statusParams;

const user: AnswerShape = {
  collection: 'users',
  envelope: 'bare',
  as: { name: 'profile', show: ({ id }, world) => showProfile(id, world) },
};
const post: AnswerShape = {
  collection: 'tweets',
  envelope: 'bare',
  as: {
    name: 'status',
    show: (record, world) => showStatus(record, world, { mode: 'both', isUserTrimmed: false }),
  },
};

/** The reads of version 1.1 that programs for the advertising API make (F-legacy-01): their answers have no envelope. */
export const versionOneReads: readonly Endpoint[] = [
  {
    ...common,
    path: '/users/show.json',
    takesApplication: true,
    params: userParams,
    answers: user,
    run: readUser,
  },
  { ...common, path: '/account/verify_credentials.json', params: ownParams, answers: user, run: readCaller },
  {
    ...common,
    path: '/statuses/show.json',
    takesApplication: true,
    params: statusParams,
    answers: post,
    run: readPost,
  },
  {
    ...common,
    path: '/statuses/show/:id.json',
    takesApplication: true,
    params: statusQuery,
    answers: post,
    run: readPost,
  },
];

/** A user by id or handle (F-legacy-03). */
function readUser(call: Call): Fields {
  const params = readNumbered(userParams, call);
  const { user_id: id = null } = params;
  const handle = textIn(params, 'screen_name');
  if (id === null && handle === null) throw refusal(400, 25, 'Query parameters are missing.');
  const user = id === null ? userNamed(call.world, handle ?? '') : call.world.store.get('users', idText(id));
  if (user === undefined) throw refusal(404, 50, 'User not found.');
  return withEntities(profileWithStatus(user, call.world), params);
}

/** The user whose token signs (F-legacy-05). */
function readCaller(call: Call): Fields {
  const params = readNumbered(ownParams, call);
  const { user, world } = call;
  const profile =
    params['skip_status'] === true ? showProfile(user.id, world) : profileWithStatus(user, world);
  return withEntities(profile, params);
}

/** A post by its id (F-legacy-04). */
function readPost(call: Call): Fields {
  const params = readNumbered(statusParams, call);
  const post = call.world.store.get('tweets', textIn(params, 'id') ?? '');
  if (post === undefined || isDeleted(post)) throw refusal(404, 144, 'No status found with that ID.');
  const form: StatusForm = {
    mode: params['tweet_mode'] === 'extended' ? 'extended' : 'compat',
    isUserTrimmed: params['trim_user'] === true,
  };
  const card = params['include_card_uri'] === true ? { card_uri: textIn(post, 'card_uri') } : {};
  return withEntities({ ...showStatus(post, call.world, form), ...card }, params);
}

/** A user with the latest post that followers see, which does not show its author again. */
function profileWithStatus(user: StoredRecord, world: World): Fields {
  const profile = showProfile(user.id, world);
  const post = [...world.store.in('tweets', 'user_id', user.id)].findLast(
    (each) => !isDeleted(each) && each['nullcast'] === false,
  );
  if (post === undefined) return profile;
  const { user: _author, ...status } = showStatus(post, world, { mode: 'compat', isUserTrimmed: true });
  return { ...profile, status };
}

function withEntities(shown: Fields, params: Fields): Fields {
  if (params['include_entities'] !== false) return shown;
  const { entities: _entities, ...rest } = shown;
  return rest;
}
