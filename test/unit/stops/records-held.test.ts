import { expect, test } from 'vitest';
import { recordsHeld } from '../../../src/runs/records-held.ts';
import { type LiveAccount, type LiveRecord, recordKey } from '../../../src/schemas/live-record.ts';
import type { StoppedRecord } from '../../../src/schemas/stop.ts';

const accountId = '18ce54d4x5t';

function campaign(id: string, status: string): LiveRecord {
  const fields = { entity_status: status };
  return { kind: 'campaign', accountId, id, fields, deleted: false, updatedAt: '2026-11-20T10:00:00Z' };
}

function stoppedRecord(id: string, phase: StoppedRecord['phase']): StoppedRecord {
  const facts = { stopId: 's1', accountId, kind: 'campaign', name: id, address: null } as const;
  return { ...facts, id, phase, at: 0, updatedAt: null };
}

test('a stop holds what it paused and what it was pausing when it was killed, while that is PAUSED', () => {
  const records = [campaign('a', 'PAUSED'), campaign('b', 'PAUSED'), campaign('c', 'ACTIVE')];
  const live: LiveAccount = { accountId, records, complete: ['campaign'], readAt: 0 };
  const stopped = [stoppedRecord('a', 'paused'), stoppedRecord('b', 'pausing'), stoppedRecord('c', 'paused')];

  const held = recordsHeld(stopped, [live]);

  const keys = ['a', 'b'].map((id) => recordKey({ accountId, kind: 'campaign', id }));
  expect([...held]).toEqual(keys.map((key) => [key, 's1']));
});
