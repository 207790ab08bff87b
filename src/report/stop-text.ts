import { counted } from '../diagnostics/counted.ts';
import { printable } from '../diagnostics/display-text.ts';
import { formatMoney } from '../schemas/micro-units.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { LeftRecord } from '../stops/choose-resumed.ts';
import type { Target } from '../stops/target.ts';
import { tableLines } from './table-lines.ts';

/** How many records a list names before it counts the others. */
const mostNamed = 20;

/** What is listed of one record: of which kind it is, how it is called, and what is to be said of it. */
export interface ListedRecord {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly remark: string;
}

/** A list of records below a heading, the first twenty by name. Ends with a line feed. */
export function recordList(heading: string, records: readonly ListedRecord[], width: number): string {
  if (records.length === 0) return '';
  const rows = records
    .slice(0, mostNamed)
    .map(({ kind, id, name, address, remark }) => [
      kindNamed(kind).title,
      printable(name),
      printable(address ?? id),
      printable(remark),
    ]);
  const left = records.length - rows.length;
  const more = left > 0 ? [`  and ${left.toLocaleString('en-US')} more`] : [];
  return `${[heading, ...tableLines(rows, { width, indent: 2 }), ...more].join('\n')}\n`;
}

/** A target as it is listed, with the most that it can spend. */
export function listedTarget({ record, name, address, exposure }: Target): ListedRecord {
  return { kind: record.kind, id: record.id, name, address, remark: exposureText(exposure) };
}

function exposureText(exposure: Target['exposure']): string {
  if (exposure === undefined) return '';
  const { daily, currency } = exposure;
  return typeof daily === 'number' ? `${formatMoney(daily)} ${currency}/day` : 'no daily limit';
}

const leftWords: Readonly<Record<LeftRecord['because'], string>> = {
  gone: 'is deleted',
  active: 'is active already',
  changed: 'was changed since',
  stopped: 'stands beneath another stop',
  declared: 'was declared PAUSED since',
  beneath: 'something beneath it was changed since',
};

/** A record that the end of a stop leaves, as it is listed, with why. */
export function listedLeft({ stopped, because }: LeftRecord): ListedRecord {
  const { kind, id, name, address } = stopped;
  return { kind, id, name, address, remark: leftWords[because] };
}

/** How many records of which kinds: `12 campaigns, 1 line item`. */
export function countedKinds(records: readonly { readonly kind: string }[]): string {
  const byKind = Map.groupBy(records, ({ kind }) => kind);
  return [...byKind].map(([kind, own]) => counted(own.length, kindNamed(kind).title)).join(', ');
}
