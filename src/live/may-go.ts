import { parentAddress } from '../schemas/address.ts';
import type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
import { movedAddress } from '../schemas/moved-address.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { mapReferences, ownValue, referencesIn, sameValue, type Value } from '../schemas/values.ts';

/** What a plan may do away with is told from these, before anything is read. */
export interface Going {
  readonly document: DesiredDocument;
  readonly entries: readonly StateEntry[];
  /** True for `destroy`, which wants nothing of what is ours. */
  readonly destroys: boolean;
  /** True where this run decides about an entry that the document does not declare. */
  readonly isDecided: (entry: StateEntry) => boolean;
}

/**
 * The entries whose records may be deleted or made anew, as far as the document and the state tell: a record and what
 * is known to stand beneath it, each at the address that it moves to.
 */
export function mayGo({ document, entries, destroys, isDecided }: Going): readonly StateEntry[] {
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const declared = new Map(document.resources.map((resource) => [resource.address, resource]));
  const known = new Map<StateEntry, boolean>();
  const goes = (entry: StateEntry): boolean => {
    const answer = known.get(entry);
    if (answer !== undefined) return answer;
    // Until it is known, for a reference that leads back to itself.
    known.set(entry, false);
    const isGoing = decide(entry);
    known.set(entry, isGoing);
    return isGoing;
  };
  const isNew = (address: string): boolean => {
    const entry = byAddress.get(address);
    return entry === undefined ? declared.get(address)?.id === undefined : goes(entry);
  };
  const nameOf = (address: string): Value | undefined => {
    const known = byAddress.get(address) ?? declared.get(address);
    const field = known && kindNamed(known.kind).referredBy;
    return field === undefined ? known?.id : ownValue(byAddress.get(address)?.answered, field);
  };
  const decide = (entry: StateEntry): boolean => {
    if (entry.origin === 'external') return false;
    const above = byAddress.get(parentAddress(entry.address) ?? '');
    if (above !== undefined && goes(above)) return true;
    const address = movedAddress(document.moved, entry.address);
    const resource = declared.get(address);
    if (resource === undefined || destroys) return isDecided(entry);
    const isElsewhere =
      above !== undefined && movedAddress(document.moved, above.address) !== parentAddress(address);
    return isElsewhere || isMadeAnew(resource, entry, { isNew, nameOf });
  };
  return entries
    .filter(goes)
    .map((entry) => ({ ...entry, address: movedAddress(document.moved, entry.address) }));
}

/** What references lead to, by address. */
interface Referred {
  /** True for a record that this plan makes. */
  readonly isNew: (address: string) => boolean;
  /** What others refer to a record by; `undefined` where that is not known. */
  readonly nameOf: (address: string) => Value | undefined;
}

/** True where a field that only a new record can take is not as it was last applied, or refers to a new record. */
function isMadeAnew(
  { fields }: DesiredResource,
  { kind: name, declared, answered }: StateEntry,
  { isNew, nameOf }: Referred,
): boolean {
  const kind = kindNamed(name);
  const together = kind.replacement?.fields?.(fields, answered) ?? [];
  return Object.values(kind.fields).some(({ change, wire }) => {
    const value = ownValue(fields, wire);
    const isFixed = change === 'replace' || together.includes(wire);
    if (!isFixed || value === undefined) return false;
    if (referencesIn(value).some(({ id_of: to }) => isNew(to))) return true;
    const settled = mapReferences(value, (each) => ('id_of' in each ? nameOf(each.id_of) : each));
    // What is not known before the reading is compared after it.
    return settled !== undefined && !sameValue(settled, ownValue(declared, wire));
  });
}
