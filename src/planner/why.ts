import { isWithin } from '../schemas/address.ts';
import { withDeclaredAgain } from '../schemas/declared-again.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource, Source } from '../schemas/desired.ts';
import { placeOf } from '../schemas/home.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import type { OtherFiles } from '../schemas/other-file.ts';
import type { Change, Plan, PlannedOperation, Step, Violation } from '../schemas/plan.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Value } from '../schemas/values.ts';
import { claimsOf } from './exposure/figures.ts';
import { type Load, sumLoads } from './exposure/load.ts';
import type { EdgeReason } from './graph/edges.ts';
import { canDelete, meansOf } from './match/write-mode.ts';
import type { Scheduled } from './schedule/schedule.ts';

/** One field: what each side says of it, and whose change it is. */
export interface WhyField {
  /** The platform's name. */
  readonly field: string;
  readonly declared?: Value;
  /** Left out where the platform does not show it, or there is no record. */
  readonly live?: Value;
  readonly applied?: Value;
  readonly source: Source | null;
  readonly changed_by: 'nobody' | 'new' | 'config' | 'drift' | 'both' | 'no_longer_managed' | 'unchecked';
  /** False where only a new record can take another value. */
  readonly in_place: boolean;
}

/** Something that an operation waits for. */
export interface WhyWait {
  readonly for: EdgeReason;
  readonly steps: readonly number[];
  readonly addresses: readonly string[];
}

export interface WhyOperation {
  readonly step: number;
  readonly type: PlannedOperation['operation_type'];
  readonly effect: Step['effect'];
  /** What the request raises and lowers of what is bounded: `active_campaigns`, `exposure USD`, `uncapped USD`. */
  readonly raises: readonly string[];
  readonly lowers: readonly string[];
  readonly waits: readonly WhyWait[];
  /** Addresses of what must be usable first. */
  readonly until_usable: readonly string[];
}

/** Why a plan does to an address what it does, or does nothing. */
export interface Why {
  readonly address: string;
  readonly kind: string;
  readonly id: string | null;
  readonly currency: string | null;
  readonly change: Change | null;
  /** Where the document declares it. */
  readonly declared: Source | null;
  /** How it came to be ours, and the file that declared it when it was last applied. */
  readonly remembered: { readonly origin: StateEntry['origin']; readonly file: string } | null;
  /** Of an account that the state knows: the rules of the policy that it was applied with last. */
  readonly bound: { readonly rules: readonly string[] } | null;
  readonly live: { readonly updated_at: string | null } | null;
  readonly fields: readonly WhyField[];
  readonly platform_can: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
  readonly operations: readonly WhyOperation[];
  /** Steps of the whole plan. */
  readonly steps: number;
  readonly violations: readonly Violation[];
}

/** An account that the state knows. */
export interface KnownAccount {
  readonly key: string;
  /** The names of the rules that it was applied with last. */
  readonly rules: readonly string[];
}

/** What a plan was made from, as far as one address needs it. */
export interface WhyInput {
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  readonly entries: readonly StateEntry[];
  readonly otherFiles?: OtherFiles;
  /** None is known where they are left out. */
  readonly knownAccounts?: readonly KnownAccount[];
  /** Why the plan's requests wait for one another, as planning recorded it. */
  readonly waits: Scheduled['waits'];
}

/** Explains what a plan does to an address; `undefined` for an address that nothing is known of. */
export function whyOf(plan: Plan, input: WhyInput, address: string): Why | undefined {
  const sides = sidesOf(plan, input, address);
  const { change, desired, entry, record } = sides;
  const kind = change?.kind ?? desired?.kind ?? entry?.kind;
  if (kind === undefined) return undefined;
  return {
    address,
    kind,
    id: idOf(sides),
    currency: change?.currency ?? currencyOf(record),
    change: change ?? null,
    declared: desired?.source ?? null,
    remembered: entry === undefined ? null : { origin: entry.origin, file: fileOf(entry, input) },
    bound: boundAs(input, address),
    live: record === undefined ? null : { updated_at: record.updatedAt ?? null },
    fields: fieldsOf(kindNamed(kind), sides),
    platform_can: meansFor(kindNamed(kind), record),
    operations: operationsOf(plan, input.waits, address),
    steps: plan.steps.length,
    violations: plan.violations.filter((violation) => isWithin(address, violation.address)),
  };
}

function boundAs({ knownAccounts = [] }: WhyInput, address: string): Why['bound'] {
  const account = knownAccounts.find(({ key }) => key === address);
  return account === undefined ? null : { rules: account.rules };
}

/** The file that declared it, as people know it here where it was not read. */
function fileOf(entry: StateEntry, { otherFiles }: WhyInput): string {
  return otherFiles?.get(placeOf(entry))?.shown ?? entry.file;
}

interface Sides {
  readonly change: Change | undefined;
  readonly desired: DesiredResource | undefined;
  readonly entry: StateEntry | undefined;
  readonly record: LiveRecord | undefined;
}

