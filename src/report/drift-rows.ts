import { printable } from '../diagnostics/display-text.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { DriftedResource, DriftReport } from '../schemas/drift.ts';
import { raisesSpending } from '../schemas/raises-spending.ts';
import { kindNamed } from '../schemas/registry.ts';
import { documentName, showPair } from './show-value.ts';

/** One field that was changed outside, as texts that are safe to print. */
export interface DriftFieldRow {
  readonly name: string;
  readonly applied: string;
  readonly live: string;
  /** The declared value, or words for that there is none. */
  readonly declared: string;
  readonly isDeclared: boolean;
  /** More can be spent than before. */
  readonly raises: boolean;
}

/** What became of a resource outside, the worst first. */
export const driftStates = ['raised', 'missing', 'modified', 'unchecked', 'in_sync'] as const;
export type DriftState = (typeof driftStates)[number];

/** The words for people. */
export const driftTitles: Readonly<Record<DriftState, string>> = {
  raised: 'May spend more',
  missing: 'Missing',
  modified: 'Modified',
  unchecked: 'Unchecked',
  in_sync: 'In sync',
};

/** A resource of the report for people. */
export interface DriftRow {
  readonly resource: DriftedResource;
  readonly state: DriftState;
  readonly fields: readonly DriftFieldRow[];
  /** Document names of fields that the platform does not show. */
  readonly unchecked: readonly string[];
}

/** The resources of a report for people, the worst first, otherwise in the report's order. */
export function driftRows({ resources }: DriftReport): readonly DriftRow[] {
  return resources.map(driftRow).sort((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ state }: DriftRow): number {
  return driftStates.indexOf(state);
}

function driftRow(resource: DriftedResource): DriftRow {
  const kind = kindNamed(resource.kind);
  const fields = resource.fields.map((field) => fieldRow(resource, kind, field));
  const raised = resource.status === 'modified' && fields.some(({ raises }) => raises);
  return {
    resource,
    state: raised ? 'raised' : resource.status,
    fields,
    unchecked: resource.unchecked.map((path) => documentName(kind, wireOf(path))),
  };
}

function fieldRow(
  { currency }: DriftedResource,
  kind: Kind,
  field: DriftedResource['fields'][number],
): DriftFieldRow {
  const { path, applied, live } = field;
  const wire = wireOf(path);
  const [before, after] = showPair(kind, wire, [applied, live], currency);
  const isDeclared = 'declared' in field;
  const [declared] = isDeclared
    ? showPair(kind, wire, [field.declared, live], currency)
    : [applied === undefined ? 'not declared' : 'no longer declared'];
  return {
    name: documentName(kind, wire),
    applied: before,
    live: after,
    declared,
    isDeclared,
    raises: raisesSpending(kind, wire, applied, live),
  };
}

/** The wire name in a JSON Pointer (RFC 6901): `/name`, with ~1 for a slash and ~0 for a tilde. */
export function wireOf(path: string): string {
  return path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The counts of a report: `Drift: 2 modified, 37 in sync.` */
export function driftClosing({ in_sync: inSync, summary }: DriftReport): string {
  const counts: readonly (readonly [number, string])[] = [
    [summary.modified, 'modified'],
    [summary.missing, 'missing'],
    [summary.in_sync, 'in sync'],
    [summary.unmanaged, 'unmanaged'],
    [summary.unchecked, 'unchecked'],
  ];
  const named = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${inSync ? 'In sync' : 'Drift'}: ${named.length === 0 ? 'nothing is managed' : named.join(', ')}.`;
}

/** What is said of a resource beside its fields. */
export function driftRemark({ resource, unchecked }: DriftRow): string {
  const { status, id, updated_at: updatedAt, fields } = resource;
  if (status === 'missing') return `${printable(id ?? 'it')} no longer exists on the platform`;
  if (status === 'modified') {
    // A member that a whole set does not have was never applied.
    const isAdded = fields.every((field) => !('declared' in field) && field.applied === undefined);
    const what = isAdded ? 'added outside' : 'changed outside';
    return updatedAt === null ? what : `${what}, last on ${printable(updatedAt)}`;
  }
  if (status === 'in_sync') return '';
  return unchecked.length === 0
    ? 'the platform does not show it, so nothing is known'
    : `the platform does not show ${unchecked.join(', ')}`;
}
