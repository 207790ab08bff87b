import type { BrowsedRecord } from './answers.ts';
import { make } from './elements.ts';

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

/** What a record is called: the first of its fields that says so, else its id. */
export function labelOf(record: BrowsedRecord): string {
  const texts = labelFields.map((name) => record[name]).filter((value) => typeof value === 'string');
  return texts.find((text) => text !== '')?.slice(0, 120) ?? record.id;
}

/** The children of a record's summary: its name, its status and its id. */
export function summaryOf(record: BrowsedRecord): readonly (Node | string)[] {
  return [labelOf(record), ...tagsOf(record), make('span', { class: 'id' }, record.id)];
}

function tagsOf(record: BrowsedRecord): readonly HTMLElement[] {
  if (record['deleted'] === true) return [make('span', { class: 'tag bad' }, 'deleted')];
  const status = record['entity_status'];
  if (typeof status !== 'string') return [];
  return [make('span', { class: `tag ${status === 'ACTIVE' ? 'good' : 'warn'}` }, status.toLowerCase())];
}

/** A list of the fields of a record that have a value. */
export function fieldsOf(record: BrowsedRecord): HTMLElement {
  const rows = Object.entries(record)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return make('div', {}, make('dt', {}, name), make('dd', {}, text));
    });
  return make('dl', {}, ...rows);
}
