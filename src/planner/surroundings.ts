import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { plainText, type Value } from '../schemas/values.ts';
import { ancestors, type Subject } from './subject.ts';

/** How changing resources stand to one another; built once, so that planning stays linear. */
export interface Surroundings {
  readonly byAddress: ReadonlyMap<string, Subject>;
  /** Changing resources above an address, the nearest first. */
  above(address: string): readonly Subject[];
  /** True where anything changes beneath an address. */
  hasBeneath(address: string): boolean;
  /** Resources whose live record goes, and stands under the live record of the given one or refers to it. */
  goneBeneath(subject: Subject): readonly Subject[];
}

/** True where the live record goes. */
export function losesRecord(subject: Subject): boolean {
  return subject.verdict === 'delete' || subject.verdict === 'replace';
}

export function surroundingsOf(changing: readonly Subject[]): Surroundings {
  const byAddress = new Map(changing.map((subject) => [subject.address, subject]));
  const beneath = new Set<string>();
  const gone = new Map<string, Subject[]>();
  for (const subject of changing) {
    for (const address of ancestors(subject.address)) beneath.add(address);
    if (subject.live === undefined || !losesRecord(subject)) continue;
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
    goneBeneath: ({ kind, accountId, live }) => gone.get(recordName(accountId, kind.name, live?.id)) ?? [],
  };
}

/** The live records that a live record stands under or refers to. */
function recordsAbove(kind: Kind, live: LiveRecord): readonly string[] {
  const references = Object.values(kind.fields).flatMap((field) =>
    field.refersTo === undefined ? [] : [[field.refersTo, field.wire] as const],
  );
  const all =
    kind.parent === undefined || kind.parentField === undefined
      ? references
      : [[kind.parent, kind.parentField] as const, ...references];
  return all.map(([above, wire]) => recordName(live.accountId, above, live.fields[wire]));
}

/** The name of a live record among those of all kinds and accounts. */
export function recordName(accountId: string, kind: string, id: Value | undefined): string {
  return `${accountId} ${kind} ${plainText(id)}`;
}
