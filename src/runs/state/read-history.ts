import { isWithin } from '../../schemas/address.ts';
import type { HistoryChange, HistoryRun } from '../../schemas/history.ts';
import { isKindName, kindNamed } from '../../schemas/registry.ts';
import type { Intent } from '../../schemas/state-entry.ts';
import { timeAt } from '../../schemas/times.ts';
import type { Values } from '../../schemas/values.ts';
import type { HistoryRecord } from '../../state/store.ts';
import type { Run } from '../run.ts';
import { withState } from './edit-state.ts';

/** What a run did, as far as it is known while the journal is read. */
interface Telling
  extends Omit<HistoryRun, 'changes' | 'consents' | 'ended_at' | 'ended_because' | 'account_key'> {
  ended_at: string | null;
  ended_because: string | null;
  readonly consents: { readonly consent: string; readonly address: string }[];
  readonly changes: HistoryChange[];
}

/**
 * The runs of the state's history, the oldest first: those that changed something at or beneath the address, where one
 * is given, with these changes only; of the account of the run. Throws ADSYNC_STATE_UNREADABLE.
 */
export async function readHistory(run: Run, address: string | undefined): Promise<readonly HistoryRun[]> {
  return await withState(run, 'read', async (store) => {
    const { bindings } = await store.read();
    const keys = new Map(bindings.map(({ accountId, accountKey }) => [accountId, accountKey]));
    const runs = await tell(store.history());
    const { account } = run;
    return runs
      .map((told) => ({ ...told, account_key: keys.get(told.account_id) ?? null }))
      .filter(
        ({ account_key: key, account_id: id }) => account === undefined || key === account || id === account,
      )
      .flatMap((told) => {
        if (address === undefined) return [told];
        const changes = told.changes.filter((change) => isWithin(change.address ?? '', address));
        return changes.length === 0 ? [] : [{ ...told, changes }];
      });
  });
}

async function tell(records: AsyncIterable<HistoryRecord>): Promise<readonly Telling[]> {
  const runs = new Map<string, Telling>();
  /** The run and the places of the changes that an intent stands for. */
  const intents = new Map<number, { readonly run: Telling; readonly from: number; readonly count: number }>();
  for await (const record of records) {
    const key = `${record.run} ${record.accountId}`;
    const run = runs.get(key) ?? begin(record);
    runs.set(key, run);
    if (record.kind === 'outcome') {
      const intent = intents.get(record.intent);
      if (intent !== undefined) settle(intent, record);
      continue;
    }
    if (record.kind === 'intent')
      intents.set(record.number, { run, from: run.changes.length, count: record.intent.operations.length });
    if (record.kind === 'run_ended') {
      run.ended_at = timeAt(record.at);
      run.ended_because = record.because ?? null;
    }
    if (record.kind === 'consents') run.consents.push(...record.consents);
    run.changes.push(...changesOf(record));
  }
  return [...runs.values()];
}

/** The first record of a run says who it is; a lock that was broken and a copy are runs of their own. */
function begin(record: HistoryRecord): Telling {
  const at = timeAt(record.at);
  const by = 'by' in record ? record.by : 'holder' in record ? record.holder : undefined;
  const command = record.kind === 'run_started' ? record.command : isStop(record) ? 'stop' : 'state';
  const document = record.kind === 'run_started' && record.document !== '' ? record.document : null;
  return {
    run: record.run,
    started_at: at,
    ended_at: record.kind === 'run_started' ? null : at,
    ended_because: null,
    user: by?.user ?? '',
    machine: by?.machine ?? '',
    pid: by?.pid ?? 0,
    command,
    document,
    account_id: record.accountId,
    consents: [],
    changes: [],
  };
}

function isStop(
  record: HistoryRecord,
): record is Extract<HistoryRecord, { kind: 'stop_began' | 'stop_ended' }> {
  return record.kind === 'stop_began' || record.kind === 'stop_ended';
}

function settle(
  { run, from, count }: { readonly run: Telling; readonly from: number; readonly count: number },
  { result, detail }: Extract<HistoryRecord, { kind: 'outcome' }>,
): void {
  for (let index = from; index < from + count; index += 1) {
    const change = run.changes[index];
    if (change !== undefined) run.changes[index] = { ...change, outcome: result, detail: detail ?? null };
  }
}

function changesOf(record: HistoryRecord): readonly HistoryChange[] {
  const facts = { number: record.number, at: timeAt(record.at) };
  if (record.kind === 'intent') return intendedChanges(record.intent, facts);
  const recorded = { ...facts, kind: null, fields: [], outcome: 'recorded', detail: null } as const;
  if (record.kind === 'entries') return entryChanges(record, recorded);
  if (record.kind === 'members') {
    const detail = `${record.added} added, ${record.removed} removed`;
    return [{ ...recorded, address: record.address, action: 'members', detail }];
  }
  if (record.kind === 'policy') {
    const detail = Object.keys(record.policy).join(', ');
    return [{ ...recorded, address: null, action: 'policy', detail }];
  }
  if (record.kind === 'unlocked') {
    const { user, machine, pid } = record.holder;
    const detail = `held by ${user}@${machine}, process ${pid}`;
    return [{ ...recorded, address: null, action: 'unlock', detail }];
  }
  if (isStop(record)) {
    const action = record.kind === 'stop_began' ? 'stop' : 'resume';
    return [{ ...recorded, address: null, action, detail: record.stop.reason }];
  }
  if (record.kind === 'copied')
    return [{ ...recorded, address: null, action: 'copy', detail: `from ${record.from}` }];
  return [];
}

function intendedChanges(
  { operations }: Intent,
  facts: Pick<HistoryChange, 'number' | 'at'>,
): readonly HistoryChange[] {
  return operations.map(({ type, address, kind, params }) => ({
    ...facts,
    address,
    action: (type === 'Update' ? statusChange(kind, params) : undefined) ?? type.toLowerCase(),
    kind,
    fields: Object.keys(params),
    outcome: 'open',
    detail: null,
  }));
}

/** Whether an update that sends the status alone pauses or activates. */
function statusChange(kind: string, params: Values): 'pause' | 'activate' | undefined {
  const activation = isKindName(kind) ? kindNamed(kind).spending?.activation : undefined;
  if (activation === undefined || Object.keys(params).join() !== activation.field) return undefined;
  return params[activation.field] === activation.active ? 'activate' : 'pause';
}

function entryChanges(
  { reason, put, remove }: Extract<HistoryRecord, { kind: 'entries' }>,
  recorded: Omit<HistoryChange, 'address' | 'action'>,
): readonly HistoryChange[] {
  const stay = new Set(put.map(({ address }) => address));
  const gone = remove.filter((address) => !stay.has(address));
  const left = reason.includes('move') ? 'move away' : 'forget';
  return [
    ...put.map(({ address, kind }) => ({ ...recorded, kind, address, action: reason })),
    ...gone.map((address) => ({ ...recorded, address, action: left })),
  ];
}
