import { counted } from '../../diagnostics/counted.ts';
import { printable } from '../../diagnostics/display-text.ts';
import type { Kind } from '../../schemas/define-kind.ts';
import type { Change } from '../../schemas/plan.ts';
import { fieldByWire, kindNamed } from '../../schemas/registry.ts';
import { changedFields, isOnlyFlip, statusFlip } from '../../schemas/status-flip.ts';
import { ownValue } from '../../schemas/values.ts';
import { recordText } from '../record-text.ts';
import { documentName, percentBetween, showStep, showValue } from '../show-value.ts';
import { isMoved, leavesFields } from './change-counts.ts';
import type { ChangeLine } from './change-line.ts';
import type { ChangeNode } from './change-nodes.ts';
import { foldNodes } from './fold-nodes.ts';
import { headline } from './headline.ts';
import { starsText } from './star-pattern.ts';

const flipSign = { pause: '‖', activate: '▶' } as const;

/**
 * The lines of a change and of everything below it; `everyField` lists all fields of what is created. What stands below
 * it and changes alike is told once.
 */
export function changeLines(node: ChangeNode, everyField: boolean, depth = 0): readonly ChangeLine[] {
  const { change, label, stars = [] } = node;
  const inner = label === '' ? depth : depth + 1;
  const along = change.action === 'replace' ? node.children.filter(goesOnlyAlong) : [];
  const others = node.children.filter((child) => !along.includes(child));
  const count = stars.length === 0 ? '' : `${stars.length} `;
  // The head of what stands below a heading and only flips says everything.
  const shown = `${count}${printable(shownLabel(change, label))}`;
  return [
    ...moveLines(change, shown, depth),
    ...headLines(change, shown, depth),
    ...(stars.length === 0 ? [] : [line(change, { depth: inner, part: 'note', text: starsText(stars) })]),
    ...(label !== '' && isOnlyFlip(change) ? [] : fieldLines(change, inner, everyField)),
    ...noteLines(node, inner),
    ...alongLines(change, along, inner),
    ...foldNodes(others, (child) => changeLines(child, everyField)).flatMap((child) =>
      changeLines(child, everyField, inner),
    ),
  ];
}

/** Whether a record is made anew only because what it stands beneath is, and so is all beneath it. */
function goesOnlyAlong({ change, children }: ChangeNode): boolean {
  const { parentField } = kindNamed(change.kind);
  return (
    change.action === 'replace' &&
    changedFields(change).every((wire) => wire === parentField) &&
    Object.keys(change.lost ?? {}).length === 0 &&
    (change.others_along ?? []).length === 0 &&
    children.every(goesOnlyAlong)
  );
}

/** One line for everything that is made anew with a record and changes no further: `made anew with it: 2 line items`. */
function alongLines(change: Change, along: readonly ChangeNode[], depth: number): readonly ChangeLine[] {
  if (along.length === 0) return [];
  const kinds = Map.groupBy(along.flatMap(kindsIn), (kind) => kind);
  const counts = [...kinds].map(([kind, { length }]) => counted(length, kindNamed(kind).title));
  return [line(change, { depth, part: 'note', text: `made anew with it, as it is: ${counts.join(', ')}` })];
}

function kindsIn({ change, children }: ChangeNode): readonly string[] {
  return [change.kind, ...children.flatMap(kindsIn)];
}

/** A member of a set by its section and its text: `targeting LOCATION:EQ:96683cc9126741d1`. */
function shownLabel({ kind }: Change, label: string): string {
  return kindNamed(kind).form === 'set' ? label.replace(/\/([^/]*)$/, ' $1') : label;
}

function line(change: Change, part: Partial<ChangeLine>): ChangeLine {
  const empty = {
    depth: 0,
    part: 'head',
    sign: '',
    text: '',
    name: '',
    wire: '',
    percent: '',
    why: '',
  } as const;
  return { address: change.address, ...empty, ...part };
}

/** What moves and changes besides says both; a move alone is its own head. */
function moveLines(change: Change, label: string, depth: number): readonly ChangeLine[] {
  if (!isMoved(change) || change.action === 'move') return [];
  const { sign, said } = heads.move;
  return [line(change, { depth, sign, text: said(change, label) })];
}

function headLines(change: Change, label: string, depth: number): readonly ChangeLine[] {
  if (change.action === 'update') return updateLines(change, label, depth);
  const { sign, said } = leavesFields(change) ? fieldsLeftOut : heads[change.action];
  const kind = kindNamed(change.kind);
  // The text of a member says all that tells it apart.
  const isTold = change.action === 'create' && kind.form !== 'set';
  const told = isTold ? headline(kind, change.after, change.currency) : '';
  const why = change.reason === undefined ? told : printable(change.reason);
  return [line(change, { depth, sign, text: said(change, label), why })];
}

interface Head {
  readonly sign: string;
  /** What is said of it; an empty label is the heading's own resource. */
  readonly said: (change: Change, label: string) => string;
}

const heads: Readonly<Record<Exclude<Change['action'], 'update'>, Head>> = {
  create: {
    sign: '+',
    said: (change, label) =>
      `${label === '' ? 'create' : label}${statusFlip(change) === 'activate' ? ', activated last' : ''}`,
  },
  delete: {
    sign: '-',
    said: ({ irreversible }, label) =>
      `${label === '' ? 'delete' : label}${irreversible ? ', cannot be undone' : ''}`,
  },
  replace: {
    sign: '-/+',
    said: ({ irreversible }, label) =>
      `${labelled(label, 'replace: deleted and created anew')}${irreversible ? ', cannot be undone' : ''}`,
  },
  adopt: { sign: '=', said: ({ id }, label) => labelled(label, `adopt ${printable(id ?? '')}`) },
  move: {
    sign: '>',
    said: (change, label) => labelled(label, `moved from ${printable(change.moved_from ?? '')}`),
  },
  forget: { sign: '.', said: (_, label) => labelled(label, 'forget, stays on the platform') },
};

