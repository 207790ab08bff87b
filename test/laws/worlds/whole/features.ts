import { addressNow, declaredAt, isAtOrBeneath, letGoIn, type Trial } from './trial.ts';
import { filesRead, isRead, isThere, otherProject, ownProject } from './whole-files.ts';
import { flightOver } from './whole-spec.ts';

type Feature = (trial: Trial) => boolean;
const changes = ({ result }: Trial) => result.plan.changes;

const features: Readonly<Record<string, Feature>> = {
  'a replaced campaign': (trial) =>
    changes(trial).some(({ action, kind }) => action === 'replace' && kind === 'campaign'),
  'a replaced line item': (trial) =>
    changes(trial).some(({ action, kind }) => action === 'replace' && kind === 'line_item'),
  'carried values': (trial) => changes(trial).some(({ carried }) => carried !== undefined),
  'a move': (trial) => changes(trial).some(({ moved_from: from }) => from !== undefined),
  'something let go': ({ input, before }) => letGoIn(input, before).length > 0,
  'a removal that destroys': ({ input }) => input.document.removed.some(({ destroy }) => destroy),
  'an adoption': (trial) => changes(trial).some(({ action }) => action === 'adopt'),
  'a delete': (trial) => changes(trial).some(({ action }) => action === 'delete'),
  'a selection that leaves something out': ({ isWhole, result, input }) =>
    !isWhole && result.plan.summary.out_of_scope > 0 && input.document.resources.length > 2,
  'one file of two': ({ spec, before }) =>
    filesRead(spec.files).length === 1 && before.entries.some(({ file }) => file === 'b.yaml'),
  'a file that is gone': ({ spec, before }) =>
    before.entries.some((entry) => !isRead(spec.files, entry) && !isThere(spec.files, entry)),
  'a folder that held a file': ({ spec, result }) =>
    spec.files.reads === 'folder' &&
    spec.files.isGone &&
    result.plan.changes.some(({ action }) => action === 'delete'),
  'another project': ({ before }) => before.entries.some(({ project }) => project === otherProject),
  "another project's line item under our campaign": ({ before }) =>
    before.entries.some(({ address }) => address.startsWith('acme/campaigns/ext/')),
  'moved to another file': (trial) =>
    trial.before.entries.some((entry) => {
      const declared = declaredAt(trial, addressNow(trial, entry.address));
      return entry.project === ownProject && declared !== undefined && declared.home.file !== entry.file;
    }),
  'taken over from a file that is gone': (trial) =>
    trial.before.entries.some(
      (entry) =>
        !isRead(trial.spec.files, entry) && declaredAt(trial, addressNow(trial, entry.address)) !== undefined,
    ),
  'entries without a project': ({ before }) => before.entries.some(({ project }) => project === undefined),
  'drift that is undone': (trial) => changes(trial).some(({ cause }) => cause !== 'config'),
  'something ignored': ({ input }) =>
    input.document.resources.some(({ lifecycle }) => lifecycle.ignoreChanges.length > 0),
  uncapped: ({ after }) => Object.values(after.figures.uncapped).some((count) => count > 0),
  'two currencies': ({ after }) =>
    Object.values(after.figures.highest).filter((amount) => amount > 0).length > 1,
  'a flight that is over': ({ input }) =>
    input.document.resources.some(({ fields }) => fields['end_time'] === flightOver[1]),
  'a flight without an end that commits a total': ({ after }) =>
    Object.values(after.figures.committed).some(
      ({ amount, until }) => Number.isFinite(amount) && !Number.isFinite(until),
    ),
  'a commitment until a day': ({ after }) =>
    Object.values(after.figures.committed).some(({ until }) => Number.isFinite(until)),
  'a day higher than today': ({ after }) =>
    Object.entries(after.figures.highest).some(
      ([currency, highest]) => highest > (after.figures.today[currency] ?? 0),
    ),
  'foreign line items under ours': ({ before }) => {
    const ours = new Set<unknown>(before.entries.map(({ id }) => id));
    return [...before.records.values()].some(
      ({ id, kind, fields }) => kind === 'line_item' && !ours.has(id) && ours.has(fields['campaign_id']),
    );
  },
  'a field that was left out, and is declared again': ({ before, input }) =>
    before.entries.some(({ address, id, answered }) => {
      const again = input.document.resources.find((resource) => resource.address === address)?.fields ?? {};
      const ever = Object.keys(before.everApplied.get(id) ?? {});
      return ever.some((wire) => wire in again && !(wire in answered));
    }),
  'a limit that counts paused campaigns': ({ spec, before }) =>
    spec.counts === 'not_deleted' && before.figures.campaigns.not_deleted > before.figures.campaigns.active,
  'a limit of line items that bounds': ({ spec, peaks }) => peaks.activeItems === spec.itemLimit,
  'a set changed at once': ({ result }) => result.plan.steps.some(({ atomic }) => atomic === true),
  'a pause on the way': (trial) => changes(trial).some(({ reason }) => reason?.startsWith('paused') === true),
  'a switched optimisation': (trial) => changes(trial).some(({ after }) => 'budget_optimization' in after),
  'consent to undo': ({ input }) => input.consents.undoDrift.length > 0,
  'operations that fail': ({ spec, result }) => spec.failing && result.plan.steps.length > 2,
  'nothing to do': ({ result }) => result.plan.changes.length === 0,
  'many steps': ({ result }) => result.plan.steps.length > 5,
  'an exclusion of something live': ({ input, before }) =>
    (input.excludes ?? []).some((each) => before.entries.some(({ address }) => isAtOrBeneath(address, each))),
};

/** Names of what a judged plan had, so that the law is known to have met it. */
export function featuresOf(trial: Trial): readonly string[] {
  return Object.entries(features).flatMap(([name, has]) => (has(trial) ? [name] : []));
}

export const featureNames: readonly string[] = [
  ...Object.keys(features),
  'a saved plan that is stale',
  'a saved plan that holds',
];
