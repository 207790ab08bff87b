import { stringify } from 'yaml';
import { z } from 'zod';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { sameValue, type Value } from '../../../src/schemas/values.ts';
import { randomFrom } from '../../support/worlds/random.ts';
import type { KindBench, Stored, StoredRecord } from '../kinds/kind-bench.ts';
import { copyOf, type DeclaredTree, documentOf, firstTree, normalValues, placesIn } from './declared-tree.ts';
import { takeStep } from './steps.ts';

/** What went wrong on a walk, with all it takes to see it again. */
export interface Stumble {
  readonly seed: number;
  readonly document: number;
  readonly what: string;
}

/** What a walk remembers of its way. */
interface Memory {
  readonly atFirst: Stored;
  /** Ids that the state has held. */
  readonly everOurs: Set<string>;
}

const stepsBetween = 4;
/** A generator that finds nothing valid in so many throws have seen enough. */
const throwsAtMost = 60;

/**
 * Applies a sequence of generated documents one after another: each has to be applied, to leave nothing to plan, and
 * to be what is then live, with nothing left over of those before. Returns the first thing that is not so.
 */
export async function walk(bench: KindBench, seed: number, documents: number): Promise<Stumble | undefined> {
  await bench.reset();
  const memory: Memory = { atFirst: await bench.stored(), everOurs: new Set() };
  const random = randomFrom(seed);
  let tree = firstTree(kindNamed);
  for (let document = 1; document <= documents; document += 1) {
    tree = await nextTree(bench, tree, () => random, document);
    const what = await applyTree(bench, tree, memory);
    if (what !== undefined) return { seed, document, what: `${what}\n${stringify(documentOf(tree))}` };
    tree = { ...tree, moved: [] };
  }
  return undefined;
}

async function nextTree(
  bench: KindBench,
  start: DeclaredTree,
  random: () => ReturnType<typeof randomFrom>,
  document: number,
): Promise<DeclaredTree> {
  let tree = start;
  let taken = 0;
  for (let thrown = 0; taken < stepsBetween && thrown < throwsAtMost; thrown += 1) {
    const tried = copyOf(tree);
    if (!takeStep(tried, random(), document * 100 + thrown) || !canBePlanned(tried)) continue;
    if ((await bench.adsync(['validate'], documentOf(tried))).code !== 0) continue;
    tree = tried;
    taken += 1;
  }
  return tree;
}

/** Who the credentials of the sandbox belong to. */
const caller = '756201191646691328';

/** Whether it keeps to what only planning can know: who speaks, and that a campaign is left with a budget. */
function canBePlanned(tree: DeclaredTree): boolean {
  return placesIn(tree).every(({ declared: { kind, fields } }) => {
    const isOrganic = String(fields['nullcast']) === 'false';
    const budgets = Object.entries(kind.fields).filter(([, { spending }]) => spending === 'budget');
    const unset = budgets.filter(([name]) => fields[name] === null);
    const left = budgets.filter(([name]) => (fields[name] ?? null) !== null);
    return (!isOrganic || fields['as_user_id'] === caller) && (unset.length === 0 || left.length > 0);
  });
}

const planned = z.object({ changes: z.array(z.object({ address: z.string(), action: z.string() })) });

async function applyTree(bench: KindBench, tree: DeclaredTree, memory: Memory): Promise<string | undefined> {
  // No factor allows what takes an amount away.
  const agreed = ['max_budget_factor', 'max_bid_factor'].flatMap((rule) => ['--override', rule]);
  const applied = await bench.adsync(['apply', '--yes', ...agreed], documentOf(tree));
  if (applied.code !== 0) return `apply ended with ${applied.code}\n${applied.stdout}\n${applied.stderr}`;
  const counts = differingCounts(applied.stdout);
  if (counts !== undefined) return counts;
  const again = await bench.adsync(['plan', '--json']);
  const { changes } = planned.parse(JSON.parse(again.stdout));
  if (again.code !== 0 || changes.length > 0) return `not empty afterwards: ${JSON.stringify(changes)}`;
  return (await leftOver(bench, tree, memory)) ?? (await differing(bench, tree));
}

const past = new Map([
  ['create', 'created'],
  ['update', 'updated'],
  ['replace', 'replaced'],
  ['pause', 'paused'],
  ['activate', 'activated'],
  ['delete', 'deleted'],
  ['adopt', 'adopted'],
  ['move', 'moved'],
  ['forget', 'forgotten'],
]);

