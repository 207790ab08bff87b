import type { CampaignSpec } from '../../support/worlds/specs.ts';
import { runTrial } from './run-trial.ts';
import type { TrialOptions } from './stage.ts';
import type { Trial } from './trial.ts';

/**
 * The smallest trial found that still breaks a law, by taking away one thing after the other as long as that goes: runs,
 * faults, edits, mishaps, documents, campaigns, line items, tags, and everything that is out of the ordinary. `trials`
 * bounds how many are run.
 */
export async function shrink(failing: Trial, options: TrialOptions = {}, trials = 400): Promise<Trial> {
  let smallest = failing;
  let left = trials;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const smaller of smallerThan(smallest)) {
      left -= 1;
      if (left < 0) break;
      const { violation } = await runTrial(smaller, options);
      if (violation === undefined) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(trial: Trial): Generator<Trial> {
  for (let run = trial.runs.length - 1; run >= 0; run -= 1)
    if (trial.runs.length > 1) yield withoutRun(trial, run);
  for (const faults of halvesAndEach(trial.faults)) yield { ...trial, faults };
  for (const edits of halvesAndEach(trial.edits)) yield { ...trial, edits };
  if (trial.foreign.length > 0) yield { ...trial, foreign: [] };
  for (const [index, run] of trial.runs.entries()) {
    for (const plainer of [
      { ...run, mishap: undefined },
      { ...run, savedMs: undefined },
      { ...run, skewMs: 0 },
      { ...run, afterMs: 0 },
    ])
      if (JSON.stringify(plainer) !== JSON.stringify(run))
        yield { ...trial, runs: trial.runs.with(index, plainer) };
  }
  for (const [index, document] of trial.documents.entries())
    for (const smaller of smallerDocuments(document))
      yield { ...trial, documents: trial.documents.with(index, smaller) };
  const ordinary = {
    batch: 10,
    batchCheck: 'each',
    pageSize: 1000,
    lagMs: 0,
    tight: false,
    writesPerMinute: undefined,
  } as const;
  for (const [name, value] of Object.entries(ordinary)) {
    const plainer = { ...trial, [name]: value };
    if (JSON.stringify(plainer) !== JSON.stringify(trial)) yield plainer;
  }
}

function withoutRun(trial: Trial, gone: number): Trial {
  const renumbered = <T extends { readonly run: number }>(all: readonly T[]): readonly T[] =>
    all
      .filter(({ run }) => run !== gone)
      .map((one) => ({ ...one, run: one.run > gone ? one.run - 1 : one.run }));
  return {
    ...trial,
    runs: trial.runs.toSpliced(gone, 1),
    faults: renumbered(trial.faults),
    edits: renumbered(trial.edits),
  };
}

function* halvesAndEach<T>(all: readonly T[]): Generator<readonly T[]> {
  const middle = Math.floor(all.length / 2);
  if (middle > 1) {
    yield all.slice(middle);
    yield all.slice(0, middle);
  }
  for (let index = all.length - 1; index >= 0; index -= 1) yield all.toSpliced(index, 1);
}

function* smallerDocuments(document: readonly CampaignSpec[]): Generator<readonly CampaignSpec[]> {
  for (let index = document.length - 1; index >= 0; index -= 1) yield document.toSpliced(index, 1);
  for (const [index, campaign] of document.entries())
    for (const items of smallerItems(campaign.items)) yield document.with(index, { ...campaign, items });
}

function* smallerItems(items: CampaignSpec['items']): Generator<CampaignSpec['items']> {
  for (let index = items.length - 1; index >= 0; index -= 1) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries())
    if (item.tags.length > 0) yield items.with(index, { ...item, tags: [] });
}
