// The floor for a plan: lists what it has to read, all lists at once, and parses the document that is named first.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { agent, list } from './signed-list.ts';

const [document = '', ...lists] = process.argv.slice(2);
const listing = Promise.all(lists.map(async (name) => (await list(name)).length));
parse(readFileSync(document, 'utf8'));
console.log(`${(await listing).join(' + ')} records`);
await agent.close();
