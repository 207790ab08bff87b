import { isWithin } from '../schemas/address.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DesiredDocument, DesiredResource, Source } from '../schemas/desired.ts';
import { placeOf } from '../schemas/home.ts';
import type { LiveAccount, LiveRecord } from '../schemas/live-record.ts';
import type { OtherFiles } from '../schemas/other-file.ts';
import type { Change, Plan, PlannedOperation, Step, Violation } from '../schemas/plan.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import type { Value } from '../schemas/values.ts';
import { canDelete, meansOf } from './means.ts';

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
  /** `room` under a limit, its `own` earlier operation, its `parent`, what stands `beneath`, or a `reference`. */
  readonly for: 'room' | 'own' | 'parent' | 'beneath' | 'reference';
  readonly steps: readonly number[];
  readonly addresses: readonly string[];
}

export interface WhyOperation {
  readonly step: number;
  readonly type: PlannedOperation['operation_type'];
  readonly effect: Step['effect'];
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
  readonly live: { readonly updated_at: string | null } | null;
  readonly fields: readonly WhyField[];
  readonly platform_can: { readonly create: boolean; readonly update: boolean; readonly delete: boolean };
  readonly operations: readonly WhyOperation[];
  /** Steps of the whole plan. */
  readonly steps: number;
  readonly violations: readonly Violation[];
}

/** What a plan was made from, as far as one address needs it. */
export interface WhyInput {
  readonly document: DesiredDocument;
  readonly live: readonly LiveAccount[];
  readonly entries: readonly StateEntry[];
  readonly otherFiles?: OtherFiles;
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
    live: record === undefined ? null : { updated_at: record.updatedAt ?? null },
    fields: fieldsOf(kindNamed(kind), sides),
    platform_can: meansFor(kindNamed(kind), record),
    operations: operationsOf(plan, address),
    steps: plan.steps.length,
    violations: plan.violations.filter((violation) => isWithin(address, violation.address)),
  };
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
  const entry = entries.find((each) => each.address === (change?.moved_from ?? address));
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

interface Place {
  readonly step: Step;
  readonly each: PlannedOperation;
}

function operationsOf({ steps }: Plan, address: string): readonly WhyOperation[] {
  const places = new Map(
    steps.flatMap((step) => step.operations.map((each) => [each.operation, { step, each }] as const)),
  );
  return steps.flatMap((step) =>
    step.operations
      .filter((each) => each.address === address)
      .map((each) => ({
        step: step.step,
        type: each.operation_type,
        effect: step.effect,
        waits: waitsOf({ step, each }, steps, places),
        until_usable: each.waits_for ?? [],
      })),
  );
}

function waitsOf(
  place: Place,
  steps: readonly Step[],
  places: ReadonlyMap<number, Place>,
): readonly WhyWait[] {
  const required = place.each.requires
    .map((number) => places.get(number))
    .filter((needed) => needed !== undefined);
  const known = new Set(required.map(({ step }) => step.step));
  // A whole step that takes room follows the steps that free some, also where no operation names them.
  const releases = steps
    .filter(({ step, effect }) => effect === 'release' && place.step.after.includes(step) && !known.has(step))
    .flatMap((step) => step.operations.map((each) => ({ step, each })));
  const groups = Map.groupBy([...required, ...releases], (other) => relationOf(place, other));
  return [...groups].map(([relation, members]) => waitFor(relation, members));
}

function waitFor(relation: WhyWait['for'], members: readonly Place[]): WhyWait {
  return {
    for: relation,
    steps: [...new Set(members.map(({ step }) => step.step))],
    addresses: [...new Set(members.map(({ each }) => each.address))],
  };
}

function relationOf({ step, each: { address } }: Place, other: Place): WhyWait['for'] {
  if (address === other.each.address) return 'own';
  if (isWithin(address, other.each.address)) return 'parent';
  if (isWithin(other.each.address, address)) return 'beneath';
  return step.effect === 'claim' && other.step.effect === 'release' ? 'room' : 'reference';
}
