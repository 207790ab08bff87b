// The floor for an import: signs, lists what an import reads, parses it, and does nothing.
import { z } from 'zod';
import { agent, list } from './signed-list.ts';

const idsPerFilter = 200;
const whole = [
  'campaigns',
  'line_items',
  'promoted_tweets',
  'media_creatives',
  'line_item_curated_categories',
  'preroll_call_to_actions',
  'tracking_tags',
  'custom_audiences',
  'funding_instruments',
];

const lists = await Promise.all(whole.map(async (name) => await list(name)));
const lineItems = z.array(z.object({ id: z.string() })).parse(lists[1]);
const groups: string[] = [];
for (let start = 0; start < lineItems.length; start += idsPerFilter)
  groups.push(
    lineItems
      .slice(start, start + idsPerFilter)
      .map(({ id }) => id)
      .join(','),
  );
const below = await Promise.all(
  groups.map(async (ids) => await list('targeting_criteria', { line_item_ids: ids })),
);
const records = [...lists, ...below].reduce((sum, each) => sum + each.length, 0);
console.log(`${records} records`);
await agent.close();
