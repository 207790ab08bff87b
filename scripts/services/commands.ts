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
  'GET /12/accounts': ['adsync accounts'],
  'GET /12/accounts/:account_id/authenticated_user_access': ['adsync accounts'],
  'GET /12/accounts/:account_id/funding_instruments': ['adsync accounts'],
  'GET /12/advertiser_business_categories': ['adsync plan'],
  'GET /12/bidding_rules': ['adsync plan'],
  'GET /12/content_categories': ['adsync plan'],
};
