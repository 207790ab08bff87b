import { stringify } from 'yaml';
import { z } from 'zod';
import { kindNamed } from '../../src/schemas/registry.ts';
import type { KindBench } from '../kinds/kind-bench.ts';
import { copyOf, type DeclaredTree, documentOf, firstTree, placesIn } from './declared-tree.ts';
import { diceOf } from './dice.ts';
import { takeStep } from './steps.ts';

/** What went wrong on a walk, with all it takes to see it again. */
export interface Stumble {
  readonly seed: number;
  readonly document: number;
  readonly what: string;
}

const stepsBetween = 4;
/** Dice that find nothing valid in so many throws have seen enough. */
const throwsAtMost = 60;

/**
 * Applies a sequence of generated documents one after another: each has to be applied, to leave nothing to plan, and
 * to be what is then live, with nothing left over of those before. Returns the first thing that is not so.
 */
export async function walk(bench: KindBench, seed: number, documents: number): Promise<Stumble | undefined> {
  await bench.reset();
  const dice = diceOf(seed);
  let tree = firstTree(kindNamed);
  for (let document = 1; document <= documents; document += 1) {
    tree = await nextTree(bench, tree, () => dice, document);
    const what = await applyTree(bench, tree);
    if (what !== undefined) return { seed, document, what: `${what}\n${stringify(documentOf(tree))}` };
    tree = { ...tree, moved: [] };
  }
  return undefined;
}

async function nextTree(
  bench: KindBench,
  start: DeclaredTree,
  dice: () => ReturnType<typeof diceOf>,
  document: number,
): Promise<DeclaredTree> {
  let tree = start;
  let taken = 0;
  for (let thrown = 0; taken < stepsBetween && thrown < throwsAtMost; thrown += 1) {
    const tried = copyOf(tree);
    if (!takeStep(tried, dice(), document * 100 + thrown) || !canBePlanned(tried)) continue;
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

async function applyTree(bench: KindBench, tree: DeclaredTree): Promise<string | undefined> {
  const applied = await bench.adsync(['apply', '--yes', '-v'], documentOf(tree));
  if (applied.code !== 0) return `apply ended with ${applied.code}\n${applied.stdout}\n${applied.stderr}`;
  const again = await bench.adsync(['plan', '--json']);
  const { changes } = planned.parse(JSON.parse(again.stdout));
  if (again.code !== 0 || changes.length > 0) return `not empty afterwards: ${JSON.stringify(changes)}`;
  return (await leftOver(bench, tree)) ?? (await differing(bench, tree));
}

const stateEntries = z.array(
  z.looseObject({ address: z.string(), kind: z.string(), id: z.string(), origin: z.string() }),
);

async function entriesOf(bench: KindBench): Promise<z.infer<typeof stateEntries>> {
  const { stdout } = await bench.adsync(['state', 'list', '--json']);
  return stateEntries.parse(JSON.parse(stdout));
}

/** The state knows what is declared and nothing else. */
async function leftOver(bench: KindBench, tree: DeclaredTree): Promise<string | undefined> {
  const made = (await entriesOf(bench)).filter(({ origin }) => origin !== 'external');
  const declared = placesIn(tree).filter(
    ({ declared: { external, kind } }) => !external && kind.creatable && kind.form !== 'set',
  );
  const known = new Set(made.map(({ address }) => address));
  const lacking = declared.filter(({ address }) => !known.has(address));
  if (lacking.length > 0) return `not in the state: ${lacking.map(({ address }) => address).join(', ')}`;
  return undefined;
}

/** Texts of the document stand in the record that its address stands for. */
async function differing(bench: KindBench, tree: DeclaredTree): Promise<string | undefined> {
  const ids = new Map((await entriesOf(bench)).map(({ address, id }) => [address, id]));
  const records = new Map([...(await bench.stored())].map(([name, record]) => [name.split(' ')[1], record]));
  for (const { declared, address } of placesIn(tree)) {
    const id = ids.get(address);
    if (id === undefined || declared.external || !declared.kind.creatable) continue;
    const record = records.get(id);
    if (record === undefined) return `${address} is not live`;
    for (const [name, value] of Object.entries(declared.fields)) {
      const field = declared.kind.fields[name];
      const isPlain = field?.type.name === 'text' || field?.type.name.startsWith('one of') === true;
      if (field === undefined || !isPlain || field.readable === false || typeof value !== 'string') continue;
      const live = record[field.readAs ?? field.wire];
      if (live !== undefined && live !== value)
        return `${address}: ${name} is ${JSON.stringify(live)}, not ${value}`;
    }
  }
  return undefined;
}
