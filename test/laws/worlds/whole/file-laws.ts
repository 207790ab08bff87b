import type { PlanInput } from '../../../../src/planner/plan.ts';
import type { DesiredResource } from '../../../../src/schemas/desired.ts';
import type { Violation } from '../../../../src/schemas/plan.ts';
import type { StateEntry } from '../../../../src/schemas/state-entry.ts';
import { addressNow, declaredAt, type Finding, isAtOrBeneath, recordAt, type Trial } from './trial.ts';
import { isRead, isThere, shownFile } from './whole-files.ts';
import type { WholePlatform } from './whole-platform.ts';
import type { WholeSpec } from './whole-spec.ts';

/** What files that stand declare and were not read stays as it is, on the platform and in the state; of a file that is gone, unless `removed` names it. */
export function otherFiles(trial: Trial): readonly string[] {
  const { spec, before, after } = trial;
  return before.entries
    .filter((entry) => !isRead(spec.files, entry))
    .filter((entry) => isThere(spec.files, entry) || !isDeclared(trial, entry))
    .filter((entry) => isThere(spec.files, entry) || !isRemoved(trial, entry))
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

function isDeclared(trial: Pick<Trial, 'input'>, { address, kind }: StateEntry): boolean {
  const now = addressNow(trial, address);
  // Targeting is a whole set: what is declared of a line item is all of it.
  const owner = kind === 'targeting_criterion' ? now.slice(0, now.indexOf('/targeting/')) : now;
  return declaredAt(trial, now) !== undefined || declaredAt(trial, owner) !== undefined;
}

function isRemoved({ input }: Pick<Trial, 'input'>, { address }: StateEntry): boolean {
  return input.document.removed.some(({ from }) => isAtOrBeneath(address, from));
}

/** What a plan was made from, where it is refused. */
interface Refused {
  readonly spec: WholeSpec;
  readonly input: PlanInput;
  readonly platform: WholePlatform;
}

/** What one file that was read declares of another one that stands and was not read, without what is beneath that. */
interface Takeover {
  readonly file: string;
  readonly shown: string;
  readonly top: readonly DesiredResource[];
}

/** Every takeover is refused once, with both places, and nothing else is refused so. */
export function fileRefusals(refused: Refused, violations: readonly Violation[]): readonly Finding[] {
  const own = violations.filter(({ rule }) => rule === 'other_file');
  const { input } = refused;
  const isWhole = input.targets.length + (input.excludes ?? []).length === 0;
  // A line of `moved` that leads to a known address is refused itself.
  const isExact = isWhole && !violations.some(({ rule }) => rule === 'moved');
  const takeovers = takeoversIn(refused);
  const removals = removalsIn(refused);
  const missing = takeovers.filter((each) => !own.some((violation) => tells(violation, each)));
  const unfounded = own.filter(
    (violation) =>
      !takeovers.some((each) => (isExact ? tells(violation, each) : mentions(violation, each))) &&
      !removals.some((each) => tellsRemoval(violation, each)) &&
      !isSameThing(refused, violation),
  );
  const removed = removals.filter((each) => !own.some((violation) => tellsRemoval(violation, each)));
  return [
    ...(isExact ? missing : []).map(({ file, shown }) => `${file} takes over from ${shown}`),
    ...(isExact ? removed : []).map(({ from, shown }) => `${from} is removed from ${shown}`),
    ...unfounded.map(({ address, message }) => `${address} is nobody else's: ${message}`),
  ].map((what) => ({ law: 'refused takeovers', what }));
}

/** What a line of `removed` takes away from a file that stands and was not read. */
interface RemovalElsewhere {
  readonly from: string;
  readonly shown: string;
}

function removalsIn(refused: Refused): readonly RemovalElsewhere[] {
  const { spec, platform, input } = refused;
  const unread = platform.entries
    .filter((entry) => !isRead(spec.files, entry) && isThere(spec.files, entry))
    .filter((entry) => declaredAt(refused, addressNow(refused, entry.address)) === undefined);
  return input.document.removed.flatMap(({ from }) => {
    const own = unread.filter((entry) => isAtOrBeneath(addressNow(refused, entry.address), from));
    return [...new Set(own.map(shownFile))].map((shown) => ({ from, shown }));
  });
}

function tellsRemoval({ address, message }: Violation, { from, shown }: RemovalElsewhere): boolean {
  return address === from && message.includes(`what ${shown} declares`);
}

function takeoversIn(refused: Refused): readonly Takeover[] {
  const { spec, platform } = refused;
  const taken = platform.entries
    .filter((entry) => !isRead(spec.files, entry) && isThere(spec.files, entry))
    .flatMap((entry) => {
      const declared = declaredAt(refused, addressNow(refused, entry.address));
      return declared === undefined
        ? []
        : [{ declared, file: declared.source.file, shown: shownFile(entry) }];
    });
  const byFiles = Map.groupBy(taken, ({ file, shown }) => `${file} ${shown}`);
  return [...byFiles.values()].flatMap((all) => {
    const resources = all.map(({ declared }) => declared);
    const top = resources.filter(
      ({ address }) =>
        !resources.some((each) => each.address !== address && isAtOrBeneath(address, each.address)),
    );
    return all.slice(0, 1).map(({ file, shown }) => ({ file, shown, top }));
  });
}

/** Whether a violation gives both places of a takeover, and all that is taken over. */
function tells({ address, message }: Violation, { file, shown, top }: Takeover): boolean {
  const [first] = top;
  if (top.length === 1)
    return (
      address === first?.address &&
      message.startsWith(`${file}:${first.source.line} declares what ${shown} declared`)
    );
  const isNamed = (each: DesiredResource): boolean => message.includes(each.address);
  return (
    address === 'acme' &&
    message.startsWith(`${file} declares ${top.length} resources that ${shown} declared`) &&
    (top.length > 4 ? message.endsWith(`and ${top.length - 4} more`) : top.every(isNamed))
  );
}

/** Whether a violation is of a part of a takeover, where a part is planned. */
function mentions({ address, message }: Violation, { file, shown }: Takeover): boolean {
  return address.startsWith('acme') && message.startsWith(file) && message.includes(`${shown} declared`);
}

/** Whether a violation is of what a file that was not read made under another address, and gives both places of that. */
function isSameThing(refused: Refused, { address, message }: Violation): boolean {
  const { spec, platform } = refused;
  const declared = declaredAt(refused, address);
  const own = platform.entries.filter((entry) => addressNow(refused, entry.address) === address);
  const ids = new Set(own.map(({ id }) => id));
  return platform.entries
    .filter((entry) => !isRead(spec.files, entry) && entry.address !== address)
    .some((entry) => {
      const record = recordAt(platform, entry.address);
      const isOfName = entry.kind === declared?.kind && record?.fields['name'] === declared.fields['name'];
      const names = [shownFile(entry), entry.address];
      return (isOfName || ids.has(entry.id)) && names.every((name) => message.includes(name));
    });
}
