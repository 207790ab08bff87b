// The floor for a plan without changes: signs, lists the same pages one after another, parses them, and does nothing.
import { agent, list } from './signed-list.ts';

const counts = await Promise.all(
  ['campaigns', 'funding_instruments'].map(async (name) => (await list(name)).length),
);
console.log(`${counts.join(' + ')} records`);
await agent.close();
