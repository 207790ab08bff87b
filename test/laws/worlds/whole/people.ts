import type { Values } from '../../../../src/schemas/values.ts';
import { bid, campaignFields, daily, itemFields, total, wordFields } from '../../../support/worlds/fields.ts';
import type { ItemSpec } from '../../../support/worlds/specs.ts';
import { consistent } from './edited.ts';
import type { Plain, WholePlatform } from './whole-platform.ts';
import type { Outside, WholeCampaign } from './whole-spec.ts';

/** Makes the campaigns of somebody else, straight on the platform. */
export function makeForeign(platform: WholePlatform, campaigns: readonly WholeCampaign[]): void {
  for (const campaign of campaigns.map(consistent)) {
    const fields = { entity_status: 'PAUSED', ...campaignFields(campaign) };
    const id = platform.make('campaign', fields);
    for (const item of campaign.items) makeItem(platform, item, id);
  }
}

function makeItem(platform: WholePlatform, item: ItemSpec, campaign: string): void {
  const fields = { entity_status: 'PAUSED', ...itemFields(item), campaign_id: campaign };
  const id = platform.make('line_item', fields);
  for (const word of item.words)
    platform.make('targeting_criterion', { ...wordFields(word), line_item_id: id });
}

/** Does on the platform what somebody did; nothing where there is nothing to do it to. */
export function actOutside(platform: WholePlatform, { what, at, amount, flight, fresh }: Outside): void {
  const ours = new Set(platform.entries.map(({ id }) => id));
  const all = [...platform.records.values()];
  const pickFrom = (records: readonly Plain[]): Plain | undefined =>
    records[at % Math.max(1, records.length)];
  const things = all.filter(({ kind }) => kind === 'campaign' || kind === 'line_item');
  const words = all.filter(({ kind }) => kind === 'targeting_criterion');
  const ofOurs = what.endsWith('ours') || what.endsWith('of ours');
  const thing = pickFrom(things.filter(({ id }) => !ofOurs || ours.has(id)));
  if (what === 'delete word') {
    const word = pickFrom(words);
    if (word !== undefined) platform.delete(word.id);
  } else if (thing !== undefined) {
    if (what === 'delete') platform.delete(thing.id);
    else if (what === 'add item') addItem(platform, thing, fresh);
    else if (what === 'add word') addWord(platform, thing, `outside ${flight[0].slice(0, 10)}`);
    else platform.change(thing.id, changeOf(thing, { what, amount, flight }));
  }
}

function addItem(platform: WholePlatform, { id, kind, fields }: Plain, item: ItemSpec): void {
  const campaign = kind === 'campaign' ? id : fields['campaign_id'];
  const above = typeof campaign === 'string' ? platform.records.get(campaign) : undefined;
  if (above === undefined) return;
  const budgets = above.fields['budget_optimization'] === 'LINE_ITEM' ? {} : { daily: null, total: null };
  makeItem(platform, { ...item, ...budgets }, above.id);
}

function addWord(platform: WholePlatform, { id, kind }: Plain, word: string): void {
  if (kind === 'line_item') platform.make('targeting_criterion', { ...wordFields(word), line_item_id: id });
}

function changeOf(
  { kind, fields }: Plain,
  { what, amount, flight }: Pick<Outside, 'what' | 'amount' | 'flight'>,
): Values {
  const isItem = kind === 'line_item';
  const [start, end] = flight;
  if (what === 'pause' || what === 'pause ours') return { entity_status: 'PAUSED' };
  if (what === 'activate') return { entity_status: 'ACTIVE' };
  if (what === 'flight') return isItem ? { start_time: start, end_time: end } : {};
  if (what === 'bid')
    return isItem && typeof amount === 'number' ? { [bid]: amount, bid_strategy: 'MAX' } : {};
  if (what === 'total') return totalOf(fields, amount);
  return dailyOf(kind, fields, amount);
}

/** A daily budget goes only where it counts for something, and never above the total one. */
function dailyOf(kind: string, fields: Values, amount: number | null): Values {
  if (kind === 'campaign' && fields['budget_optimization'] === 'LINE_ITEM') return {};
  const above = fields[total];
  if (amount === null && typeof above !== 'number') return { [daily]: null, [total]: 600_000_000 };
  return typeof above === 'number' && amount !== null && above < amount
    ? { [daily]: amount, [total]: amount }
    : { [daily]: amount };
}

function totalOf(fields: Values, amount: number | null): Values {
  const own = fields[daily];
  if (amount === null) return typeof own === 'number' ? { [total]: null } : {};
  return { [total]: Math.max(amount * 20, typeof own === 'number' ? own : 0) };
}