const fieldsLeftOut: Head = {
  sign: '·',
  said: (_, label) => labelled(label, 'fields no longer managed, nothing changes on the platform'),
};

function labelled(label: string, what: string): string {
  return label === '' ? what : `${label}, ${what}`;
}

function updateLines(change: Change, label: string, depth: number): readonly ChangeLine[] {
  const why = printable(change.reason ?? '');
  if (label === '') return why === '' ? [] : [line(change, { depth, sign: '~', text: 'update', why })];
  const flip = statusFlip(change);
  if (flip === undefined || !isOnlyFlip(change))
    return [line(change, { depth, sign: '~', text: label, why })];
  const status = kindNamed(change.kind).spending?.activation.field ?? '';
  return [
    line(change, { depth, sign: flipSign[flip], text: `${flip} ${label}`, why: whyOf(change, status) }),
  ];
}

function fieldLines(change: Change, depth: number, everyField: boolean): readonly ChangeLine[] {
  if (change.action === 'delete' || change.action === 'forget') return [];
  const kind = kindNamed(change.kind);
  if (change.action !== 'create')
    // That what stands beneath a new record hangs on that one is no news.
    return changedFields(change)
      .filter((wire) => wire !== kind.parentField)
      .map((wire) => fieldLine(change, kind, wire, depth));
  if (!everyField) return [];
  return changedFields(change).map((wire) => {
    const text = showValue(kind, wire, ownValue(change.after, wire), change.currency);
    return line(change, { depth: depth + 1, part: 'field', name: documentName(kind, wire), wire, text });
  });
}

function fieldLine(change: Change, kind: Kind, wire: string, depth: number): ChangeLine {
  const flip = wire === kind.spending?.activation.field ? statusFlip(change) : undefined;
  const why = whyOf(change, wire);
  if (flip !== undefined) return line(change, { depth, sign: flipSign[flip], text: flip, why });
  // A plan read from a file may name a field like a member of every object.
  const [before, after] = [ownValue(change.before, wire), ownValue(change.after, wire)];
  const isAmount = Object.values(kind.fields).some(
    (field) => field.wire === wire && field.type.name === 'money',
  );
  return line(change, {
    depth,
    part: 'field',
    sign: '~',
    name: documentName(kind, wire),
    wire,
    text: showStep(kind, wire, { before, after }, change.currency),
    percent: isAmount ? percentBetween(before, after) : '',
    why,
  });
}

function whyOf(change: Change, wire: string): string {
  if (change.stopped_by !== undefined && wire === kindNamed(change.kind).spending?.activation.field)
    return `paused by the stop ${change.stopped_by}`;
  const field = change.fields.find((candidate) => candidate.field === wire);
  if (field === undefined || field.cause === 'config') return field?.cause ?? '';
  if (field.applied === undefined) return field.cause;
  return `${field.cause}: was ${showValue(kindNamed(change.kind), wire, field.applied, null)} when last applied`;
}

function noteLines({ change, told }: ChangeNode, depth: number): readonly ChangeLine[] {
  const kind = kindNamed(change.kind);
  const valueNotes = (
    values: Change['no_longer_managed'],
    why: (live: string, wire: string) => string,
  ): readonly ChangeLine[] =>
    Object.entries(values ?? {}).map(([wire, live]) =>
      line(change, {
        depth,
        part: 'note',
        text: documentName(kind, wire),
        why: why(`live ${showValue(kind, wire, live, change.currency)}`, wire),
      }),
    );
  const isReplaced = change.action === 'replace';
  const dropped = valueNotes(
    isReplaced ? {} : change.no_longer_managed,
    (live) => `no longer managed, ${live}; write null to unset`,
  );
  const carried = valueNotes(change.carried, (live) => `carried over, ${live}`);
  const lost = valueNotes(
    change.lost,
    (live, wire) => `not carried over, ${live}: the platform ${chosenFor(change, wire)}`,
  );
  // What has lines of its own says itself that it goes.
  const along = (change.takes_along ?? [])
    .filter((address) => !told.has(address))
    .map((address) => line(change, { depth, part: 'note', text: `takes along ${printable(address)}` }));
  const others = (change.others_along ?? []).map((other) => othersLine(change, other, depth));
  return [...dropped, ...carried, ...lost, ...along, ...others];
}

/** What goes along and is not managed by the plan, with its status and what tells it apart. */
function othersLine(
  change: Change,
  other: NonNullable<Change['others_along']>[number],
  depth: number,
): ChangeLine {
  const kind = kindNamed(other.kind);
  const { fields } = other;
  const status = ownValue(fields, kind.spending?.activation.field ?? '');
  const told = [typeof status === 'string' ? printable(status) : '', headline(kind, fields, change.currency)];
  return line(change, {
    depth,
    part: 'note',
    text: `takes along ${recordText(other)}, not managed by this plan`,
    why: told.filter((part) => part !== '').join(', '),
  });
}

/** By which new values the platform chooses, where it is known to choose by them. */
function chosenFor(change: Change, wire: string): string {
  const kind = kindNamed(change.kind);
  const by = fieldByWire(kind, wire)?.chosenBy?.wires.filter(
    (each) => ownValue(change.after, each) !== undefined,
  );
  const values = by?.map((each) => {
    const value = showValue(kind, each, ownValue(change.after, each), change.currency);
    return `${documentName(kind, each)} ${value}`;
  });
  return values === undefined || values.length === 0 ? 'decides anew' : `chooses for ${values.join(' and ')}`;
}
