import type { Call, Endpoint } from '../engine/endpoint.ts';
import { readOrRefuse } from '../engine/read-params.ts';
import { settingsWriters } from '../engine/roles.ts';
import { listOf, oneOf, type Params } from '../params/param.ts';
import { type Fields, textsIn } from '../value.ts';
import type { World } from '../world/world.ts';

/** Features that accounts can be granted (F-account-09). */
const featureKeys = [
  'AGE_TARGETING',
  'CITY_TARGETING',
  'CONVERSATION_CARD',
  'CPI_CHARGING',
  'EVENT_TARGETING',
  'INSTALLED_APP_CATEGORY_TARGETING',
  'OPTIMIZED_ACTION_BIDDING',
  'PROMOTED_MEDIA_POLLS',
  'REACH_AND_FREQUENCY_ANALYTICS',
  'REACH_FREQUENCY_CAP',
  'UNIVERSAL_LOOKALIKE',
  'VALIDATED_AGE_TARGETING',
  'VIDEO_APP_DOWNLOAD_CARD',
  'WEBSITE_CLICKS_CPM_BILLING',
  'SHARE_AUDIENCE_OUTSIDE_BUSINESS',
];

/** What an account has unless somebody says otherwise: everything but sharing with strangers. */
export const usualFeatures: readonly string[] = featureKeys.slice(0, -1);

/** Whether the account has the feature. */
export function hasFeature(world: World, accountId: string, key: string): boolean {
  return textsIn(world.store.get('accounts', accountId) ?? {}, 'features').includes(key);
}

const path = '/accounts/:account_id/features';
const keys = { is: listOf(oneOf(featureKeys)) };

/** The calls about features; granting and removing them is for sandboxes (F-account-09). */
export const featureEndpoints: readonly Endpoint[] = [
  endpoint('GET', { feature_keys: keys }, (_call, asked, before) =>
    before.filter((key) => asked.length === 0 || asked.includes(key)),
  ),
  endpoint('POST', { feature_keys: { ...keys, required: true } }, (call, asked, before) =>
    granted(call, [...new Set([...before, ...asked])].toSorted()),
  ),
  endpoint('DELETE', { feature_keys: { ...keys, required: true } }, (call, asked, before) =>
    granted(
      call,
      before.filter((key) => !asked.includes(key)),
    ),
  ),
];

type Answer = (call: Call, asked: readonly string[], before: readonly string[]) => readonly string[];

function endpoint(method: 'GET' | 'POST' | 'DELETE', params: Params, answer: Answer): Endpoint {
  const writing = method === 'GET' ? {} : ({ sandboxOnly: true, allowed: settingsWriters } as const);
  return { method, path, profile: 'public', ...writing, params, run: (call) => run(call, params, answer) };
}

function run(call: Call, table: Params, answer: Answer): Fields {
  const params = readOrRefuse(table, call);
  const account = call.world.store.get('accounts', call.accountId) ?? {};
  return {
    request: { params },
    data: answer(call, textsIn(params, 'feature_keys'), textsIn(account, 'features')),
  };
}

function granted({ world, accountId }: Call, features: readonly string[]): readonly string[] {
  const account = world.store.get('accounts', accountId);
  if (account !== undefined)
    world.store.put('accounts', { ...account, features, updated_at: world.clock.stamp() });
  return features;
}
