import { createPlan, type PlanInput, type PlanResult } from '../../../../src/planner/plan.ts';
import type { Difference } from '../../../../src/planner/result/difference.ts';
import { planDifferences } from '../../../../src/planner/result/plan-differences.ts';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';
import { placeOf } from '../../../../src/schemas/home.ts';
import type { OtherFiles } from '../../../../src/schemas/other-file.ts';
import type { Plan } from '../../../../src/schemas/plan.ts';
import type { StateEntry } from '../../../../src/schemas/state-entry.ts';
import { sameValue } from '../../../../src/schemas/values.ts';
import { carryOut, diceFrom, inOrder } from './carry-out.ts';
import { edited, withLeftOut } from './edited.ts';
import { featuresOf } from './features.ts';
import { fileRefusals } from './file-laws.ts';
import { brokenNow } from './instants.ts';
import { brokenLaws, higher, unnamedChanges } from './laws.ts';
import { leftByPeople } from './left-by-people.ts';
import { offByPeople } from './off-by-people.ts';
import { actOutside, makeForeign } from './people.ts';
import { recountFigures } from './recount-figures.ts';
import { type Finding, recordAt, type Situation, type Trial } from './trial.ts';
import { first, otherDocument, wholeDocument } from './whole-document.ts';
import { isRead, isThere, ownProject, shownFile, type WholeFiles } from './whole-files.ts';
import { WholePlatform } from './whole-platform.ts';
import { type WholeSpec, wholeNow } from './whole-spec.ts';

/** A bug that is planted around the planner. */
export interface Planted {
  readonly input?: (input: PlanInput) => PlanInput;
  readonly result?: (result: PlanResult, input: PlanInput) => PlanResult;
  /** What speaks against a saved plan. */
  readonly differences?: (found: readonly Difference[]) => readonly Difference[];
}

/** What the judge saw in a world. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly refusals: readonly string[];
  readonly features: readonly string[];
}

const now = Date.parse(wholeNow);
const earlier = '2026-09-01T00:00:00Z';

/** Builds the world, plans, and judges the plan, twice where people go on changing things; never throws. */
export function judgeWorld(spec: WholeSpec, planted: Planted = {}): Verdict {
  try {
    const platform = worldOf(spec);
    const input = inputFor(spec, platform);
    const saved = planWith(input, planted);
    const verdict = judgePlan(spec, input, saved, platform, planted);
    if (spec.later.length === 0) return verdict;
    for (const each of spec.later) actOutside(platform, each);
    const inputNow = inputFor(spec, platform);
    const now = planWith(inputNow, planted);
    return joined(
      joined(verdict, judgePlan(spec, inputNow, now, platform, planted)),
      judgeSaved(spec, { input: inputNow, saved, now }, platform, planted),
    );
  } catch (thrown) {
    const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { findings: [{ law: 'thrown', what }], refusals: [], features: [] };
  }
}

function joined(one: Verdict, other: Verdict): Verdict {
  return {
    findings: [...one.findings, ...other.findings],
    refusals: [...one.refusals, ...other.refusals],
    features: [...one.features, ...other.features],
  };
}

/** The world when the second plan is made. */
export function worldOf(spec: WholeSpec): WholePlatform {
  const platform = new WholePlatform();
  makeForeign(platform, spec.foreign);
  const refusals = applyEarlier(
    platform,
    wholeDocument({ campaigns: spec.before, moved: [], removed: [] }, first),
  );
  if (refusals.length > 0) throw new Error(`the first document is refused: ${JSON.stringify(refusals)}`);
  if (spec.leftOut !== undefined)
    applyEarlier(platform, wholeDocument(withLeftOut(spec.before, spec.leftOut), first));
  const elsewhere = applyEarlier(platform, otherDocument(spec.other, hostIn(spec, platform)));
  if (elsewhere.length > 0) throw new Error(`the other document is refused: ${JSON.stringify(elsewhere)}`);
  for (const each of spec.outside) actOutside(platform, each);
  if (spec.files.isLegacy) platform.forgetProject(ownProject);
  return platform;
}

/** The campaign beneath which the other project has its line item, as the platform has it. */
function hostIn(
  { before: [campaign] }: WholeSpec,
  platform: WholePlatform,
): Parameters<typeof otherDocument>[1] {
  const entry = platform.entries.find(({ address }) => address === `acme/campaigns/${campaign?.key}`);
  return campaign === undefined || entry === undefined ? undefined : { id: entry.id, campaign };
}

