import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../kills/site.ts';

/** A command that changes files, in a folder that is made ready for it. */
export interface WriteCase {
  readonly name: string;
  readonly argv: readonly string[];
  /** Makes the folder and the platform ready, once. */
  readonly prepare: (site: Site) => Promise<void>;
  /** What a file says, less what differs from run to run, such as the time; the text itself unless given. */
  readonly told?: (path: string, text: string) => string;
  /** A command that ends with 0 once the interrupted one was run again. */
  readonly afterwards?: readonly string[];
  /** The command refuses to do a second time what it did already; then `afterwards` alone is asked. */
  readonly once?: true;
  /** The command makes files that are complete each by itself, and names each that it made. */
  readonly oneByOne?: true;
  /** The command changes the platform too, which is made ready anew for each trial. */
  readonly changesPlatform?: true;
}

export const files = 50;
const perFile = 1;
const account = `    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
`;

function names(): readonly string[] {
  return Array.from({ length: files * perFile }, (_, index) => `c${String(index).padStart(3, '0')}`);
}

/** A document of one account in many files, of a style that `fmt` changes. */
function writeDocument({ folder }: Site, budget: string, gap = ' '): void {
  mkdirSync(join(folder, 'ads'), { recursive: true });
  const all = names();
  for (let index = 0; index < files; index += 1) {
    const own = all.slice(index * perFile, (index + 1) * perFile);
    const head = index === 0 ? account : '';
    const lines = own.map(
      (key) => `      ${key}:${gap}{ name: ${key}, funding_instrument: credit, daily_budget: ${budget} }\n`,
    );
    const text = `version: 1\naccounts:\n  acme-us:\n${head}    campaigns:\n${lines.join('')}`;
    writeFileSync(join(folder, 'ads', `part-${String(index).padStart(2, '0')}.yaml`), text);
  }
}

async function mustEnd(site: Site, argv: readonly string[]): Promise<void> {
  const { code, stderr } = await site.runHere(argv);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`);
}

async function applied(site: Site): Promise<void> {
  writeDocument(site, '5.00');
  await mustEnd(site, ['apply', '--yes', 'ads']);
}

/** Somebody lowers the budget of every campaign of ours. */
async function lowered(site: Site): Promise<void> {
  await applied(site);
  const ours = ((await site.dump())['campaigns'] ?? []).filter(({ name }) => names().includes(String(name)));
  const set = { daily_budget_amount_local_micro: 4_000_000 };
  await site.control(
    'POST',
    'mutate',
    ours.map(({ id }) => ({ collection: 'campaigns', id, set })),
  );
}

/** More campaigns than one file of an import holds. */
async function manyCampaigns(site: Site): Promise<void> {
  const entries = Array.from({ length: 130 }, (_, index): readonly [string, object] => [
    `m${index}`,
    { name: `Many ${index}`, funding_instrument: 'credit', daily_budget: 5 },
  ]);
  const limits = { active_campaigns: 300 };
  const many = { id: '18ce54d4x5t', limits, funding_instruments: { credit: { id: 'hxtet' } } };
  const document = { version: 1, accounts: { us: { ...many, campaigns: Object.fromEntries(entries) } } };
  writeFileSync(join(site.folder, 'many.yaml'), JSON.stringify(document));
  await mustEnd(site, ['apply', '--yes', 'many.yaml']);
  for (const path of ['many.yaml', '.adsync']) rmSync(join(site.folder, path), { recursive: true });
}

function members(from: number): string {
  const rows = Array.from({ length: 6000 }, (_, index) => `person${from + index}@example.com\n`);
  return `email\n${rows.join('')}`;
}

/** An audience of which members go and others come. */
async function audience(site: Site): Promise<void> {
  const document = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences: { people: { name: People, users: { file: people.csv } } }
`;
  writeFileSync(join(site.folder, 'audience.yaml'), document);
  writeFileSync(join(site.folder, 'people.csv'), members(0));
  await mustEnd(site, ['apply', '--yes', 'audience.yaml']);
  writeFileSync(join(site.folder, 'people.csv'), members(1000));
}

const withoutTimes = (_path: string, text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replaceAll(/"journal":\s*\d+/g, 'JOURNAL');
const states = ['state', 'list', '--json'];

/** The commands that change files on the disk. */
export const writeCases: readonly WriteCase[] = [
  {
    name: 'fmt of many files',
    argv: ['fmt', 'ads'],
    prepare: async (site) => {
      writeDocument(site, '5.00', '    ');
    },
    afterwards: ['fmt', '--check', 'ads'],
  },
  {
    name: 'drift --accept over many files',
    argv: ['drift', '--accept', '--yes', 'ads'],
    prepare: lowered,
    afterwards: ['plan', '--detailed-exitcode', 'ads'],
  },
  {
    name: 'import into several files',
    argv: ['import', '18ce54d4x5t', '-o', 'live', '--key', 'us'],
    prepare: manyCampaigns,
    afterwards: ['plan', '--detailed-exitcode', 'live'],
    once: true,
  },
  { name: 'init', argv: ['init'], prepare: async () => undefined, oneByOne: true },
  {
    name: 'plan -o',
    argv: ['plan', '-o', 'plan.json', 'ads'],
    prepare: async (site) => {
      writeDocument(site, '5.00');
    },
    told: withoutTimes,
  },
  {
    name: 'drift -o',
    argv: ['drift', '-o', 'drift.html', '--format', 'html', 'ads'],
    prepare: lowered,
    told: withoutTimes,
  },
  {
    name: 'state copy',
    argv: ['state', 'copy', 'sqlite:.adsync/state.db', 'sqlite:copy.db'],
    prepare: applied,
    told: databaseTold,
    afterwards: ['--state', 'sqlite:copy.db', ...states],
    once: true,
  },
  {
    name: 'state mv',
    argv: ['state', 'mv', 'acme-us/campaigns/c000', 'acme-us/campaigns/other'],
    prepare: applied,
    told: databaseTold,
    afterwards: ['state', 'show', 'acme-us/campaigns/other'],
    once: true,
  },
  {
    name: 'an apply that pushes members',
    argv: ['apply', '--yes', 'audience.yaml'],
    prepare: audience,
    told: databaseTold,
    afterwards: ['plan', '--detailed-exitcode', 'audience.yaml'],
    changesPlatform: true,
  },
];

/** A state is told by the program, not by its bytes. */
function databaseTold(path: string, text: string): string {
  return /\.db(?:-\w+)?$/.test(path) ? '' : text;
}
