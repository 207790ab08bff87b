import { type DriftReport, driftFormatVersion } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { StateEntry } from '../schemas/state-entry.ts';
import { sameValue } from '../schemas/values.ts';
import { currencyLookup } from './currency.ts';
import { indexLive } from './live-index.ts';
import { matchAll } from './match.ts';
import { decideOwnership } from './ownership.ts';
import type { PlanInput } from './plan.ts';
import type { Subject } from './subject.ts';
import { unmanagedOf } from './summary.ts';
import { withinTargets } from './targets.ts';

type Resource = DriftReport['resources'][number];

/**
 * What somebody changed on the platform since the last apply, for every resource of the state in scope. A live value
 * that the document declares by now is no drift; what cannot be read back is unchecked, never silently in sync.
 */
export function createDriftReport(
  input: Pick<PlanInput, 'document' | 'live' | 'entries' | 'targets'>,
): DriftReport {
  const live = indexLive(input.live, kindNamed);
  const ownership = decideOwnership(input.document, input.entries);
  const all = matchAll(input.document, ownership, live, new Map());
  const currency = currencyLookup(all, live);
  const resources = withinTargets(all, input.targets).flatMap((subject) =>
    subject.entry === undefined ? [] : [resourceOf(subject, subject.entry, currency.of(subject))],
  );
  const count = (status: Resource['status']): number =>
    resources.filter((resource) => resource.status === status).length;
  const summary = {
    in_sync: count('in_sync'),
    modified: count('modified'),
    missing: count('missing'),
    unchecked: count('unchecked'),
    unmanaged: unmanagedOf(all, input.entries, live),
  };
  return {
    format_version: driftFormatVersion,
    in_sync: summary.modified === 0 && summary.missing === 0,
    summary,
    resources,
  };
}

function resourceOf(subject: Subject, entry: StateEntry, currency: string | null): Resource {
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
  };
}

function statusOf(subject: Subject, modified: number): Resource['status'] {
  if (subject.goneOutside) return 'missing';
  if (modified > 0) return 'modified';
  return subject.unchecked.length > 0 ? 'unchecked' : 'in_sync';
}

function fieldsOf({ kind, entry, live, wanted, goneOutside, desired }: Subject) {
  if (entry === undefined || live === undefined || goneOutside) return [];
  const ignored = desired?.lifecycle.ignoreChanges ?? [];
  const managed = new Set(Object.values(kind.fields).map((field) => field.wire));
  const compared = Object.entries(entry.answered).filter(
    ([wire]) => managed.has(wire) && !ignored.includes(wire) && live.fields[wire] !== undefined,
  );
  return compared
    .map(([wire, applied]) => ({ wire, applied, seen: live.fields[wire] ?? null }))
    .filter(({ wire, applied, seen }) => !sameValue(applied, seen) && !sameValue(wanted[wire], seen));
}
