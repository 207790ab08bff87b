import { printable } from '../diagnostics/display-text.ts';
import type { Actor, Blame, FieldBlame } from '../schemas/blame.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
import { actorText } from './actor-text.ts';
import { plainValue } from './plain-value.ts';
import type { Sheet, SheetValue } from './sheet.ts';
import { documentName, showValue } from './show-value.ts';
import { tableLines } from './table-lines.ts';
import { shortenMiddle } from './text-width.ts';

/** The most columns of a terminal that one value takes in a table; programs get it whole. */
const longestCell = 32;

/** Who gave each field of a record its live value: a row for each field. */
export function blameSheet(blame: Blame): Sheet {
  return {
    text: (width) => blameText(blame, width),
    grid: () => [gridNames, ...blame.fields.map((field) => gridRow(blame, field))],
    records: blame.fields.map((field) => recordOf(blame, field)),
  };
}

function blameText(blame: Blame, width: number): string {
  const kind = kindNamed(blame.kind);
  const title = [
    `${kind.title} ${blame.id}`,
    blame.name,
    blame.address ?? '',
    blame.deleted ? 'deleted' : '',
  ];
  const rows = blame.fields.map(({ wire, value, at, by }) => [
    documentName(kind, wire),
    shortenMiddle(showValue(kind, wire, value, blame.currency).replaceAll('\n', ' '), longestCell),
    at ?? '',
    by === undefined ? 'unknown' : actorText(by),
  ]);
  const table = tableLines(
    [['field', 'value', 'since', 'by'], ...rows].map((row) => row.map(printable)),
    { width, indent: 0 },
  );
  const remarks = [...Map.groupBy(blame.fields, ({ remark }) => remark)].flatMap(([remark, fields]) =>
    remark === null ? [] : [`${fields.map(({ wire }) => documentName(kind, wire)).join(', ')}: ${remark}.`],
  );
  const lines = [...remarks, ...historyRemark(blame)].map(printable);
  return [
    printable(title.filter((part) => part !== '').join('  ')),
    '',
    ...table,
    ...(lines.length === 0 ? [] : ['', ...lines]),
    '',
  ].join('\n');
}

function historyRemark({ history, kind }: Blame): readonly string[] {
  if (history === 'read') return [];
  return history === 'unavailable'
    ? ['The history of the platform is not open to this account: what others did is not told.']
    : [`The platform keeps no history of a ${kindNamed(kind).title}: what others did is not told.`];
}

function recordOf(
  { kind, accountId, id, address, history }: Blame,
  { wire, value, at, by, remark }: FieldBlame,
): { readonly [name: string]: SheetValue } {
  const field = fieldByWire(kindNamed(kind), wire);
  return {
    address: address ?? null,
    kind,
    account_id: accountId,
    id,
    field: field?.document ?? wire,
    value: plainValue(field, value),
    at,
    actor: by?.actor ?? 'unknown',
    ...actorFacts(by),
    remark,
    history: history.replaceAll(' ', '_'),
  };
}

const nobody = {
  run: null,
  command: null,
  user: null,
  machine: null,
  document: null,
  user_id: null,
  means: null,
};

function actorFacts(by: Actor | undefined): { readonly [name: string]: SheetValue } {
  if (by === undefined) return nobody;
  if (by.actor === 'platform') return { ...nobody, user_id: by.userId, means: by.means };
  const { run, command, user, machine, document } = by;
  return { ...nobody, run, command, user, machine, document };
}

const gridNames = [
  'address',
  'kind',
  'account_id',
  'id',
  'field',
  'value',
  'at',
  'actor',
  'run',
  'command',
  'user',
  'machine',
  'document',
  'user_id',
  'means',
  'remark',
  'history',
];

function gridRow(blame: Blame, field: FieldBlame): readonly string[] {
  const record = recordOf(blame, field);
  return gridNames.map((name) => {
    const value = record[name] ?? null;
    if (value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}
