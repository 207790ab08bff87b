import { managerPage } from '../schemas/manager-page.ts';
import type { Run } from './run.ts';
import { unknownAddress } from './scope.ts';
import { hostClass } from './settings.ts';
import { withState } from './state/edit-state.ts';

/**
 * The address of the page where people look at a resource of the state: of the platform's web interface, or of a sandbox on this machine.
 * Needs neither document nor platform. Throws ADSYNC_ADDRESS_UNKNOWN.
 */
export async function findPage(run: Run, address: string): Promise<string> {
  const { entries, bindings } = await withState(run, 'read', async (store) => await store.read());
  const host = hostClass(run.addresses.ads);
  const here = bindings.filter((each) => each.host === host);
  const isKnown = entries.some((entry) => entry.address === address);
  const binding = here.find(
    ({ accountKey, accountId }) =>
      [accountKey, accountId].includes(address) || (isKnown && address.startsWith(`${accountKey}/`)),
  );
  if (binding === undefined) {
    const known = here.flatMap(({ accountKey, accountId }) => [
      accountKey,
      ...entries.filter((entry) => entry.accountId === accountId).map((entry) => entry.address),
    ]);
    throw unknownAddress(address, known);
  }
  if (host === 'loopback') return new URL('/_sandbox/', run.addresses.ads).href;
  return managerPage(
    entries.filter(({ accountId }) => accountId === binding.accountId),
    binding.accountId,
    address,
  );
}
