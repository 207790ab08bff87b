import { sendWithinMs } from '../../appliers/send-within.ts';
import type { OwnActor, OwnChange } from '../../schemas/blame.ts';
import { recordKey } from '../../schemas/live-record.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import type { HistoryRecord } from '../../state/store.ts';
import { settleMs } from '../session.ts';

type Recorded<Kind extends HistoryRecord['kind']> = Extract<HistoryRecord, { readonly kind: Kind }>;

/** An intent of the journal, and what became of it as far as that is known. */
interface Written {
  readonly intent: Recorded<'intent'>;
  outcome?: Recorded<'outcome'>;
}

/** Outcomes of requests that took effect. */
const effective: ReadonlySet<string> = new Set(['applied', 'found']);

/** The writes of adsync to each record that `wanted` names, by the name of the record (`recordKey`), in the journal's order. */
export async function ownChanges(
  history: AsyncIterable<HistoryRecord>,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly OwnChange[]>> {
  const actors = new Map<string, OwnActor>();
  const written = new Map<number, Written>();
  for await (const record of history) {
    if (record.kind === 'run_started') actors.set(actorKey(record), actorOf(record));
    if (record.kind === 'intent') written.set(record.number, { intent: record });
    if (record.kind === 'outcome') {
      const known = written.get(record.intent);
      if (known !== undefined) known.outcome = record;
    }
  }
  const changes = new Map<string, OwnChange[]>();
  for (const each of written.values()) {
    const by = actors.get(actorKey(each.intent));
    if (by === undefined) continue;
    for (const { key, change } of changesOf(each, by))
      if (wanted.has(key)) changes.set(key, [...(changes.get(key) ?? []), change]);
  }
  return changes;
}

function actorKey({ run, accountId }: { readonly run: string; readonly accountId: string }): string {
  return `${run} ${accountId}`;
}

function actorOf({ run, command, document, holder }: Recorded<'run_started'>): OwnActor {
  const { user, machine } = holder;
  return { actor: 'adsync', run, user, machine, command, document: document === '' ? null : document };
}

function changesOf(
  { intent: record, outcome }: Written,
  by: OwnActor,
): readonly { readonly key: string; readonly change: OwnChange }[] {
  if (outcome !== undefined && !effective.has(outcome.result)) return [];
  const { intent } = record;
  const isAnswered = outcome?.result === 'applied';
  const { timeoutMs } = intent;
  const longestMs = sendWithinMs(timeoutMs) + timeoutMs + settleMs;
  const lastsMs = isAnswered ? outcome.at - record.at : longestMs;
  const put = new Map(outcome?.put.map((entry) => [entry.address, entry]) ?? []);
  return intent.operations.flatMap(({ type, address, kind, id, params, entry }) => {
    const after = put.get(address);
    const recordId = id ?? idIn(after, kind);
    if (recordId === undefined) return [];
    const change: OwnChange = {
      type,
      from: intent.at,
      until: intent.at + Math.max(0, lastsMs),
      sent: params,
      answered: after?.answered ?? entry?.answered ?? {},
      isSure: outcome !== undefined,
      by,
    };
    return [{ key: recordKey({ accountId: intent.accountId, kind, id: recordId }), change }];
  });
}

function idIn(entry: StateEntry | undefined, kind: string): string | undefined {
  return entry?.kind === kind ? entry.id : undefined;
}
