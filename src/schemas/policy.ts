import { z } from 'zod';
import { forbiddenActions } from './desired.ts';
import { choice, money, time, whole } from './field-types/index.ts';
import { compilePattern } from './pattern.ts';
import { allKinds } from './registry.ts';

const numberOrText = { type: ['number', 'string'] };
const share = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?%?$/, 'is neither a number nor a share such as 30%')
  .meta({ editor: numberOrText })
  .optional();
const factor = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'is not a factor such as 10')
  .meta({ editor: numberOrText })
  .optional();

const figures = {
  max_deletes: share.meta({
    description:
      'Deletions a plan may hold, each with all that hangs on it: a number, or a share of what is managed; 30% by default, and never less than 3.',
  }),
  max_updates: share.meta({
    description: 'Updates a plan may hold: a number, or a share of what is managed.',
  }),
  max_daily_budget: money().document.optional().meta({
    description: 'The most the account may spend a day, per currency; what has no daily bound is above it.',
  }),
  max_daily_budget_increase: share.meta({
    description: 'How much the daily spending may rise over what is live.',
  }),
  max_budget_factor: factor.meta({
    description: 'Refuses one budget raised by more than this factor, or taken away; 10 by default.',
  }),
  max_bid: money().document.optional().meta({
    description:
      'The highest bid of what a plan creates or changes, in units of any currency; a bid without an amount is above it.',
  }),
  max_bid_factor: factor.meta({
    description: 'Refuses one bid raised by more than this factor, or taken away; 10 by default.',
  }),
  max_member_removals: share.meta({
    description:
      'Members that a push may remove from one audience: a number, or a share of those that were pushed last; 30% by default, and never less than 100.',
  }),
  undo_drift: choice(['ask', 'allow'])
    .document.optional()
    .meta({ description: 'Whether outside changes that lowered spending may be undone without consent.' }),
};

const instant = time().document.transform(String);
const forbidden = z.strictObject({
  action: choice(forbiddenActions)
    .document.transform((word) => z.enum(forbiddenActions).parse(word))
    .meta({
      description:
        'What is forbidden; delete covers what is replaced or goes with its parent, and activate what is created ACTIVE.',
    }),
  kind: choice(allKinds.map(({ name }) => name))
    .document.transform(String)
    .optional()
    .meta({ description: 'Only resources of this kind.' }),
  address: z.string().optional().meta({
    description:
      'Only at and beneath this address: * stands for any part of one step, ** for any number of steps, as in acme-us/campaigns/brand-*.',
  }),
});
const flights = z.strictObject({
  max_days: whole({ min: 1, max: 36_500 })
    .document.transform(Number)
    .optional()
    .meta({ description: 'The most days from start_time to end_time.' }),
  earliest: instant.optional().meta({ description: 'Nothing starts before this time.' }),
  latest: instant.optional().meta({ description: 'Nothing ends after this time.' }),
});
const freeze = z.strictObject({
  from: instant.meta({ description: 'The first moment of the freeze.' }),
  to: instant.meta({ description: 'The moment from which changes are allowed again.' }),
});
const pattern = z.string().superRefine((text, context) => {
  const fault = faultOf(text);
  if (fault === undefined) return;
  const remedy = String.raw`Write a regular expression in the syntax of RE2: characters, ., [A-Z], \d \w \s, ( | ), * + ? {1,3}, ^ and $.`;
  context.addIssue({ code: 'custom', message: `is a pattern that ${fault}`, params: { remedy } });
});
const named = allKinds.filter(({ fields }) => Object.hasOwn(fields, 'name'));

function faultOf(text: string): string | undefined {
  try {
    compilePattern(text);
    return undefined;
  } catch (cause) {
    return z.instanceof(SyntaxError).parse(cause).message;
  }
}

/** Rules of the house, beside the figures. */
const houseRules = {
  forbid: z.array(forbidden).optional().meta({ description: 'Actions that no plan may take.' }),
  flights: flights.optional().meta({ description: 'When line items may run.' }),
  freeze: z.array(freeze).optional().meta({
    description: 'Times in which no plan may change anything on the platform but lower what is spent.',
  }),
  names: z
    .strictObject(
      Object.fromEntries(named.map(({ name, title }) => [name, pattern.optional().meta(nameFacts(title))])),
    )
    .optional()
    .meta({ description: 'Regular expressions that names must match, by kind.' }),
};

function nameFacts(title: string): { readonly description: string; readonly examples: readonly string[] } {
  return {
    description: `A regular expression that the name of every ${title} must match; ^ and $ tie it to the ends.`,
    examples: ['^[A-Z]{2} .+'],
  };
}

/** The document's `policy`: guards, checked when planning. */
export const policySchema = z.strictObject({ ...figures, ...houseRules });

/** The rules of the house alone, whatever else stands in a `policy`. */
export const houseRulesSchema = z.object(houseRules);
