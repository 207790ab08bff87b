import type { Kind } from '../../schemas/define-kind.ts';
import { type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { referencesIn, sameValue, type Value } from '../../schemas/values.ts';
import type { LiveIndex } from '../match/live-index.ts';
import { textsIn } from '../match/record-names.ts';
import { parentOf, type Subject } from '../match/subject.ts';
import { type Edge, edgesTo, type UsableWait } from './edges.ts';
import type { Operation } from './operations.ts';

/** An operation that would use what cannot be used, and that nothing in the plan makes usable. */
export interface Unusable {
  readonly operation: Operation;
  readonly record: LiveRecord;
}

/** What operations wait for because of what they use, and what of that nothing makes usable. */
export interface Readiness {
  readonly waits: readonly UsableWait[];
  readonly edges: readonly Edge[];
  readonly unusable: readonly Unusable[];
}

/**
 * What an operation uses must be usable when it is sent. What this plan creates or fills is waited for; anything else
 * that is not usable is returned. A kind says when it can be used, and by which kinds.
 */
export function findReadiness(
  operations: readonly Operation[],
  subjects: readonly Subject[],
  live: LiveIndex,
): Readiness {
  const addresses = new Map(
    subjects.flatMap((subject) =>
      subject.live !== undefined && subject.kind.readiness?.usableWhen !== undefined
        ? [[recordKey(subject.live), subject.address] as const]
        : [],
    ),
  );
  const made = new Map(
    operations
      .filter(({ type, subject }) => type === 'Create' && subject.kind.readiness?.usableWhen !== undefined)
      .map((operation) => [operation.subject.address, operation]),
  );
  const filling = Map.groupBy(
    operations.filter(({ subject }) => subject.kind.form === 'only'),
    ({ subject }) => parentOf(subject.address),
  );
  const isMadeUsable = (address: string | undefined): address is string =>
    address !== undefined && (made.has(address) || filling.has(address));
  const conditions = new Map<Kind, readonly Condition[]>();
  for (const { subject } of operations)
    if (!conditions.has(subject.kind)) conditions.set(subject.kind, conditionsOf(subject.kind));
  const conditional = operations.filter(
    ({ type, subject }) => type !== 'Delete' && conditions.get(subject.kind)?.length !== 0,
  );
  const uses = conditional.map((operation) => {
    const { created, records } = usedBy(operation, live);
    const used = records.map((record) => ({ record, address: addresses.get(recordKey(record)) }));
    const waited = [...created.filter((address) => made.has(address)), ...used.map(({ address }) => address)];
    return { operation, used, waited: [...new Set(waited.filter(isMadeUsable))] };
  });
  return {
    waits: uses.flatMap(({ operation: { number: operation }, waited }) =>
      waited.map((address) => ({ operation, address })),
    ),
    edges: uses.flatMap(({ operation, waited }) =>
      waited.flatMap((address) =>
        edgesTo([operation], [made.get(address), ...(filling.get(address) ?? [])], 'use'),
      ),
    ),
    unusable: uses.flatMap(({ operation, used }) =>
      used.filter(({ address }) => !isMadeUsable(address)).map(({ record }) => ({ operation, record })),
    ),
  };
}

/** The addresses whose new records an operation uses, and the live records that it uses although they are not usable. */
function usedBy(
  { subject: { kind, accountId }, params }: Operation,
  live: LiveIndex,
): { readonly created: readonly string[]; readonly records: readonly LiveRecord[] } {
  const conditions = conditionsOf(kind);
  const used = Object.entries(params).flatMap(([name, given]) =>
    conditions.filter(({ wire }) => wire === name).map((condition) => ({ ...condition, given })),
  );
  return {
    created: used.flatMap(({ given }) => referencesIn(given).map(({ id_of }) => id_of)),
    records: used.flatMap(({ given, referred, field, value }) =>
      textsIn(given)
        .flatMap((id) => live.byId(accountId, referred, id) ?? [])
        // A record that does not show the field was not read for it: nothing is known against it.
        .filter(({ fields }) => field in fields && !sameValue(fields[field], value)),
    ),
  };
}

interface Condition {
  readonly wire: string;
  readonly referred: string;
  readonly field: string;
  readonly value: Value;
}

/** What must hold of what the fields of a kind refer to, by the wire names of those. */
function conditionsOf({ name, fields }: Kind): readonly Condition[] {
  return Object.values(fields).flatMap(({ type: { refersTo = [] }, wire }) =>
    refersTo.flatMap((referred) => {
      const usableWhen = kindNamed(referred).readiness?.usableWhen;
      return usableWhen?.by.includes(name) === true ? [{ wire, referred, ...usableWhen }] : [];
    }),
  );
}
