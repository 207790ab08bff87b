import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ran } from '../../support/run-with.ts';
import { createSite, type Ended, type Site } from './site.ts';

const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      sale: { funding_instrument: credit, name: Sale, status: PAUSED, daily_budget: 5.00 }
      rest: { funding_instrument: credit, name: Rest, status: PAUSED, daily_budget: 5.00 }
`;

/** What a shell makes of the streams before it becomes the program, and whether results get lost by that. */
const streams = [
  ['without standard input', 'exec 0<&-;', false],
  ['with a folder as standard input', 'exec 0</;', false],
  ['without standard output', 'exec 1>&-;', false],
  ['with standard output on a full device', 'exec 1>/dev/full;', true],
  ['without standard error', 'exec 2>&-;', false],
  ['with standard error on a full device', 'exec 2>/dev/full;', false],
  ['without any stream', 'exec 0<&- 1>&- 2>&-;', false],
  ['with both outputs on a full device', 'exec 1>/dev/full 2>/dev/full;', true],
] as const;

/** Every command; those that change something were run once before, so that all runs of one are alike. */
const commands = [
  '--version',
  '--help',
  'validate',
  'fmt',
  'fmt --check',
  'fmt -',
  'schema',
  'explain campaign',
  'completion bash',
  'init new',
  'plan',
  'plan -o plan.json',
  'plan --why acme-us/campaigns/sale',
  'show plan.json',
  'apply --yes',
  'apply --yes --json',
  'drift',
  'drift -o drift.txt',
  'drift --accept --yes',
  'import 18ce5uk0000 -o live',
  'state list',
  'state show acme-us/campaigns/sale',
  'state history',
  'state mv acme-us/campaigns/rest acme-us/campaigns/other',
  'state rm acme-us/campaigns/rest --yes',
  'state resolve acme-us/campaigns/sale --absent',
  'state copy sqlite:.adsync/state.db sqlite:copy.db',
  'state rebuild --yes',
  'state unlock --yes',
  'demo',
  'destroy --yes',
  'no-such-command',
] as const;

let site: Site;
const usual = new Map<string, Ran>();
/** One of so many pairs of a command and a state of the streams is tried; `all` tries all. */
const part = process.env['ADSYNC_STREAMS'] ?? '16';

async function run(line: string, before: string): Promise<Ended> {
  return await site.start(line.split(' '), { before }).ended;
}

beforeAll(async () => {
  site = await createSite();
  writeFileSync(join(site.folder, 'campaigns.yaml'), document);
  await site.runHere(['apply', '--yes']);
});

afterAll(async () => {
  await site.remove();
});

async function usually(line: string): Promise<Ran> {
  const known = usual.get(line);
  if (known !== undefined) return known;
  await site.runHere(line.split(' '));
  const ended = await site.runHere(line.split(' '));
  usual.set(line, ended);
  return ended;
}

const pairs = commands
  .flatMap((line, row) =>
    streams.map(([title, before, isLost], column) => ({ line, title, before, isLost, at: row + column })),
  )
  .filter(({ at }) => part === 'all' || at % Number(part) === 0);

test.skipIf(process.platform !== 'linux').each(pairs)(
  'adsync $line $title ends as usual, or says that its results are lost',
  async ({ line, before, isLost }) => {
    const expected = await usually(line);

    const { code, signal, stdout, stderr } = await run(line, before);

    const losesResults = isLost && expected.stdout !== '';
    const allowed = losesResults && ![4, 7, 130].includes(expected.code) ? 5 : expected.code;
    expect([code, signal]).toEqual([allowed, null]);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*[:(]|ADSYNC_INTERNAL/m);
  },
);