/** What the plan counted is what the apply counts, in the same words; a plan that changes nothing has no counts. */
function differingCounts(stdout: string): string | undefined {
  const planned = /^Plan: (.*)\. \d+ unchanged/m.exec(stdout)?.[1];
  const applied = /^Applied: (.*); sent /m.exec(stdout)?.[1];
  const expected = planned
    ?.replaceAll(/\bto (\w+)/g, (words, verb: string) => past.get(verb) ?? words)
    .replaceAll(/\bgo(es)? along\b/g, 'went along');
  return applied === expected ? undefined : `planned ${planned}, applied ${applied}`;
}

/** What has no entry: settings of an account, the media of a preroll video, the platform of an app, people in an audience. */
function hasNoEntry(collection: string, record: StoredRecord): boolean {
  if (collection === 'targeting_criteria') return record['targeting_type'] === 'PLATFORM';
  return collection === 'account_media' || collection === 'tax_settings' || collection === 'audience_users';
}

const stateEntries = z.array(
  z.looseObject({ address: z.string(), kind: z.string(), id: z.string(), origin: z.string() }),
);

async function entriesOf(bench: KindBench): Promise<z.infer<typeof stateEntries>> {
  const { stdout } = await bench.adsync(['state', 'list', '--json']);
  return stateEntries.parse(JSON.parse(stdout));
}

/** The state knows what is declared and nothing else, and nothing is live that neither it nor the beginning knows. */
async function leftOver(
  bench: KindBench,
  tree: DeclaredTree,
  { atFirst, everOurs }: Memory,
): Promise<string | undefined> {
  const entries = await entriesOf(bench);
  const made = entries.filter(({ origin }) => origin !== 'external').map(({ address }) => address);
  const declared = placesIn(tree)
    .filter(({ declared: { external, kind } }) => !external && kind.creatable)
    .map(({ address }) => address);
  const ids = new Set(entries.map(({ id }) => id));
  for (const id of ids) everOurs.add(id);
  const strangers = [...(await bench.stored())].filter(([name, record]) => {
    const [collection = '', id = ''] = name.split(' ');
    // A post that is not declared any more cannot be deleted: it was ours.
    const isKnown = ids.has(id) || (collection === 'tweets' && everOurs.has(id));
    return !atFirst.has(name) && !isKnown && !hasNoEntry(collection, record);
  });
  const wrong = [
    ...declared.filter((address) => !made.includes(address)).map((address) => `not in the state: ${address}`),
    ...made.filter((address) => !declared.includes(address)).map((address) => `not declared: ${address}`),
    ...strangers.map(([name]) => `nobody knows ${name}`),
  ];
  return wrong.length === 0 ? undefined : wrong.join('\n');
}

/** What is declared stands in the record that its address stands for, as far as the record shows it. */
async function differing(bench: KindBench, tree: DeclaredTree): Promise<string | undefined> {
  const ids = new Map((await entriesOf(bench)).map(({ address, id }) => [address, id]));
  const records = new Map([...(await bench.stored())].map(([name, record]) => [name.split(' ')[1], record]));
  for (const { declared, address } of placesIn(tree)) {
    const { kind, external, fields } = declared;
    if (kind.members === true && countMembers(records, ids.get(address)) < membersOfExamples)
      return `${address}: people are missing`;
    if (external || !kind.creatable) continue;
    const record = records.get(ids.get(address) ?? '');
    if (record === undefined) return `${address} is not live`;
    const values = normalValues(kind, fields);
    for (const { wire, readAs = wire, readable, type, widened } of Object.values(kind.fields)) {
      const wanted = values[wire];
      const shown = type.live.safeParse(record[readAs]);
      if (wanted === undefined || readable === false || record[readAs] === undefined) continue;
      if (shown.success && (sameValue(shown.data, wanted) || (widened && holds(shown.data, wanted))))
        continue;
      return `${address}: ${wire} is ${JSON.stringify(record[readAs])}, not ${JSON.stringify(wanted)}`;
    }
  }
  return undefined;
}

/** How many people each of the files has that the examples name. */
const membersOfExamples = 2;

function countMembers(records: ReadonlyMap<string | undefined, StoredRecord>, audience = 'nowhere'): number {
  return [...records.keys()].filter((id) => id?.startsWith(`${audience}_`) === true).length;
}

function holds(all: Value, some: Value): boolean {
  return Array.isArray(all) && Array.isArray(some) && some.every((each: Value) => all.includes(each));
}
