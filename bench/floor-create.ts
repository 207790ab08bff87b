// The floor for creating campaigns: parses the document, and sends batches of ten as adsync does, eight at once.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { agent, sendBatch } from './signed-list.ts';

const batchSize = 10;
const atOnce = 8;
const accountSchema = z.object({
  accounts: z.object({
    'acme-us': z.object({
      campaigns: z.record(
        z.string(),
        z.object({ name: z.string(), status: z.string(), daily_budget: z.number() }),
      ),
    }),
  }),
});

const [document = ''] = process.argv.slice(2);
const { accounts } = accountSchema.parse(parse(readFileSync(document, 'utf8')));
const operations = Object.values(accounts['acme-us'].campaigns).map(({ name, status, daily_budget }) => ({
  operation_type: 'Create',
  params: {
    name,
    funding_instrument_id: 'hxtet',
    entity_status: status,
    daily_budget_amount_local_micro: daily_budget * 1_000_000,
  },
}));
let next = 0;
let created = 0;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < operations.length) {
      const batch = operations.slice(next, next + batchSize);
      next += batchSize;
      created += (await sendBatch('campaigns', batch)).length;
    }
  }),
);
console.log(`${created} created`);
await agent.close();
