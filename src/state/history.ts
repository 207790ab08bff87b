import { z } from 'zod';
import { intentSchema, rememberedPolicySchema, stateEntrySchema } from '../schemas/state-entry.ts';
import { stopSchema } from '../schemas/stop.ts';
import type { Backend } from './backend.ts';
import { holderSchema, isSound } from './rows.ts';
import type { HistoryRecord } from './store.ts';
import type { Database } from './tables.ts';
import { damaged } from './unreadable.ts';

/** Records that are read at once; each may hold many entries. */
const pageSize = 200;

const factsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run_started'),
    command: z.enum(['apply', 'destroy', 'drift', 'import', 'resume', 'state']),
    document: z.string(),
    holder: holderSchema,
  }),
  z.object({
    kind: z.literal('consents'),
    consents: z.array(z.object({ consent: z.string(), address: z.string() })),
  }),
  z.object({ kind: z.literal('policy'), policy: rememberedPolicySchema.shape.policy }),
  z.object({ kind: z.literal('intent'), intent: intentSchema }),
  z.object({
    kind: z.literal('outcome'),
    intent: z.int(),
    result: z.enum(['applied', 'refused', 'not_sent', 'absent', 'found']),
    detail: z.string().optional(),
    put: z.array(stateEntrySchema),
  }),
  z.object({
    kind: z.literal('entries'),
    reason: z.string(),
    put: z.array(stateEntrySchema),
    remove: z.array(z.string()),
  }),
  z.object({ kind: z.literal('members'), address: z.string(), added: z.int(), removed: z.int() }),
  z.object({ kind: z.literal('run_ended'), because: z.string().optional() }),
  z.object({ kind: z.literal('unlocked'), holder: holderSchema, by: holderSchema }),
  z.object({ kind: z.enum(['stop_began', 'stop_ended']), stop: stopSchema, holder: holderSchema }),
  z.object({ kind: z.literal('copied'), from: z.string(), by: holderSchema }),
]);
const dataSchema = z.record(z.string(), z.unknown());

/**
 * Every record of the journal in its order, in parts. Throws ADSYNC_STATE_UNREADABLE for a record that is not what was
 * written, and where one is missing.
 */
export async function* readHistory(backend: Backend): AsyncGenerator<HistoryRecord> {
  let expected = 1;
  for (;;) {
    const page = await backend.read(
      async (tx) =>
        await tx
          .selectFrom('journal')
          .selectAll()
          .where('number', '>=', expected)
          .orderBy('number')
          .limit(pageSize)
          .execute(),
    );
    for (const row of page) {
      const record = row.number === expected ? readRecord(row) : undefined;
      if (record === undefined)
        throw damaged(backend.location, `holds a row that is damaged: journal ${expected}`);
      yield record;
      expected += 1;
    }
    if (page.length < pageSize) return;
  }
}

function readRecord(row: Database['journal']): HistoryRecord | undefined {
  if (!isSound(row)) return undefined;
  const { number, at, run, kind, account_id: accountId } = row;
  try {
    const data = dataSchema.parse(JSON.parse(row.data));
    const facts = kind === 'intent' ? { kind, intent: data } : { ...data, kind };
    return { number, at, run, accountId, ...factsSchema.parse(facts) };
  } catch {
    return undefined;
  }
}
