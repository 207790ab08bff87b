import { type DoneOperation, type Effects, effectsOf } from '../../appliers/effects-of.ts';
import { recordOf, resolve } from '../../appliers/resolve.ts';
import { asAnswered } from '../../appliers/sent-fields.ts';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { LiveAccount, LiveRecord } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { IntendedOperation, StateEntry } from '../../schemas/state-entry.ts';
import { momentOf } from '../../schemas/times.ts';
import type { OpenIntent } from '../../state/store.ts';

/** An open request that took effect, as the user says, and what is live. */
export interface Settling {
  readonly intent: OpenIntent;
  /** The id of the record of each address that the user names. */
  readonly ids: ReadonlyMap<string, string>;
  /** The intent's account with the kinds of its operations read. */
  readonly live: LiveAccount;
  readonly entries: readonly StateEntry[];
}

/**
 * What the state holds once it is said that a request took effect: of the records that it created, those that nobody
 * names are found by reading, for a batch is all or nothing (F-batch-01). Throws ADSYNC_USAGE for an id
 * that cannot be meant, ADSYNC_OUTCOME_UNKNOWN where another created record has to be named too.
 */
export function settleIntent(settling: Settling): Effects {
  const { intent, ids, live, entries } = settling;
  const named = new Map(
    intent.operations.flatMap((operation): [IntendedOperation, LiveRecord | undefined][] => {
      const id = ids.get(operation.address);
      return id === undefined ? [] : [[operation, namedRecord(settling, operation, id)]];
    }),
  );
  const found = foundCreates(settling, named);
  const done = intent.operations.map((operation): DoneOperation => {
    const record = named.get(operation) ?? found.get(operation.address) ?? recordOf(live, operation);
    // What is live may be somebody else's doing since: what was sent is what was applied last.
    const answer = record && asAnswered(kindNamed(operation.kind), record, operation.params);
    return { operation, record: answer };
  });
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  return effectsOf(done, byAddress);
}

/** The record that the user means; `undefined` for a record that is deleted by the operation or cannot be read. */
function namedRecord(
  { intent, live, entries }: Settling,
  operation: IntendedOperation,
  id: string,
): LiveRecord | undefined {
  const kind = kindNamed(operation.kind);
  const owner = entries.find(
    (entry) => entry.kind === kind.name && entry.accountId === intent.accountId && entry.id === id,
  );
  if (operation.type !== 'Create') {
    if (operation.id === id) return recordOf(live, operation);
    throw wrongId(operation, `the request was about ${operation.id ?? 'no record'}, not about ${id}`);
  }
  if (owner !== undefined) throw wrongId(operation, `${owner.address} is ${id}`);
  const record = live.records.find((each) => each.kind === kind.name && each.id === id);
  if (record !== undefined) {
    const changedAt = record.updatedAt;
    // The platform's times are whole seconds (F-value-03).
    if (changedAt !== undefined && momentOf(changedAt) + 1000 <= intent.at)
      throw wrongId(
        operation,
        `${kind.title} ${id} was there before the request was sent; it was changed last at ${changedAt}`,
      );
    return record;
  }
  if (live.complete.includes(kind.name)) throw wrongId(operation, `the account has no ${kind.title} ${id}`);
  // Nothing shows it: the user's word has to do.
  return {
    kind: kind.name,
    accountId: intent.accountId,
    id,
    fields: operation.params,
    deleted: false,
    updatedAt: undefined,
  };
}

/** The records of the creates that nobody named, by address. */
function foundCreates(
  { intent, live, entries }: Settling,
  named: ReadonlyMap<IntendedOperation, LiveRecord | undefined>,
): ReadonlyMap<string, LiveRecord> {
  const rest = intent.operations.filter((operation) => operation.type === 'Create' && !named.has(operation));
  if (rest.length === 0) return new Map();
  const taken = new Set([...named.values()].map((record) => record?.id));
  const records = live.records.filter(({ id }) => !taken.has(id));
  const now = Number.POSITIVE_INFINITY;
  const input = { live: { ...live, records }, entries, now, settleMs: 0 };
  return new Map(
    rest.map((operation): [string, LiveRecord] => {
      const resolution = resolve({ ...input, intent: { ...intent, operations: [operation] } });
      const [record] = resolution.outcome === 'found' ? resolution.records : [];
      if (record !== undefined) return [operation.address, record];
      throw notNamed(operation, 'candidates' in resolution ? resolution.candidates : []);
    }),
  );
}

function wrongId({ address }: IntendedOperation, reason: string): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `this id cannot be meant: ${reason}`, {
    address,
    remedy: 'Check the id after --id, or say --absent if the request did not take effect.',
  });
}

function notNamed({ address }: IntendedOperation, candidates: readonly string[]): AdsyncError {
  const lines = candidates.map((id) => `--id ${address}=${id}`);
  return new AdsyncError(
    'ADSYNC_OUTCOME_UNKNOWN',
    'the same request created this too, and reading does not show which record it is',
    {
      address,
      lines,
      remedy:
        lines.length === 0
          ? `Name it too: --id ${address}=ID. If there is none, the request did not take effect: say --absent.`
          : 'Name it too, with one of these beside the other --id.',
    },
  );
}
