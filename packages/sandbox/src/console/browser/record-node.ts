import { amountOf } from './amounts.ts';
import type { BrowsedRecord, PostPreview } from './answers.ts';
import { make } from './elements.ts';
import { plainText } from './plain-text.ts';

const labelFields = [
  'name',
  'screen_name',
  'text',
  'description',
  'targeting_value',
  'tracking_tag_url',
  'tweet_id',
  'type',
];
const longestLabel = 120;

/** What a record is called on one line: the first of its fields that says so, else what its post says, else its id. */
export function labelOf(record: BrowsedRecord, preview?: PostPreview): string {
  const named: BrowsedRecord = { ...record, ...(preview === undefined ? {} : { tweet_id: preview.text }) };
  const texts = labelFields.map((name) => named[name]).filter((value) => typeof value === 'string');
  const label = plainText(
    (texts.find((text) => text.trim() !== '') ?? record.id).trim().replaceAll(/\s+/g, ' '),
  );
  return label.length > longestLabel ? `${label.slice(0, longestLabel).toWellFormed()}…` : label;
}

/** The children of a record's summary: its name, its status, its id and its amounts. */
export function summaryOf(record: BrowsedRecord, preview?: PostPreview): readonly (Node | string)[] {
  const [label, amounts] = [labelOf(record, preview), amountsOf(record)];
  return [
    make('bdi', { class: 'name' }, label),
    ...tagsOf(record),
    ...(label === record.id ? [] : [make('span', { class: 'id' }, record.id)]),
    ...(amounts.length === 0 ? [] : [make('span', { class: 'amounts' }, amounts.join(' · '))]),
  ];
}

function tagsOf(record: BrowsedRecord): readonly HTMLElement[] {
  if (record['deleted'] === true) return [make('span', { class: 'tag bad' }, 'deleted')];
  const status = record['entity_status'];
  if (typeof status !== 'string') return [];
  return [
    make('span', { class: `tag ${status === 'ACTIVE' ? 'good' : 'warn'}` }, plainText(status.toLowerCase())),
  ];
}

/** What a campaign or a line item may spend, and what it bids. */
function amountsOf(record: BrowsedRecord): readonly string[] {
  const { currency } = record;
  const [daily, total, bid] = [
    'daily_budget_amount_local_micro',
    'total_budget_amount_local_micro',
    'bid_amount_local_micro',
  ].map((name) => amountOf(record[name], currency)?.shown);
  return [
    ...(daily === undefined ? [] : [`${daily} a day`]),
    ...(total === undefined ? [] : [`${total} in all`]),
    ...(record['budget_optimization'] === 'LINE_ITEM' ? ['budgets of line items'] : []),
    ...(bid === undefined ? [] : [`bid ${bid}`]),
  ].map(plainText);
}

/** A list of the fields of a record that have a value. */
export function fieldsOf(record: BrowsedRecord): HTMLElement {
  const rows = Object.entries(record)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const text = plainText(typeof value === 'string' ? value : JSON.stringify(value));
      return make('div', {}, make('dt', {}, name), make('dd', {}, make('bdi', {}, text)));
    });
  return make('dl', {}, ...rows);
}
