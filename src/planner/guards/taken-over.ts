import { counted } from '../../diagnostics/counted.ts';
import { parentAddress } from '../../schemas/address.ts';
import type { DesiredResource } from '../../schemas/desired.ts';
import { belonging, isReadIn, namedProject, placeOf } from '../../schemas/home.ts';
import type { OtherFile } from '../../schemas/other-file.ts';
import type { Violation } from '../../schemas/plan.ts';
import type { StateEntry } from '../../schemas/state-entry.ts';
import { ancestors, parentOf } from '../match/subject.ts';
import { type GuardInput, violation } from './guard.ts';

const rule = 'other_file';
const override = `--override ${rule}`;

/**
 * An address that another file declared is not taken over while that file stands and was not read: it may declare the
 * address still, and both would change the record in turns. The settings of an account may stand in several files. What
 * one file takes over from another is one violation, however much it is.
 */
export function takenOver(input: GuardInput): readonly Violation[] {
  const byFiles = Map.groupBy(takeovers(input), ({ desired, entry }) =>
    JSON.stringify([desired.accountKey, desired.source.file, placeOf(entry)]),
  );
  return [...byFiles.values()].flatMap((all) => {
    const addresses = new Set(all.map(({ address }) => address));
    const top = all.filter(({ address }) => !ancestors(address).some((above) => addresses.has(above)));
    return top.slice(0, 1).map((first) => refusal(first, top));
  });
}

/** A declared address that the state knows from a file which was not read. */
interface Takeover {
  readonly address: string;
  readonly desired: DesiredResource;
  readonly entry: StateEntry;
  readonly other: OtherFile;
}

function takeovers({ document, subjects, ownership, otherFiles }: GuardInput): readonly Takeover[] {
  const entries = new Map(ownership.inScope.map((entry) => [entry.address, entry]));
  const declared = new Map(document.resources.map((resource) => [resource.address, resource]));
  const takeover = (address: string, known: string): readonly Takeover[] => {
    const [entry, desired] = [entries.get(known), declared.get(address)];
    if (entry === undefined || desired === undefined || parentAddress(address) === undefined) return [];
    if (isReadIn(document, entry)) return [];
    const other = otherFiles?.get(placeOf(entry));
    return other === undefined || other.standing === 'gone' ? [] : [{ address, desired, entry, other }];
  };
  // A member that a set of this document leaves out goes: the other file declares the same set.
  const sets = subjects
    .filter(({ kind, desired }) => desired === undefined && kind.form === 'set')
    .flatMap(({ address }) => takeover(parentOf(address), address));
  const own = subjects.flatMap(({ address }) => takeover(address, address));
  return [...new Map([...sets, ...own].map((each) => [each.address, each])).values()];
}

/** One takes the place of all: they agree in both files. `all` leaves out what stands beneath one of them. */
function refusal(first: Takeover, all: readonly Takeover[]): Violation {
  const { desired, entry, other } = first;
  const { file, line } = desired.source;
  const status =
    other.standing === 'renamed'
      ? ` ${belonging(entry)}; this run reads the file of that path ${belonging(desired.home)}`
      : ', a file that was not read';
  if (all.length === 1) {
    const message = `${file}:${line} declares what ${other.shown} declared${status}`;
    return violation(rule, first.address, message, remedyFor(first, 'it'), { override });
  }
  const message = `${file} declares ${counted(all.length, 'resource')} that ${other.shown} declared${status}: ${listed(all)}`;
  return violation(rule, desired.accountKey, message, remedyFor(first, 'them'), { override });
}

/** The most addresses that a message names. */
const mostNamed = 4;

function listed(all: readonly Takeover[]): string {
  const named = all.slice(0, mostNamed).map(({ address }) => address);
  const more = all.length - mostNamed;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function remedyFor({ desired, entry, other }: Takeover, them: 'it' | 'them'): string {
  if (other.standing === 'here')
    return `A resource stands in one file. To keep ${them} here, take ${them} out of ${other.shown} and name both files in one run; delete ${other.shown} where it holds nothing else. To keep ${them} there, take ${them} out of ${desired.source.file}.`;
  if (other.standing === 'renamed') {
    const name = namedProject(entry);
    const back = name === undefined ? '' : `Write project: ${name} at the top of the file again. `;
    return `${back}To accept it is to keep what the file declares ${belonging(desired.home)}.`;
  }
  const others = them === 'it' ? '' : ' for each';
  return `Leave ${them} to that file, or write removed: [{ from: ${entry.address}, destroy: false }]${others} there and apply that first. Accept it where it is the same file, and only its project or repository is called otherwise now.`;
}