/** Applies a document before the world begins, unless a rule refuses that; what refuses it. */
function applyEarlier(platform: WholePlatform, document: DesiredDocument): Plan['violations'] {
  const live = platform.live().map((account) => ({ ...account, readAt: Date.parse(earlier) }));
  const { entries } = platform;
  const result = createPlan({ ...common, resolved: [], createdAt: earlier, document, live, entries });
  const { violations } = result.plan;
  if (violations.length === 0) carryOut(result, document, platform, { ...inOrder, watch: () => undefined });
  return violations;
}

const common = {
  command: 'apply',
  adsyncVersion: '0.0.0',
  paths: ['.'],
  journal: 0,
  targets: [],
  consents: {
    adopt: { all: false, addresses: new Map<string, string | undefined>() },
    undoDrift: [],
    allowRecreate: [],
    takeAlong: [],
    override: [],
    keepStopped: false,
  },
} as const;

export function inputFor(spec: WholeSpec, platform: WholePlatform): PlanInput {
  const document = wholeDocument(edited(spec), spec);
  const { entries } = platform;
  const addresses = [...document.resources, ...entries].map(({ address }) => address).slice(1);
  const chosen = (places: readonly number[] = []): readonly string[] =>
    places.flatMap((place) => addresses[place % Math.max(1, addresses.length)] ?? []);
  return {
    ...common,
    resolved: [],
    createdAt: wholeNow,
    document,
    live: platform.live(),
    entries,
    otherFiles: otherFilesOf(spec.files, entries),
    targets: chosen(spec.selection?.targets),
    excludes: chosen(spec.selection?.excludes),
    consents: {
      adopt: { all: spec.adopt, addresses: new Map() },
      undoDrift: spec.undoDrift ? ['acme'] : [],
      allowRecreate: spec.allowRecreate ? ['acme'] : [],
      takeAlong: [],
      override: [],
      keepStopped: false,
    },
  };
}

/** The files that entries name and the run does not read, as a look at the disk would find them. */
function otherFilesOf(files: WholeFiles, entries: readonly StateEntry[]): OtherFiles {
  return new Map(
    entries
      .filter((entry) => !isRead(files, entry))
      .map((entry) => [
        placeOf(entry),
        { shown: shownFile(entry), standing: isThere(files, entry) ? 'here' : 'gone' },
      ]),
  );
}

function situationOf(platform: WholePlatform): Situation {
  const records = new Map(platform.records);
  const { entries, everApplied } = platform;
  return { records, entries, everApplied, figures: recountFigures(records, now) };
}

function planWith(input: PlanInput, planted: Planted): PlanResult {
  const planned = createPlan(planted.input?.(input) ?? input);
  return planted.result?.(planned, input) ?? planned;
}

function judgePlan(
  spec: WholeSpec,
  input: PlanInput,
  result: PlanResult,
  platform: WholePlatform,
  planted: Planted,
): Verdict {
  const { violations } = result.plan;
  if (violations.length > 0) {
    const nameless = violations.filter(({ address }) => !/^acme(?:\/|$)/.test(address));
    return {
      findings: [
        ...nameless.map(({ rule }) => ({ law: 'violations', what: `${rule} names no address` })),
        ...fileRefusals({ spec, input, platform }, violations),
      ],
      refusals: [...new Set(violations.map(({ rule }) => rule))],
      features: ['refused'],
    };
  }
  const trial = carriedOut(spec, input, result, platform);
  const planWithoutConsent = (touched: WholePlatform): PlanResult => {
    const { document } = input;
    return planWith({ ...inputFor({ ...spec, undoDrift: false }, touched), document }, planted);
  };
  return {
    findings: [
      ...brokenLaws(trial),
      ...secondPlan(trial),
      ...shaken(trial, platform),
      ...offByPeople(trial, platform, planWithoutConsent),
    ],
    refusals: [],
    features: featuresOf(trial),
  };
}

/** A plan that was saved before people changed things, and what planning again gives after that. */
interface Saved {
  readonly input: PlanInput;
  readonly saved: PlanResult;
  readonly now: PlanResult;
}

