import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/state/open-store.ts';
import { makeStateFile, type StateFile } from './fixtures/state-file.ts';
import { entry, holder, start, stop, stopped, us } from './fixtures/values.ts';

let file: StateFile;

beforeEach(() => {
  file = makeStateFile();
});

afterEach(() => {
  file.remove();
});

async function fill(): Promise<void> {
  const store = await openStore(file.url);
  await store.beginStop(stop(), holder('one'));
  await store.recordStopped({ put: [stopped('a')], remove: [] });
  await store.close();
}

const damagedStop = 'holds a row that is damaged: stops "s1"';
const damagedRecord = 'holds a row that is damaged: stopped "a"';
const doesNotAddUp = 'is damaged (its rows do not add up)';

test.each([
  ['a stop that was changed', "update stops set data = replace(data, 'jane', 'john')", damagedStop],
  ['a stop that is none', "update stops set data = '{}'", damagedStop],
  ['a stop that is no JSON', "update stops set data = '{'", damagedStop],
  ['a stop of another account', `update stops set account_id = '18ce5uk0000'`, damagedStop],
  ['a stop under another id', `update stops set stop_id = 's2'`, 'holds a row that is damaged: stops "s2"'],
  ['a stop that is gone', 'delete from stops', doesNotAddUp],
  [
    'a stopped record that was changed',
    "update stopped set data = replace(data, '16:05', '16:06')",
    damagedRecord,
  ],
  ['a stopped record that is none', "update stopped set data = '{}'", damagedRecord],
  ['a stopped record of another kind', "update stopped set kind = 'line_item'", damagedRecord],
  ['a stopped record that is gone', 'delete from stopped', doesNotAddUp],
])('a state with %s is refused', async (_, statement, reason) => {
  await fill();
  file.change(statement);
  const store = await openStore(file.url, { mode: 'read' });

  await expect(store.read()).rejects.toMatchObject({
    code: 'ADSYNC_STATE_UNREADABLE',
    message: `The state ${file.url} ${reason}`,
  });
  await store.close();
});

test('a state of the version before is read as it is, and holds stops once it is written to', async () => {
  const filled = await openStore(file.url);
  const first = await filled.acquire(start(us), holder('one'));
  await first.recordEntries(us.accountId, 'adopt', [entry('a')], []);
  await first.release();
  await filled.close();
  for (const table of ['stops', 'stopped']) file.change(`drop table ${table}`);
  file.change("update meta set value = value - 1 where key = 'schema_version'");

  const reader = await openStore(file.url, { mode: 'read' });
  const before = await reader.read();
  await reader.close();
  await fill();

  expect(before).toMatchObject({ entries: [entry('a')], stops: [], stopped: [] });
  const store = await openStore(file.url, { mode: 'read' });
  expect(await store.read()).toMatchObject({
    entries: [entry('a')],
    stops: [stop()],
    stopped: [stopped('a')],
  });
  await store.close();
});

test('what could not be read back is not kept', async () => {
  const store = await openStore(file.url);

  await expect(store.beginStop(Object.assign(stop(), { at: 1 }), holder('one'))).rejects.toMatchObject({
    code: 'ADSYNC_INTERNAL',
  });
  await expect(store.recordStopped({ put: [stopped('a', { at: 0.5 })], remove: [] })).rejects.toMatchObject({
    code: 'ADSYNC_INTERNAL',
  });
  expect(await store.read()).toMatchObject({ stops: [], stopped: [] });
  await store.close();
});
