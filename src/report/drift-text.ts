import { printable } from '../diagnostics/display-text.ts';
import type { DriftReport } from '../schemas/drift.ts';
import { kindNamed } from '../schemas/registry.ts';
import { layoutRow } from './layout.ts';
import type { TextOptions } from './plan-text.ts';
import { documentName, showStep, showValue } from './show-value.ts';
import { padTo, shorten, widestOf } from './text-width.ts';

type Resource = DriftReport['resources'][number];
type DriftedField = Resource['fields'][number];

/**
 * The drift report for people: every resource that is not in sync with what was last applied and what is live, then
 * one sentence of counts. Ends with a line feed.
 */
export function driftText(report: DriftReport, options: Pick<TextOptions, 'style' | 'width'>): string {
  const differing = report.resources.filter(({ status }) => status !== 'in_sync');
  const widest = Math.min(options.width * 0.33, widestOf(differing.map(({ name }) => printable(name))));
  const blocks = differing.flatMap((resource) => [
    ...resourceLines(resource, Math.floor(widest), options),
    '',
  ]);
  return `${[...blocks, options.style('bold', closing(report))].join('\n')}\n`;
}

function resourceLines(
  resource: Resource,
  nameWidth: number,
  { style, width }: Pick<TextOptions, 'style' | 'width'>,
): readonly string[] {
  const { source } = resource;
  const heading = layoutRow(
    [
      { at: 0, text: style('bold', shorten(printable(resource.name), nameWidth)) },
      { at: nameWidth + 2, text: printable(resource.address) },
      {
        at: nameWidth + 4,
        text: style('dim', source === null ? '' : `${printable(source.file)}:${source.line}`),
      },
    ],
    width,
  );
  const names = resource.fields.map(({ path }) => documentName(kindNamed(resource.kind), wireOf(path)));
  const widest = widestOf(names);
  const fields = resource.fields.flatMap((field, index) =>
    layoutRow(
      [
        {
          at: 4,
          text: `${style('yellow', '~')} ${padTo(names[index] ?? '', widest)}   ${step(resource, field)}`,
        },
        { at: Math.floor(width * 0.55), text: declared(resource, field) },
      ],
      width,
    ),
  );
  return [...heading, ...state(resource).map((line) => `  ${style('yellow', line)}`), ...fields];
}

function state({ status, updated_at: updatedAt, id }: Resource): readonly string[] {
  if (status === 'missing') return [`missing: ${printable(id ?? 'it')} no longer exists on the platform`];
  if (status === 'unchecked') return ['unchecked: the platform does not show it, so nothing is known'];
  return [updatedAt === null ? 'changed outside' : `changed outside, last on ${printable(updatedAt)}`];
}

function step(resource: Resource, { path, applied, live }: DriftedField): string {
  return showStep(
    kindNamed(resource.kind),
    wireOf(path),
    { before: applied, after: live },
    resource.currency,
  );
}

function declared(resource: Resource, field: DriftedField): string {
  if (!('declared' in field)) return 'no longer declared';
  return `the document says ${showValue(kindNamed(resource.kind), wireOf(field.path), field.declared, resource.currency)}`;
}

// Paths are JSON Pointers (RFC 6901): `/name`, with ~1 for a slash and ~0 for a tilde.
function wireOf(path: string): string {
  return path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}

function closing({ in_sync: inSync, summary }: DriftReport): string {
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
