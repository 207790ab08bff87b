import { expect, test } from 'vitest';
import type { ApplyEvent } from '../../../src/appliers/apply-event.ts';
import { eventJson, eventText } from '../../../src/report/apply-events.ts';
import { plainStyle } from '../../../src/report/style.ts';

const change = {
  address: 'acme-us/campaigns/sale',
  action: 'create' as const,
  operations: [1],
  source: { file: 'campaigns.yaml', line: 24, column: 9 },
};
const none = { create: 0, update: 0, replace: 0, delete: 0, adopt: 0, move: 0, forget: 0 };
const refused = {
  code: 'ADSYNC_PLATFORM_REFUSED' as const,
  message: 'the platform refused it',
  address: 'acme-us/campaigns/sale',
  path: '/12/batch/accounts/18ce54d4x5t/campaigns',
  platform: [
    { code: 'INVALID_PARAMETER', message: 'Bad \u001b[31m name', parameter: 'name' },
    { code: 'OTHER', message: 'More', parameter: null },
  ],
};

function textOf(event: ApplyEvent): string {
  return eventText(event, {
    style: plainStyle,
    width: 80,
    frameAt: (source) => (source === null ? [] : ['  24 | name: x', '     | ^']),
    counts: () => '4 created, 1 paused',
  });
}

test.each<[string, ApplyEvent, string]>([
  [
    'applied',
    { type: 'change_applied', ...change, id: '8wku2' },
    '✓ create   acme-us/campaigns/sale  8wku2\n',
  ],
  [
    'applied without id',
    { type: 'change_applied', ...change, id: null },
    '✓ create   acme-us/campaigns/sale\n',
  ],
  [
    'deleted with what nobody manages',
    {
      type: 'change_applied',
      ...change,
      action: 'delete',
      id: '8wku2',
      others_along: [
        { kind: 'line_item', id: '7k009', name: 'Hand\u001b[31m made', fields: {} },
        { kind: 'tracking_tag', id: '9t1', name: null, fields: {} },
      ],
    },
    `✓ delete   acme-us/campaigns/sale  8wku2
    along with line item 7k009 (Hand�[31m made), not managed by this plan
    along with tracking tag 9t1, not managed by this plan
`,
  ],
  [
    'paused',
    { type: 'change_applied', ...change, action: 'update', status_change: 'pause', id: '8wku2' },
    '✓ pause    acme-us/campaigns/sale  8wku2\n',
  ],
  [
    'activated',
    { type: 'change_applied', ...change, action: 'update', status_change: 'activate', id: '8wku2' },
    '✓ activate acme-us/campaigns/sale  8wku2\n',
  ],
  [
    'on the way',
    { type: 'change_applied', ...change, action: null, id: '8' },
    '✓ prepare  acme-us/campaigns/sale  8\n',
  ],
  [
    'failed',
    { type: 'change_failed', ...change, cause: refused, done: [] },
    `✗ create   acme-us/campaigns/sale  failed: the platform refused it
    at campaigns.yaml:24:9
    24 | name: x
       | ^
    the platform said INVALID_PARAMETER: Bad �[31m name (name)
    the platform said OTHER: More
    request /12/batch/accounts/18ce54d4x5t/campaigns
`,
  ],
  [
    'unknown',
    {
      type: 'change_unknown',
      ...change,
      done: [],
      source: null,
      cause: {
        code: 'ADSYNC_OUTCOME_UNKNOWN',
        message: 'nobody knows',
        address: change.address,
        candidates: ['a1', 'a2'],
      },
    },
    `? create   acme-us/campaigns/sale  outcome unknown: nobody knows
    it may be a1
    it may be a2
`,
  ],
  [
    'skipped',
    { type: 'change_skipped', ...change, cause: { ...refused, message: 'the limit is reached' }, done: [] },
    '- create   acme-us/campaigns/sale  skipped: the limit is reached\n',
  ],
  [
    'interrupted',
    {
      type: 'change_skipped',
      ...change,
      cause: { code: 'INTERRUPTED', message: 'interrupted', address: change.address },
      done: [],
    },
    '',
  ],
  [
    'skipped because of another',
    {
      type: 'change_skipped',
      ...change,
      cause: { ...refused, message: 'skipped because of acme-us/x: no' },
      done: [],
    },
    '- create   acme-us/campaigns/sale  skipped because of acme-us/x: no\n',
  ],
  [
    'created, and not activated because of another',
    {
      type: 'change_skipped',
      ...change,
      cause: { ...refused, message: 'skipped because of acme-us/x: no' },
      done: ['Create'],
    },
    '- create   acme-us/campaigns/sale  created and left PAUSED; the rest skipped because of acme-us/x: no\n',
  ],
  [
    'paused, and not deleted',
    {
      type: 'change_failed',
      ...change,
      action: 'delete',
      source: null,
      cause: { ...refused, platform: [] },
      done: ['Update'],
    },
    '✗ delete   acme-us/campaigns/sale  begun; the rest failed: the platform refused it\n    request /12/batch/accounts/18ce54d4x5t/campaigns\n',
  ],
  [
    'waiting',
    { type: 'waiting', reason: 'settling', addresses: [], until: '2026-11-20T10:00:00Z' },
    'Waiting until 10:00:00 UTC: settling\n',
  ],
  [
    'summary',
    {
      type: 'summary',
      planned: none,
      done: none,
      applied: 5,
      failed: 0,
      skipped: 0,
      unknown: 0,
      requests: 1,
      reads: 0,
      seconds: 1.26,
      exit_code: 0,
    },
    '\nApplied: 4 created, 1 paused; sent 1 request in 1.3 s.\n',
  ],
  [
    'summary of a bad day',
    {
      type: 'summary',
      planned: none,
      done: none,
      applied: 0,
      failed: 1,
      skipped: 2,
      unknown: 3,
      requests: 9,
      reads: 4,
      seconds: 0,
      exit_code: 7,
    },
    '\nApplied in full: 4 created, 1 paused; 1 failed, 2 skipped, 3 of unknown outcome; sent 5 requests, and 4 more to read, in 0.0 s.\n',
  ],
  ['step', { type: 'step_started', step: 1, method: 'POST', path: '/x', operations: [1] }, ''],
])('%s', (_name, event, expected) => {
  expect(textOf(event)).toBe(expected);
});

test('an event is one line of JSON', () => {
  const line = eventJson({ type: 'change_failed', ...change, cause: refused, done: [] });

  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchObject({ type: 'change_failed', address: change.address });
});