/** A saved plan that is valid still is as good as one of now: its own figures are those of the world as it is now. */
function judgeSaved(
  spec: WholeSpec,
  { input, saved, now }: Saved,
  platform: WholePlatform,
  planted: Planted,
): Verdict {
  const nothing = { findings: [], refusals: [], features: [] };
  if (saved.plan.violations.length + now.plan.violations.length > 0) return nothing;
  if (saved.plan.changes.length === 0) return nothing;
  const found = planDifferences(saved.plan, now.plan, { sameKey: true });
  const differences = planted.differences?.(found) ?? found;
  if (differences.length > 0) return { ...nothing, features: ['a saved plan that is stale'] };
  const trial = carriedOut(spec, input, { ...now, plan: saved.plan }, platform);
  return {
    ...nothing,
    findings: [...brokenLaws(trial), ...shaken(trial, platform)],
    features: ['a saved plan that holds'],
  };
}

function carriedOut(spec: WholeSpec, input: PlanInput, result: PlanResult, platform: WholePlatform): Trial {
  const before = situationOf(platform);
  const dry = new WholePlatform(platform);
  let { highest, activeItems } = before.figures;
  let campaigns = before.figures.campaigns[spec.counts];
  carryOut(result, input.document, dry, {
    ...inOrder,
    watch: () => {
      const figures = recountFigures(dry.records, now);
      highest = higher(highest, figures.highest);
      activeItems = Math.max(activeItems, figures.activeItems);
      campaigns = Math.max(campaigns, figures.campaigns[spec.counts]);
    },
  });
  const isWhole = input.targets.length === 0 && (input.excludes ?? []).length === 0;
  const peaks = { highest, activeItems, campaigns };
  return { spec, input, result, isWhole, before, after: situationOf(dry), applied: dry, peaks };
}

/** Right after everything of a whole document was carried out there is nothing to do. */
function secondPlan({ isWhole, input, spec, applied }: Trial): readonly Finding[] {
  if (!isWhole) return [];
  const again = createPlan({ ...inputFor(spec, applied), document: input.document });
  const { changes, violations } = again.plan;
  const told = [
    ...changes.map(({ action, address, fields }) => `${action} ${address} ${JSON.stringify(fields)}`),
    ...violations.map(({ rule, address }) => `${rule} ${address}`),
    ...(again.stateChanges.length > 0 ? [`state: ${JSON.stringify(again.stateChanges)}`] : []),
  ];
  return told.length > 0 ? [{ law: 'second plan', what: told.join('; ') }] : [];
}

/** The plan carried out in some order, with something failing: judged at every instant. */
function shaken(trial: Trial, platform: WholePlatform): readonly Finding[] {
  const dice = diceFrom(trial.spec.dice);
  const shaky = new WholePlatform(platform);
  const findings: Finding[] = [];
  carryOut(trial.result, trial.input.document, shaky, {
    pick: (choices) => dice() % choices,
    fails: () => trial.spec.failing && dice() % 6 === 0,
    watch: () => findings.push(...brokenNow(trial, shaky, now)),
  });
  const end = situationOf(shaky);
  return [
    ...findings.slice(0, 3),
    ...unnamedChanges(trial, end),
    ...leftByPeople(trial, end),
    ...nextRun(trial, shaky),
  ];
}

/** After a run that was cut short, the next one makes of everything what the first one was to make. */
function nextRun(trial: Trial, shaky: WholePlatform): readonly Finding[] {
  const { isWhole, spec, input, after } = trial;
  if (!isWhole || !spec.failing) return [];
  const again = createPlan({ ...inputFor(spec, shaky), document: input.document });
  if (again.plan.violations.length > 0) return [];
  carryOut(again, input.document, shaky, { ...inOrder, watch: () => undefined });
  const end = situationOf(shaky);
  return after.entries.flatMap(({ address }) => {
    const [meant, is] = [recordAt(after, address), recordAt(end, address)];
    if (meant === undefined) return [];
    const different = Object.entries(meant.fields)
      .filter(([wire]) => wire !== 'campaign_id' && wire !== 'line_item_id')
      .filter(([wire, value]) => !sameValue(value, is?.fields[wire]))
      .map(([wire, value]) => `${wire} is ${JSON.stringify(is?.fields[wire])}, not ${JSON.stringify(value)}`);
    return different.map((what) => ({ law: 'next run', what: `${address}: ${what}` }));
  });
}
