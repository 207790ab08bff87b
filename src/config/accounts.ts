import type { AccountLimits, DesiredAccount } from '../schemas/desired.ts';
import { allKinds } from '../schemas/registry.ts';
import { rootKind } from './entries.ts';
import { entryOf, type Located, type LocatedMap, textOf } from './located.ts';

/** What an account may have ACTIVE before the platform has raised it (F-campaign-06). */
const activeCampaigns = 200;
const batchSize = 10;

/** The accounts of a valid document with their limits. */
export function readAccounts(root: LocatedMap): readonly DesiredAccount[] {
  const accounts = entryOf(root, rootKind.section)?.value;
  if (accounts?.type !== 'map') return [];
  return Array.from(accounts.entries, ([key, { value }]) => ({
    key,
    id: textOf(entryOf(value, 'id')?.value) ?? '',
    limits: readLimits(entryOf(value, 'limits')?.value),
  }));
}

function readLimits(limits: Located | undefined): AccountLimits {
  const batch = entryOf(limits, 'batch')?.value;
  const batches = allKinds.flatMap(({ operations }) => operations.batch?.limit ?? []);
  return {
    activeCampaigns: numberIn(limits, 'active_campaigns') ?? activeCampaigns,
    count: textOf(entryOf(limits, 'count')?.value) === 'not_deleted' ? 'not_deleted' : 'active',
    lineItems: numberIn(limits, 'line_items'),
    batch: Object.fromEntries(batches.map((name) => [name, numberIn(batch, name) ?? batchSize])),
  };
}

function numberIn(map: Located | undefined, name: string): number | undefined {
  const text = textOf(entryOf(map, name)?.value);
  return text === undefined ? undefined : Number(text);
}
