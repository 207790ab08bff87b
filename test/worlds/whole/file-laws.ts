import type { PlanInput } from '../../../src/planner/plan.ts';
import type { DesiredResource } from '../../../src/schemas/desired.ts';
import { placeOf } from '../../../src/schemas/home.ts';
import type { Violation } from '../../../src/schemas/plan.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import { addressNow, declaredAt, type Finding, recordAt, type Trial } from './trial.ts';
import { isRead, isThere, shownFile } from './whole-files.ts';
import type { WholePlatform } from './whole-platform.ts';
import type { WholeSpec } from './whole-spec.ts';

/** What files declare that were not read stays as it is, on the platform and in the state. */
export function otherFiles(trial: Trial): readonly string[] {
  const { spec, before, after } = trial;
  return before.entries
    .filter((entry) => !isRead(spec.files, entry))
    .filter((entry) => isThere(spec.files, entry) || !isDecided(trial, entry))
    .flatMap((entry) => {
      const { address, id } = entry;
      const isKept =
        JSON.stringify(after.entries.find((each) => each.address === address)) === JSON.stringify(entry);
      const what = [
        ...(before.records.get(id) === after.records.get(id) ? [] : ['its record']),
        ...(isKept ? [] : ['its entry']),
      ];
      return what.map((each) => `${address} of ${shownFile(entry)}: ${each} was changed`);
    });
}

function isDeclared(trial: Pick<Trial, 'input'>, { address }: StateEntry): boolean {
  return declaredAt(trial, addressNow(trial, address)) !== undefined;
}

/** A member of a set is declared, or declared to go, with what the set is of. */
function isDecided(trial: Pick<Trial, 'input'>, entry: StateEntry): boolean {
  const [owner = ''] = entry.address.split('/targeting/');
  return isDeclared(trial, entry) || isDeclared(trial, { ...entry, address: owner });
}

/** What a plan was made from, where it is refused. */
interface Refused {
  readonly spec: WholeSpec;
  readonly input: PlanInput;
  readonly platform: WholePlatform;
}

/** What is declared here and belongs to a file that is there and was not read. */
interface Takeover {
  readonly declared: DesiredResource;
  readonly entry: StateEntry;
}

/** Takeovers are refused once for each pair of files, with both, and nothing else is refused so. */
export function fileRefusals(refused: Refused, violations: readonly Violation[]): readonly Finding[] {
  const { input } = refused;
  const takeovers = takeoversIn(refused);
  const pairs = Map.groupBy(takeovers, ({ declared, entry }) =>
    JSON.stringify([declared.source.file, placeOf(entry)]),
  );
  const own = violations.filter(({ rule }) => rule === 'other_file');
  const isWhole = input.targets.length + (input.excludes ?? []).length === 0;
  // A line of `moved` that leads to a known address is refused itself.
  const isCovered = !isWhole || violations.some(({ rule }) => rule === 'moved');
  const untold = [...pairs.values()].flatMap((pair) =>
    isCovered || own.some(({ message }) => pair.some((each) => names(message, each))) ? [] : pair.slice(0, 1),
  );
  const unfounded = own.filter(({ address, message }) => {
    const declared = declaredAt(refused, address);
    const owner = madeElsewhere(refused, declared);
    const possible = declared === undefined || owner === undefined ? [] : [{ declared, entry: owner }];
    return ![...takeovers, ...possible].some((each) => names(message, each));
  });
  return [
    ...untold.map(({ declared }) => `${declared.address} is taken over`),
    ...unfounded.map(({ address, message }) => `${address} is nobody else's: ${message}`),
  ].map((what) => ({ law: 'refused takeovers', what }));
}

function takeoversIn(refused: Refused): readonly Takeover[] {
  const { spec, platform } = refused;
  return platform.entries
    .filter((entry) => !isRead(spec.files, entry) && isThere(spec.files, entry))
    .flatMap((entry) => {
      const declared = declaredAt(refused, addressNow(refused, entry.address));
      return declared === undefined ? [] : [{ declared, entry }];
    });
}

function names(message: string, { declared, entry }: Takeover): boolean {
  return message.startsWith(declared.source.file) && message.includes(`${shownFile(entry)} declared`);
}

/** The entry of a file that was not read which stands for a record with the name of what is declared. */
function madeElsewhere(
  { spec, platform }: Refused,
  declared: DesiredResource | undefined,
): StateEntry | undefined {
  return platform.entries.find((entry) => {
    const record = recordAt(platform, entry.address);
    return (
      !isRead(spec.files, entry) &&
      entry.kind === declared?.kind &&
      record?.fields['name'] === declared.fields['name']
    );
  });
}
