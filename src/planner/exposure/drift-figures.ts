import { campaignsCounted } from '../../schemas/active-limits.ts';
import type { DesiredAccount, DesiredDocument } from '../../schemas/desired.ts';
import type { DriftBudget } from '../../schemas/drift.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { Values } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { parentOf } from '../match/subject.ts';
import { type CurrencyLookup, fundingOf } from './currency.ts';
import { createExposureModel, type ExposureModel } from './exposure-model.ts';
import { figuresRead, highestDay } from './figures.ts';
import { currenciesIn, type Load } from './load.ts';

/**
 * The bounded quantities of each account: with everything of ours as last applied, and as it is live. `nowMs` is the
 * platform's time, in milliseconds since 1970; what can be spent is told for the highest day from then on.
 */
export function driftBudgets(
  document: DesiredDocument,
  entries: readonly StateEntry[],
  live: LiveIndex,
  currencyOf: CurrencyLookup['ofInstrument'],
  nowMs: number,
): Record<string, DriftBudget> {
  const applied = recordsAsApplied(entries, live, currencyOf);
  return Object.fromEntries(
    document.accounts.map((account) => {
      const isRead = (kind: string): boolean => live.isComplete(account.id, kind);
      const modelOf = (records: readonly LiveRecord[]): ExposureModel =>
        createExposureModel({ account, live: records, currencyOf, isRead, isOthers: () => false, nowMs });
      const current = modelOf(live.all());
      const figures = {
        applied: modelOf(applied).load(),
        live: current.load(),
        committed: current.committed(),
      };
      const ceiling = document.policy.maxDailyBudget ?? null;
      return [account.key, budgetOf(account, figures, figuresRead(account.id, live), ceiling)];
    }),
  );
}

interface Figures {
  readonly applied: Load;
  readonly live: Load;
  /** By currency, of what is live. */
  readonly committed: ReturnType<ExposureModel['committed']>;
}

function budgetOf(
  { limits }: DesiredAccount,
  figures: Figures,
  read: ReturnType<typeof figuresRead>,
  ceiling: number | null,
): DriftBudget {
  const figure = (name: string) => ({
    applied: figures.applied.counts.get(name) ?? 0,
    live: figures.live.counts.get(name) ?? 0,
  });
  const exposure = currenciesIn([figures.applied, figures.live]).map((currency) => {
    const daily = {
      applied: highestDay(figures.applied, currency),
      live: highestDay(figures.live, currency),
    };
    const uncapped = figure(`uncapped ${currency}`).live;
    const tooLarge = figures.committed.get(currency)?.tooLarge ?? 0;
    const large = tooLarge === 0 ? {} : { too_large: tooLarge };
    return [currency, { ...daily, uncapped, ...large, limit: ceiling }] as const;
  });
  const exact = exposure.every(
    ([, { applied, live }]) => Number.isSafeInteger(applied) && Number.isSafeInteger(live),
  );
  return {
    active_campaigns: read.campaigns
      ? {
          ...figure('active_campaigns'),
          limit: limits.activeCampaigns,
          ...campaignsCounted(limits),
        }
      : null,
    ...(read.lineItems && limits.lineItems !== undefined
      ? { line_items: { ...figure('line_items'), limit: limits.lineItems } }
      : {}),
    exposure: read.exposure && exact ? Object.fromEntries(exposure) : null,
  };
}

/** What is live, with our own records as the platform answered when they were last applied. */
function recordsAsApplied(
  entries: readonly StateEntry[],
  live: LiveIndex,
  currencyOf: CurrencyLookup['ofInstrument'],
): readonly LiveRecord[] {
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const ours = entries.map((entry): LiveRecord => {
    const { accountId, kind, id, answered } = entry;
    const known = live.byId(accountId, kind, id);
    const fields = known?.fields ?? vanishedFields(entry, byAddress, currencyOf);
    return { kind, accountId, id, deleted: false, updatedAt: undefined, fields: { ...fields, ...answered } };
  });
  const owned = new Set(ours.map(recordKey));
  const foreign = live.all().filter((record) => !owned.has(recordKey(record)));
  return [...foreign, ...ours];
}

/** What the state does not hold of a record that is gone: its currency, and its parent's id. */
function vanishedFields(
  { address, kind, answered }: StateEntry,
  byAddress: ReadonlyMap<string, StateEntry>,
  currencyOf: CurrencyLookup['ofInstrument'],
): Values {
  const { parentField } = kindNamed(kind);
  const parent = byAddress.get(parentOf(address));
  const currency = currencyOf(fundingOf(kindNamed(kind), answered));
  return {
    ...(currency === '' ? {} : { currency }),
    ...(parentField === undefined || parent === undefined ? {} : { [parentField]: parent.id }),
  };
}
