import type { BrowsedRecord } from './answers.ts';
import { make, selectById } from './elements.ts';
import { labelOf } from './record-node.ts';

/** The id of the account that the page is limited to; empty for all. */
export function chosenAccount(): string {
  return selectById('account').value;
}

/** Calls `changed` whenever another account is chosen. */
export function listenForAccount(changed: () => void): void {
  selectById('account').addEventListener('change', changed);
}

/** Offers the accounts that there are, here and where campaigns are generated; what was chosen stays so. */
export function offerAccounts(accounts: readonly BrowsedRecord[]): void {
  for (const id of ['account', 'generate-account']) {
    const chooser = selectById(id);
    const chosen = chooser.value;
    const all = id === 'account' ? [make('option', { value: '' }, 'all')] : [];
    const options = accounts.map((record) => make('option', { value: record.id }, titleOf(record, accounts)));
    chooser.replaceChildren(...all, ...options);
    if (accounts.some((record) => record.id === chosen)) chooser.value = chosen;
  }
}

/** The name of an account, with its id where others are called the same. */
function titleOf(account: BrowsedRecord, accounts: readonly BrowsedRecord[]): string {
  const label = labelOf(account);
  const isAlone = accounts.every((other) => other.id === account.id || labelOf(other) !== label);
  return isAlone ? label : `${label} (${account.id})`;
}
