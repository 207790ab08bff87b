/**
 * The rules that `--override` accepts a plan against: those of `policy`, what only lists and reads of the platform say,
 * and files of other projects.
 */
export const overridableRules = [
  'max_deletes',
  'max_updates',
  'max_daily_budget',
  'max_daily_budget_increase',
  'max_budget_factor',
  'max_bid',
  'max_bid_factor',
  'max_member_removals',
  'freeze',
  'forbid',
  'flights',
  'names',
  'lookup',
  'promoted',
  'other_file',
] as const;
