import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { currentHolder } from '../../../src/state/holder.ts';
import { openStore } from '../../../src/state/open-store.ts';
import { type Bench, createBench } from '../../system/cli/harness.ts';
import { expectEmptyPlan, imported, us } from './import-bench.ts';

async function expectNothingLeft(bench: Bench): Promise<void> {
  expect(existsSync(join(bench.folder, 'live'))).toBe(false);
  expect((await bench.adsync(['state', 'list'])).stdout).toBe('The state is empty.\n');
}

test('an account that the state holds something of is not imported again', async () => {
  const bench = await createBench();
  await imported(bench);
  const again = await bench.adsync(['import', us, '-o', 'again']);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`of account ${us} already, as acme-us`);
  expect(again.stderr).toContain('live/campaigns.yaml declares');
  expect(existsSync(join(bench.folder, 'again'))).toBe(false);
  await expectEmptyPlan(bench);
});

test('after what was imported is forgotten, it is imported anew under the same key', async () => {
  const bench = await createBench();
  await imported(bench, ['--key', 'shop']);
  expect(await bench.adsync(['state', 'rm', '--yes', 'shop'])).toMatchObject({ code: 0 });
  await imported(bench, [], 'again');
  expect(await bench.read('again/campaigns.yaml')).toBe(await bench.read('live/campaigns.yaml'));
  await expectEmptyPlan(bench, 'again');
});

test('a file is never overwritten, and nothing is adopted then', async () => {
  const bench = await createBench('# mine\n');
  const ran = await bench.adsync(['import', us]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('campaigns.yaml exists already, and is not overwritten');
  expect(ran.stderr).toContain('-o DIR');
  expect(await bench.read('campaigns.yaml')).toBe('# mine\n');
  await expectNothingLeft(bench);
  await imported(bench);
});

test('a folder that cannot be made leaves nothing', async () => {
  const bench = await createBench();
  await bench.write('file', '');
  const ran = await bench.adsync(['import', us, '-o', 'file/live']);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('ADSYNC_DOCUMENT_UNWRITABLE');
  await expectNothingLeft(bench);
  await imported(bench);
});

test('an interrupt while the account is read leaves nothing', async () => {
  const bench = await createBench();
  await bench.control('PUT', 'faults', [
    { method: 'GET', path: '/12/accounts/*/line_items', effect: 'status', status: 503, times: 50 },
  ]);
  const ran = await bench.adsync(['import', us, '-o', 'live'], {
    onOutput: (text, press) => {
      if (text.includes('Waiting until')) press();
    },
  });
  expect(ran).toMatchObject({ code: 130, stdout: '' });
  await expectNothingLeft(bench);
});

test('while another run holds the lock, nothing is written', async () => {
  const bench = await createBench();
  const store = await openStore(`sqlite:${join(bench.folder, '.adsync/state.db')}`);
  const holder = { ...currentHolder('other'), user: 'ann', machine: 'build-7', pid: 4711, bootId: '' };
  const accounts = [{ accountKey: 'acme-us', accountId: us, host: 'loopback' }];
  const lease = await store.acquire({ accounts, document: '', command: 'apply' }, holder);
  const ran = await bench.adsync(['import', us, '-o', 'live']);
  expect(ran).toMatchObject({ code: 6, stdout: '' });
  expect(ran.stderr).toContain('is locked by ann on build-7');
  await lease.release();
  await store.close();
  await expectNothingLeft(bench);
  await imported(bench);
});

test('what cannot be recorded leaves the files, and says how to go on', async () => {
  const bench = await createBench();
  expect(await bench.adsync(['import', '18ce5uk0000', '-o', 'uk'])).toMatchObject({ code: 0 });
  const state = new DatabaseSync(join(bench.folder, '.adsync/state.db'));
  state.exec("CREATE TRIGGER full BEFORE INSERT ON resources BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const ran = await bench.adsync(['import', us, '-o', 'live']);
  state.exec('DROP TRIGGER full');
  state.close();
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('ADSYNC_IMPORT_UNRECORDED');
  expect(ran.stderr).toContain('adsync state rebuild live/campaigns.yaml');
  expect(existsSync(join(bench.folder, 'live/campaigns.yaml'))).toBe(true);

  expect(await bench.adsync(['plan', 'live/campaigns.yaml'])).toMatchObject({ code: 4 });
  const rebuilt = await bench.adsync(['state', 'rebuild', '--yes', 'live/campaigns.yaml']);
  expect(rebuilt).toMatchObject({ code: 0 });
  await expectEmptyPlan(bench);
});

test('an unknown account, a bad key and a key of another account are refused', async () => {
  const bench = await createBench();
  expect((await bench.adsync(['import', 'nobody', '-o', 'live'])).stderr).toContain('nobody');
  expect((await bench.adsync(['import', us, '--key', 'Not A Key'])).stderr).toContain('lower-case letters');
  await imported(bench, ['--key', 'shop']);
  const other = await bench.adsync(['import', '18ce5uk0000', '-o', 'uk', '--key', 'shop']);
  expect(other).toMatchObject({ code: 1 });
  expect(other.stderr).toContain('ADSYNC_STATE_MISMATCH');
  expect(await bench.adsync(['import', '18ce5uk0000', '-o', 'uk'])).toMatchObject({ code: 0 });
  expect(await bench.adsync(['plan', '--detailed-exitcode', 'live', 'uk'])).toMatchObject({ code: 0 });
});
