import { type DriftedResource, type DriftReport, driftFormatVersion } from '../schemas/drift.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { momentOf } from '../schemas/times.ts';
import { sameValue } from '../schemas/values.ts';
import { currencyLookup } from './exposure/currency.ts';
import { driftBudgets } from './exposure/drift-figures.ts';
import { namedOnly, type Selection } from './graph/selection.ts';
import { indexLive } from './match/live-index.ts';
import { matchAll } from './match/match.ts';
import { timeOf } from './match/match-state.ts';
import { decideOwnership } from './match/ownership.ts';
import { pauserOf } from './match/resume.ts';
import type { Subject } from './match/subject.ts';
import type { PlanInput } from './plan.ts';
import { unmanagedCount, unmanagedOf } from './result/summary.ts';
import { twinsIn } from './result/twins.ts';

/** What the report is made from; `listUnmanaged` names what nobody declares instead of only counting it. */
export interface DriftInput
  extends Pick<PlanInput, 'document' | 'live' | 'entries' | 'adsyncVersion' | 'createdAt'>,
    Selection {
  readonly listUnmanaged: boolean;
}

/**
 * What somebody changed on the platform since the last apply, for every resource of the state in scope. A live value
 * that the document declares by now is no drift; what cannot be read back is unchecked, never silently in sync.
 */
export function createDriftReport(input: DriftInput): DriftReport {
  const live = indexLive(input.live);
  const now = timeOf(input);
  const ownership = decideOwnership(input.document, input.entries);
  const all = matchAll(input.document, ownership, live, new Map(), now);
  const currency = currencyLookup(all, live);
  const resources = namedOnly(all, input).flatMap((subject) =>
    subject.entry === undefined
      ? undeclaredMember(subject)
      : [resourceOf(subject, subject.entry, currency.of(subject))],
  );
  const count = (status: DriftedResource['status']): number =>
    resources.filter((resource) => resource.status === status).length;
  const unmanaged = unmanagedOf(all, input.entries, live);
  const summary = {
    in_sync: count('in_sync'),
    modified: count('modified'),
    missing: count('missing'),
    unchecked: count('unchecked'),
    unmanaged: unmanagedCount(unmanaged, input.live),
  };
  return {
    format_version: driftFormatVersion,
    adsync_version: input.adsyncVersion,
    created_at: input.createdAt,
    in_sync: summary.modified === 0 && summary.missing === 0,
    summary,
    resources,
    budget: driftBudgets(input.document, input.entries, live, currency.ofInstrument, momentOf(now)),
    ...twinsIn(all, unmanaged),
    ...(input.listUnmanaged ? { unmanaged: named(unmanaged, input) } : {}),
  };
}

function named(
  records: readonly LiveRecord[],
  { document }: Pick<DriftInput, 'document'>,
): NonNullable<DriftReport['unmanaged']> {
  const keys = new Map(document.accounts.map(({ id, key }) => [id, key]));
  return records.map(({ accountId, kind, id, fields: { name } }) => ({
    account: keys.get(accountId) ?? accountId,
    kind,
    id,
    name: typeof name === 'string' ? name : null,
  }));
}

function resourceOf(subject: Subject, entry: StateEntry, currency: string | null): DriftedResource {
  const { address, kind, live, wanted, desired } = subject;
  const fields = fieldsOf(subject);
  const name = live?.fields['name'] ?? entry.declared['name'] ?? address.split('/').at(-1);
  return {
    address,
    kind: kind.name,
    id: entry.id,
    name: typeof name === 'string' ? name : address,
    currency,
    status: statusOf(subject, fields.length),
    updated_at: live?.updatedAt ?? null,
    source: desired === undefined ? null : { ...desired.source },
    fields: fields.map(({ wire, applied, seen }) => ({
      path: `/${wire}`,
      applied,
      live: seen,
      ...(wanted[wire] === undefined ? {} : { declared: wanted[wire] }),
    })),
    unchecked: subject.goneOutside ? [] : subject.unchecked.map((wire) => `/${wire}`),
  };
}

/** A live member that a whole set does not have is drift of what the set belongs to; it has a line of its own. */
function undeclaredMember({ undeclaredMemberOf, address, kind, live }: Subject): DriftedResource[] {
  if (undeclaredMemberOf === undefined || live === undefined) return [];
  const shown = Object.values(kind.fields).flatMap(({ wire }) => {
    const value = live.fields[wire];
    return value === undefined || value === null ? [] : [{ path: `/${wire}`, live: value }];
  });
  return [
    {
      address,
      kind: kind.name,
      id: live.id,
      name: address.slice(address.lastIndexOf('/') + 1),
      currency: null,
      status: 'modified',
      updated_at: live.updatedAt ?? null,
      source: { ...undeclaredMemberOf },
      fields: shown,
      unchecked: [],
    },
  ];
}

function statusOf(subject: Subject, modified: number): DriftedResource['status'] {
  if (subject.goneOutside) return 'missing';
  if (modified > 0) return 'modified';
  return subject.unchecked.length > 0 ? 'unchecked' : 'in_sync';
}

function fieldsOf({ kind, entry, live, wanted, goneOutside, desired }: Subject) {
  if (entry === undefined || live === undefined || goneOutside) return [];
  const ignored = desired?.lifecycle.ignoreChanges ?? [];
  const managed = new Set(Object.values(kind.fields).map((field) => field.wire));
  const isOwnPause = pauserOf({ kind, entry, live }) === 'adsync';
  const pausedByUs = isOwnPause ? kind.spending?.activation.field : undefined;
  const compared = Object.entries(entry.answered).filter(
    ([wire]) =>
      managed.has(wire) && !ignored.includes(wire) && live.fields[wire] !== undefined && wire !== pausedByUs,
  );
  return compared
    .map(([wire, applied]) => ({ wire, applied, seen: live.fields[wire] ?? null }))
    .filter(({ wire, applied, seen }) => !sameValue(applied, seen) && !sameValue(wanted[wire], seen));
}
