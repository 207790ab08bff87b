/** Calls that create or change something and belong to no kind: what reaches each, and why it is no field. */
export const otherWrites: Readonly<Record<string, string>> = {
  'POST /12/accounts':
    'Accounts exist before a document names them. Only the sandbox host makes one: `adsync sandbox-account create` makes the call.',
  'PUT /12/accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id':
    'A line item has at most one curated category, a member of a set: another one takes its place by a deletion and a creation. `adsync api` makes the call.',
  'POST /12/accounts/:account_id/draft_tweets/preview/:draft_tweet_id':
    "It changes nothing: a preview goes to the caller's devices. `adsync api` makes the call.",
  'POST /12/accounts/:account_id/audience_estimate':
    'It changes nothing: it asks how many people criteria reach. `adsync audience estimate` makes the call.',
  'POST /12/accounts/:account_id/features':
    'X grants features on request. Only the sandbox host lets a program do it: `adsync api` makes the call.',
  'POST /12/stats/jobs/accounts/:account_id':
    'It asks for figures and changes nothing: `adsync api` makes the call.',
  'POST /12/accounts/:account_id/do_not_reach_lists':
    'The documentation does not name these lists, of which an account has one: `adsync api` makes the call.',
  'POST /12/batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users':
    'The documentation does not name these lists: `adsync api` makes the call.',
  'POST /12/accounts/:account_id/scheduled_promoted_tweets':
    'The documentation does not name it. A promoted post names a post once it is published.',
};
