import { expect, test } from 'vitest';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { OpenIntent } from '../../../src/state/store.ts';
import { betweenRuns, inTheEnd, withinBounds } from './laws.ts';
import { trialOf } from './trial.ts';

const campaign = { id: 'a', name: 'Campaign 0', funding_instrument_id: 'hxtet' };
const entry: StateEntry = {
  address: 'acme-us/campaigns/c0',
  kind: 'campaign',
  accountKey: 'acme-us',
  accountId: '18ce54d4x5t',
  id: 'a',
  origin: 'created',
  declared: {},
  answered: {},
  file: 'campaigns.yaml',
  preventDestroy: false,
};
const create: OpenIntent['operations'][number] = {
  operation: 1,
  type: 'Create',
  address: entry.address,
  kind: 'campaign',
  id: null,
  params: { name: campaign.name, funding_instrument_id: 'hxtet' },
  known: [],
  entry,
};
const intent: OpenIntent = {
  run: 'r',
  accountId: entry.accountId,
  step: 1,
  method: 'POST',
  path: '/',
  at: 0,
  timeoutMs: 0,
  number: 1,
  operations: [create],
};
const records = (...campaigns: readonly object[]) =>
  new Map([['campaigns' as const, campaigns.map((each) => ({ ...each }))]]);

test.each([
  ['what the state holds', records(campaign), [entry], [], []],
  ['what an open intent speaks of', records(campaign), [], [intent], []],
  ['a record that nobody knows', records(campaign), [], [], ['orphan']],
  ['another than the intended one', records({ ...campaign, name: 'Campaign 1' }), [], [intent], ['orphan']],
  ['an entry without its record', records(), [entry], [], ['lost']],
  ['one resource twice', records(campaign, { ...campaign, id: 'b' }), [entry], [intent], ['duplicate']],
])('between runs: %s', (_title, live, entries, openIntents, kinds) => {
  const violations = betweenRuns(live, { entries, openIntents });

  expect(violations.map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ['nothing of it', []],
  ['what was made twice, and deleted again', [campaign, { ...campaign, deleted: true }]],
])('in the end: %s is not what is declared', (_title, live) => {
  expect(inTheEnd(trialOf(1), records(...live)).map(({ kind }) => kind)).toContain('final');
});

test.each([
  ['more campaigns', { active_campaigns: 3 }],
  ['more money', { exposure: { USD: 30 } }],
  ['more without a bound', { uncapped: 1 }],
  ['a time without targeting', { untargeted: 1 }],
])('bounds: %s on the way than before and after', (_title, more) => {
  const usual = { active_campaigns: 2, exposure: { USD: 20 }, uncapped: 0, untargeted: 0 };
  const of = (figures: object) => ({ '18ce54d4x5t': { ...usual, ...figures } });

  expect(withinBounds(of({}), of({}), of({}))).toEqual([]);
  expect(withinBounds(of({}), of(more), of({}))).toMatchObject([{ kind: 'peak' }]);
});
