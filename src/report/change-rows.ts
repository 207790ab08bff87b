import { printable } from '../diagnostics/display-text.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { Change } from '../schemas/plan.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { Value, Values } from '../schemas/values.ts';
import { headline } from './headline.ts';
import type { ChangeNode } from './plan-groups.ts';
import { documentName, percentBetween, showStep, showValue } from './show-value.ts';
import { changedFields, isOnlyFlip, statusFlip } from './status-flip.ts';
import type { Style } from './style.ts';
import { padTo, widestOf } from './text-width.ts';

/** A line below a group's heading: what changes, and why or with what. */
export interface DetailRow {
  readonly indent: number;
  readonly what: string;
  readonly why: string;
}

export interface RowOptions {
  readonly style: Style;
  /** Every field of what is created, not only what tells it apart. */
  readonly everyField: boolean;
}

const flipSign = { pause: '‖', activate: '▶' } as const;

/** The lines of a change and of everything below it. */
export function changeRows(node: ChangeNode, indent: number, options: RowOptions): readonly DetailRow[] {
  const { change, label } = node;
  const inner = label === '' ? indent : indent + 2;
  // The head row of what stands below a heading and only flips says everything.
  return [
    ...headRows(change, printable(label), indent, options),
    ...(label !== '' && isOnlyFlip(change) ? [] : fieldRows(change, inner, options)),
    ...noteRows(change, inner),
    ...node.children.flatMap((child) => changeRows(child, inner, options)),
  ];
}

function headRows(change: Change, label: string, indent: number, options: RowOptions): readonly DetailRow[] {
  if (change.action === 'update') return updateRows(change, label, indent, options);
  const { sign, tone, said } = heads[change.action];
  const what = options.style(tone, `${sign} ${said(change, label)}`);
  const told =
    change.action === 'create' ? headline(kindNamed(change.kind), change.after, change.currency) : '';
  return [{ indent, what, why: change.reason === undefined ? told : printable(change.reason) }];
}

interface Head {
  readonly sign: string;
  readonly tone: 'green' | 'red' | 'cyan';
  /** What is said of it; an empty label is the heading's own resource. */
  readonly said: (change: Change, label: string) => string;
}

const heads: Readonly<Record<Exclude<Change['action'], 'update'>, Head>> = {
  create: {
    sign: '+',
    tone: 'green',
    said: (change, label) =>
      `${label === '' ? 'create' : label}${statusFlip(change) === 'activate' ? ', activated last' : ''}`,
  },
  delete: {
    sign: '-',
    tone: 'red',
    said: ({ irreversible }, label) =>
      `${label === '' ? 'delete' : label}${irreversible ? ', cannot be undone' : ''}`,
  },
  replace: {
    sign: '-/+',
    tone: 'red',
    said: (_, label) => labelled(label, 'replace: deleted and created anew'),
  },
  adopt: {
    sign: '=',
    tone: 'cyan',
    said: ({ id }, label) => labelled(label, `adopt ${printable(id ?? '')}`),
  },
  move: {
    sign: '>',
    tone: 'cyan',
    said: (change, label) => labelled(label, `moved from ${printable(change.moved_from ?? '')}`),
  },
  forget: { sign: '.', tone: 'cyan', said: (_, label) => labelled(label, 'forget, stays on the platform') },
};

function labelled(label: string, what: string): string {
  return label === '' ? what : `${label}, ${what}`;
}

function updateRows(
  change: Change,
  label: string,
  indent: number,
  { style }: RowOptions,
): readonly DetailRow[] {
  const why = printable(change.reason ?? '');
  if (label === '') return why === '' ? [] : [{ indent, what: style('yellow', '~ update'), why }];
  const flip = statusFlip(change);
  if (flip === undefined || !isOnlyFlip(change))
    return [{ indent, what: style('yellow', `~ ${label}`), why }];
  const what = style('yellow', `${flipSign[flip]} ${flip} ${label}`);
  return [{ indent, what, why: whyOf(change, kindNamed(change.kind).activation?.field ?? '') }];
}

function fieldRows(change: Change, indent: number, options: RowOptions): readonly DetailRow[] {
  if (change.action === 'delete' || change.action === 'forget') return [];
  const kind = kindNamed(change.kind);
  if (change.action === 'create') return options.everyField ? createdFields(change, kind, indent) : [];
  const names = changedFields(change).map((wire) => documentName(kind, wire));
  const widest = widestOf(names);
  return changedFields(change).map((wire) =>
    fieldRow(change, kind, wire, indent, { widest, style: options.style }),
  );
}

function fieldRow(
  change: Change,
  kind: Kind,
  wire: string,
  indent: number,
  { widest, style }: { readonly widest: number; readonly style: Style },
): DetailRow {
  const flip = wire === kind.activation?.field ? statusFlip(change) : undefined;
  const why = whyOf(change, wire);
  if (flip !== undefined) return { indent, what: style('yellow', `${flipSign[flip]} ${flip}`), why };
  const [before, after] = [own(change.before, wire), own(change.after, wire)];
  const isAmount = Object.values(kind.fields).some(
    (field) => field.wire === wire && field.type.name === 'money',
  );
  const percent = isAmount ? percentBetween(before, after) : '';
  const step = showStep(kind, wire, { before, after }, change.currency);
  const what = `${style('yellow', '~')} ${padTo(documentName(kind, wire), widest)}   ${step}`;
  return { indent, what: percent === '' ? what : `${what}   ${percent}`, why };
}

function createdFields(change: Change, kind: Kind, indent: number): readonly DetailRow[] {
  const names = changedFields(change).map((wire) => documentName(kind, wire));
  const widest = widestOf(names);
  return changedFields(change).map((wire) => {
    const shown = showValue(kind, wire, own(change.after, wire), change.currency);
    return { indent: indent + 2, what: `${padTo(documentName(kind, wire), widest)}   ${shown}`, why: '' };
  });
}

// A plan read from a file may name a field like a member of every object.
function own(values: Values, wire: string): Value | undefined {
  return Object.hasOwn(values, wire) ? values[wire] : undefined;
}

function whyOf(change: Change, wire: string): string {
  const field = change.fields.find((candidate) => candidate.field === wire);
  if (field === undefined || field.cause === 'config') return field?.cause ?? '';
  if (field.applied === undefined) return field.cause;
  return `${field.cause}: was ${showValue(kindNamed(change.kind), wire, field.applied, null)} when last applied`;
}

function noteRows(change: Change, indent: number): readonly DetailRow[] {
  const kind = kindNamed(change.kind);
  const dropped = Object.entries(change.no_longer_managed ?? {}).map(([wire, live]) => ({
    indent,
    what: `  ${documentName(kind, wire)}`,
    why: `no longer managed, live ${showValue(kind, wire, live, change.currency)}; write null to unset`,
  }));
  const along = (change.takes_along ?? []).map((address) => ({
    indent,
    what: `  takes along ${printable(address)}`,
    why: '',
  }));
  return [...dropped, ...along];
}
