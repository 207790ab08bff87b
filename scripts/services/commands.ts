/**
 * Commands that call an endpoint for what people want of it, by the endpoint as the inventory writes it; beside the kinds,
 * `adsync get` and `adsync api`, which are known without being listed.
 */
export const commandsByEndpoint: Readonly<Record<string, readonly string[]>> = {
  'POST /oauth/request_token': ['adsync auth login'],
  'GET /oauth/authorize': ['adsync auth login'],
  'POST /oauth/access_token': ['adsync auth login'],
  'POST /1.1/oauth/invalidate_token': ['adsync auth logout'],
  'POST /oauth2/token': ['adsync auth token'],
  'POST /oauth2/invalidate_token': ['adsync auth token --revoke'],
  'GET /2/activity/stream': ['adsync events listen'],
  'POST /2/activity/subscriptions': ['adsync events subscribe'],
  'GET /2/connections': ['adsync events list connections'],
  'DELETE /2/connections': ['adsync events disconnect'],
  'DELETE /2/connections/all': ['adsync events disconnect --all'],
  'GET /2/connections/:endpoint_id': ['adsync events list connections --endpoint'],
  'DELETE /2/connections/:endpoint_id': ['adsync events disconnect --endpoint'],
  'POST /2/webhooks/replay': ['adsync events replay'],
  'GET /2/tweets/search/stream/rules': ['adsync events rules list'],
  'POST /2/tweets/search/stream/rules': ['adsync events rules add', 'adsync events rules delete'],
  'GET /2/powerstream/rules': ['adsync events list powerstream'],
  'GET /12/accounts': ['adsync accounts'],
  'GET /12/accounts/:account_id/authenticated_user_access': ['adsync accounts'],
  'GET /12/accounts/:account_id/funding_instruments': ['adsync accounts'],
  'GET /12/advertiser_business_categories': ['adsync plan'],
  'GET /12/bidding_rules': ['adsync plan'],
  'GET /12/content_categories': ['adsync plan'],
};
