import type { Plan, PolicyNote } from '../../schemas/plan.ts';
import { code, type Phrase, plain } from './phrase.ts';

/**
 * What a plan says of rules that the state remembers, a sentence each: those that hold although the run read no policy,
 * and those that are looser than at the last apply. Accounts of which the same is to be said share a sentence.
 */
export function policySentences({ policies = [] }: Pick<Plan, 'policies'>): readonly Phrase[] {
  const kept = Map.groupBy(
    policies.filter(({ status }) => status === 'kept'),
    ({ account }) => account,
  );
  const loosened = policies.filter(({ status }) => status === 'loosened');
  return [
    ...shared([...kept], ([, notes]) => notes.map(rulesOnly)).map((alike) => keptSentence(alike)),
    ...shared(loosened, rulesOnly).map((alike) => loosenedSentence(alike)),
  ];
}

function rulesOnly({ rule, was, becomes }: PolicyNote): readonly PolicyNote['was'][] {
  return [rule, was, becomes];
}

/** Those of which the same is to be said, together. */
function shared<T>(items: readonly T[], of: (item: T) => PolicyNote['was']): readonly Alike<T>[] {
  return [...Map.groupBy(items, (item) => JSON.stringify(of(item))).values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ first, all })),
  );
}

interface Alike<T> {
  readonly first: T;
  readonly all: readonly T[];
}

function keptSentence({ first, all }: Alike<readonly [string, readonly PolicyNote[]]>): Phrase {
  const rules = first[1].map(({ rule, was }) => ruleText(rule, was));
  return [
    plain('No policy was read: the rules of the last apply hold for '),
    ...listed(all.map(([account]) => account)),
    plain(' ('),
    ...listed(rules),
    plain('). Write '),
    code('policy: {}'),
    plain(' to end them, or pass '),
    code('--override RULE'),
    plain(' to accept what one of them refuses.'),
  ];
}

function loosenedSentence({ first, all }: Alike<PolicyNote>): Phrase {
  const { rule, was, becomes } = first;
  const accounts = listed(all.map(({ account }) => account));
  const head = [plain('The policy is looser than at the last apply of '), ...accounts, plain(': ')];
  if (becomes === null) return [...head, code(ruleText(rule, was)), plain(' holds no longer.')];
  if (typeof was === 'string' && typeof becomes === 'string')
    return [
      ...head,
      code(ruleText(rule, was)),
      plain(' becomes '),
      code(ruleText(rule, becomes)),
      plain('.'),
    ];
  return [...head, code(rule), plain(' forbids less than it did, or other things.')];
}

/** Items that are named at most, before the others are counted. */
const mostNamed = 5;

function listed(items: readonly string[]): Phrase {
  const left = items.length - mostNamed;
  return [
    ...items
      .slice(0, mostNamed)
      .flatMap((item, index) => [...(index === 0 ? [] : [plain(', ')]), code(item)]),
    ...(left > 0 ? [plain(` and ${left} more`)] : []),
  ];
}

/** A rule with its value, as far as that is short: `max_bid: 5.00`, `freeze`. */
function ruleText(rule: string, value: PolicyNote['was']): string {
  return typeof value === 'string' ? `${rule}: ${value}` : rule;
}
