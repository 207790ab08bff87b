import type { StateEntry } from './state-entry.ts';

/** The web interface of the platform for advertisers (F-account-15). */
const manager = 'https://ads.x.com';

/**
 * The address of the page of the web interface that a resource is on: its line item's, else its campaign's, else its
 * account's (F-account-15). Takes the entries of the state, and an address that need not be among them.
 */
export function managerPage(entries: readonly StateEntry[], accountId: string, address: string): string {
  const above = entries.filter(
    (entry) => address === entry.address || address.startsWith(`${entry.address}/`),
  );
  const campaign = above.find(({ kind }) => kind === 'campaign');
  const lineItem = above.find(({ kind }) => kind === 'line_item');
  if (campaign === undefined) return `${manager}/accounts/${encodeURIComponent(accountId)}`;
  const form = `${manager}/campaign_form/${encodeURIComponent(accountId)}/campaign/${encodeURIComponent(campaign.id)}`;
  return lineItem === undefined ? `${form}/edit` : `${form}/adgroup/${encodeURIComponent(lineItem.id)}/edit`;
}
