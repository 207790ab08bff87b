import { losesRecord } from '../match/outcome.ts';
import { namesOf, recordsAbove } from '../match/record-names.ts';
import { ancestors, type Subject } from '../match/subject.ts';

/** How changing resources stand to one another; built once, so that planning stays linear. */
export interface ChangeNeighbours {
  readonly byAddress: ReadonlyMap<string, Subject>;
  /** Changing resources above an address, the nearest first. */
  above(address: string): readonly Subject[];
  /** True where anything changes beneath an address. */
  hasBeneath(address: string): boolean;
  /** Resources whose live record goes, and stands under the live record of the given one or refers to it. */
  goneBeneath(subject: Subject): readonly Subject[];
}

export function neighboursOf(changing: readonly Subject[]): ChangeNeighbours {
  const byAddress = new Map(changing.map((subject) => [subject.address, subject]));
  const beneath = new Set<string>();
  const gone = new Map<string, Subject[]>();
  for (const subject of changing) {
    for (const address of ancestors(subject.address)) beneath.add(address);
    if (!losesRecord(subject)) continue;
    for (const record of recordsAbove(subject.kind, subject.live)) {
      const known = gone.get(record);
      if (known === undefined) gone.set(record, [subject]);
      else known.push(subject);
    }
  }
  return {
    byAddress,
    above: (address) => ancestors(address).flatMap((ancestor) => byAddress.get(ancestor) ?? []),
    hasBeneath: (address) => beneath.has(address),
    goneBeneath: (subject) => namesOf(subject).flatMap((name) => gone.get(name) ?? []),
  };
}
