import { kindOfAddress } from '../../config/address.ts';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { accountKeyOf, isWithin } from '../../schemas/address.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { withArticle } from '../../schemas/with-article.ts';
import type { StateSnapshot } from '../../state/store.ts';
import type { Run } from '../run.ts';
import { unknownAddress } from '../scope.ts';
import { editState } from './edit-state.ts';
import { entriesWithin, requireSettled } from './entries-within.ts';

/** An entry that has another address now. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives an entry and all beneath it another address, or an account another key. Throws ADSYNC_ADDRESS_UNKNOWN,
 * ADSYNC_USAGE, ADSYNC_OUTCOME_UNKNOWN.
 */
export async function moveEntries(run: Run, from: string, to: string): Promise<readonly Moved[]> {
  const isAccount = !from.includes('/') && !to.includes('/');
  return await (isAccount ? moveAccount(run, from, to) : moveWithin(run, from, to));
}

async function moveAccount(run: Run, from: string, to: string): Promise<readonly Moved[]> {
  return await editState(
    run,
    (snapshot) => [requireAccount(snapshot, from, to)],
    async ({ snapshot, lease }) => {
      await lease.recordAccountKey(requireAccount(snapshot, from, to), to);
      const beneath = snapshot.entries.filter(({ address }) => address.startsWith(`${from}/`));
      return [
        { from, to },
        ...beneath.map(({ address }) => ({ from: address, to: to + address.slice(from.length) })),
      ];
    },
  );
}

/** The id of the account that can get the other key. */
function requireAccount(snapshot: StateSnapshot, from: string, to: string): string {
  const { bindings } = snapshot;
  const account = bindings.find(({ accountKey }) => accountKey === from);
  if (account === undefined)
    throw unknownAddress(
      from,
      bindings.map(({ accountKey }) => accountKey),
    );
  if (kindOfAddress(to) === undefined) throw unfitting(`${to} is no key`, from, to, keyRemedy);
  if (bindings.some(({ accountKey }) => accountKey === to))
    throw unfitting(`the state knows an account ${to} already`, from, to, 'Choose another key.');
  requireSettled(snapshot, [from]);
  return account.accountId;
}

const keyRemedy =
  'A key begins with a small letter or a digit; small letters, digits, points, underscores and hyphens follow.';

async function moveWithin(run: Run, from: string, to: string): Promise<readonly Moved[]> {
  return await editState(
    run,
    (snapshot) => accountIds(requireMovable(snapshot, from, to)),
    async ({ snapshot, lease }) => {
      const entries = requireMovable(snapshot, from, to);
      const moved = entries.map(({ address }) => ({ from: address, to: to + address.slice(from.length) }));
      const put = entries.map((entry) => ({ ...entry, address: to + entry.address.slice(from.length) }));
      const remove = entries.map(({ address }) => address);
      for (const accountId of accountIds(entries)) await lease.recordEntries(accountId, 'move', put, remove);
      return moved;
    },
  );
}

function requireMovable(snapshot: StateSnapshot, from: string, to: string): readonly StateEntry[] {
  const entries = entriesWithin(snapshot, from);
  requireFitting(from, to);
  const taken = new Set(snapshot.entries.map(({ address }) => address));
  const collisions = entries
    .map(({ address }) => to + address.slice(from.length))
    .filter((address) => taken.has(address));
  if (collisions.length > 0)
    throw new AdsyncError('ADSYNC_USAGE', 'the state knows something at the new address already', {
      lines: collisions,
      remedy: 'Move that away first, or forget it with `adsync state rm`.',
    });
  requireSettled(snapshot, [from, to]);
  return entries;
}

/** The new address must be able to stand for a resource of the same kind in the same account. */
function requireFitting(from: string, to: string): void {
  const [kind, wanted] = [kindOfAddress(to), kindOfAddress(from)];
  const [account, other] = [from, to].map(accountKeyOf);
  if (account !== other)
    throw unfitting('entries move within their account only', from, to, otherAccountRemedy);
  if (isWithin(to, from))
    throw unfitting('the new address must not stand at or beneath the old one', from, to);
  if (kind === undefined) throw unfitting(`${to} is no address`, from, to);
  if (kind.name !== wanted?.name)
    throw unfitting(
      `${to} is the address of ${withArticle(kind.title)}, not of ${withArticle(wanted?.title ?? 'resource')}`,
      from,
      to,
    );
}

const otherAccountRemedy =
  'To give an account another key, name the keys alone: adsync state mv OLD-KEY NEW-KEY.';

function unfitting(
  reason: string,
  from: string,
  to: string,
  remedy = 'An address is the path of keys in the document, such as acme-us/campaigns/spring-sale.',
): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${from} cannot be moved to ${to}: ${reason}`, { remedy });
}

function accountIds(entries: readonly StateEntry[]): readonly string[] {
  return [...new Set(entries.map(({ accountId }) => accountId))];
}