function sidesOf(plan: Plan, { document, live, entries }: WhyInput, address: string): Sides {
  const change = plan.changes.find((each) => each.address === address);
  const desired = document.resources.find((each) => each.address === address);
  const entryAt = (wanted: string | undefined): StateEntry | undefined =>
    entries.find((each) => each.address === wanted);
  // Only an account that gets another key is known by that one already.
  const remembered = entryAt(change?.moved_from) ?? entryAt(address);
  const entry = remembered === undefined ? undefined : withDeclaredAgain(remembered, desired?.fields ?? {});
  const sides = { change, desired, entry };
  const [id, kind] = [idOf(sides), change?.kind ?? desired?.kind ?? entry?.kind];
  const record = live
    .flatMap(({ records }) => records)
    .find((each) => each.kind === kind && each.id === id && !each.deleted);
  return { ...sides, record };
}

function idOf({ change, desired, entry }: Omit<Sides, 'record'>): string | null {
  return change?.id ?? entry?.id ?? desired?.id ?? null;
}

function meansFor(kind: Kind, record: LiveRecord | undefined): Why['platform_can'] {
  const values = { ...record?.fields };
  const update = meansOf(kind, 'Update', values, false) !== undefined;
  return { create: kind.creatable, update, delete: canDelete(kind, values) };
}

function currencyOf(record: LiveRecord | undefined): string | null {
  const currency = record?.fields['currency'];
  return typeof currency === 'string' ? currency : null;
}

function fieldsOf(kind: Kind, sides: Sides): readonly WhyField[] {
  const { change, desired, entry, record } = sides;
  const wires = new Set([
    ...Object.keys(desired?.fields ?? {}),
    ...(change?.fields.map(({ field }) => field) ?? []),
    ...Object.keys(change?.no_longer_managed ?? {}),
  ]);
  return [...wires].flatMap((wire) => {
    const field = fieldByWire(kind, wire);
    // The parent's id is no field of the document.
    if (field === undefined) return [];
    const declared = desired?.fields[wire];
    const [live, applied] = [record?.fields[wire], entry?.answered[wire]];
    return [
      {
        field: wire,
        ...(declared === undefined ? {} : { declared }),
        ...(live === undefined ? {} : { live }),
        ...(applied === undefined ? {} : { applied }),
        source: desired?.fieldSources[wire] ?? null,
        changed_by: changedBy(wire, sides),
        in_place: field.change === 'in-place',
      },
    ];
  });
}

function changedBy(wire: string, { change, record }: Sides): WhyField['changed_by'] {
  const changed = change?.fields.find(({ field }) => field === wire);
  if (changed !== undefined) return changed.cause;
  if (Object.hasOwn(change?.no_longer_managed ?? {}, wire)) return 'no_longer_managed';
  if (record === undefined) return 'new';
  return record.fields[wire] === undefined ? 'unchecked' : 'nobody';
}

function operationsOf({ steps }: Plan, waits: Scheduled['waits'], address: string): readonly WhyOperation[] {
  const places = new Map(
    steps.flatMap(({ step, operations }) =>
      operations.map((each) => [each.operation, { step, address: each.address }] as const),
    ),
  );
  return steps.flatMap((step) =>
    step.operations
      .filter((each) => each.address === address)
      .map(({ operation, operation_type: type, waits_for: usable = [] }) => {
        const reasons = new Map(waits.operations.get(operation));
        const required = [...places].flatMap(([number, place]) => {
          const why = reasons.get(number);
          return why === undefined ? [] : [{ ...place, why }];
        });
        const known = new Set(required.map((place) => place.step));
        // A whole step that takes room follows the steps that free some, also where no operation names them.
        const barriers = new Set(waits.barriers.get(step.step));
        const freed = [...places.values()].filter(
          (place) => barriers.has(place.step) && !known.has(place.step),
        );
        const all = [...required, ...freed.map((place) => ({ ...place, why: 'room' as const }))];
        return {
          step: step.step,
          type,
          effect: step.effect,
          ...changedLoad([...waits.loads].filter(([number]) => number === operation).map(([, load]) => load)),
          waits: [...Map.groupBy(all, ({ why }) => why)].map(([why, members]) => waitFor(why, members)),
          until_usable: usable,
        };
      }),
  );
}

function changedLoad(loads: readonly Load[]): Pick<WhyOperation, 'raises' | 'lowers'> {
  return {
    raises: [...claimsOf(loads)],
    lowers: [...claimsOf(loads.map((load) => sumLoads([[load, -1]])))],
  };
}

function waitFor(
  reason: EdgeReason,
  places: readonly { readonly step: number; readonly address: string }[],
): WhyWait {
  return {
    for: reason,
    steps: [...new Set(places.map(({ step }) => step))].sort((a, b) => a - b),
    addresses: [...new Set(places.map(({ address }) => address))],
  };
}
