import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { needsOfIntents } from '../../live/account-needs.ts';
import { readLive } from '../../live/read-live.ts';
import type { LiveAccount } from '../../schemas/live-record.ts';
import type { OpenIntent, Outcome, StateSnapshot } from '../../state/store.ts';
import { closeAfter } from '../close-after.ts';
import type { Run } from '../run.ts';
import { openClient } from '../session.ts';
import { editState } from './edit-state.ts';
import { settleIntent } from './settle-intent.ts';

/** What the user says became of a request: the ids of the records that it concerned, or that it did not take effect. */
export type Word = { readonly ids: ReadonlyMap<string, string> } | 'absent';

/** An open request, and what became of it. */
export interface Settled {
  readonly intent: OpenIntent;
  readonly outcome: Outcome;
}

/** Settles the open request about an address as the user says. Throws ADSYNC_ADDRESS_UNKNOWN, ADSYNC_USAGE, ADSYNC_OUTCOME_UNKNOWN. */
export async function resolveAddress(run: Run, address: string, word: Word): Promise<Settled> {
  return await editState(
    run,
    (snapshot) => [openAt(snapshot, address).accountId],
    async ({ snapshot, lease }) => {
      const intent = openAt(snapshot, address);
      if (word !== 'absent') requireOwn(intent, word.ids);
      const outcome = await outcomeOf(run, { snapshot, intent, word });
      await lease.recordOutcome(intent.number, intent.accountId, outcome);
      return { intent, outcome };
    },
  );
}

function openAt({ openIntents }: StateSnapshot, address: string): OpenIntent {
  const open = openIntents.flatMap((intent) =>
    intent.operations.map((operation) => [operation.address, intent] as const),
  );
  const found = open.find(([known]) => known === address);
  if (found !== undefined) return found[1];
  const addresses = [...new Set(open.map(([known]) => known))];
  const near = nearest(address, addresses);
  throw new AdsyncError('ADSYNC_ADDRESS_UNKNOWN', `no request is open about ${address}`, {
    lines: addresses.slice(0, 20),
    remedy:
      near === undefined
        ? addresses.length === 0
          ? 'Every request has a recorded outcome: there is nothing to resolve.'
          : 'These are the addresses with an open request.'
        : `Did you mean ${near}?`,
  });
}

function requireOwn({ operations }: OpenIntent, ids: ReadonlyMap<string, string>): void {
  const strange = ids
    .keys()
    .find((address) => operations.every((operation) => operation.address !== address));
  if (strange === undefined) return;
  throw new AdsyncError('ADSYNC_USAGE', 'this address was not part of the same request', {
    address: strange,
    lines: operations.map(({ address }) => address),
    remedy: 'Resolve it with a command of its own.',
  });
}

async function outcomeOf(
  run: Run,
  {
    snapshot,
    intent,
    word,
  }: { readonly snapshot: StateSnapshot; readonly intent: OpenIntent; readonly word: Word },
): Promise<Outcome> {
  if (word === 'absent') return { result: 'absent', detail: 'said by the user', put: [], remove: [] };
  const live = await readAround(run, intent);
  const effects = settleIntent({ intent, ids: word.ids, live, entries: snapshot.entries });
  return { result: 'found', detail: 'said by the user', ...effects };
}

async function readAround(run: Run, intent: OpenIntent): Promise<LiveAccount> {
  const client = openClient(run);
  return await closeAfter(run, client, async () => {
    const [live] = await readLive(client, needsOfIntents([intent]));
    if (live !== undefined) return live;
    throw new AdsyncError('ADSYNC_INTERNAL', 'nothing was read');
  });
}
