// The picture of a plan in the README, made from what the command really writes: node scripts/picture.ts
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planPicture } from './picture/plan-picture.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const name = 'docs/images/plan.svg';
const file = join(import.meta.dirname, '..', name);
const picture = await planPicture();

if (!values.check) {
  await writeFile(file, picture);
  console.log(`wrote ${name}`);
} else if ((await readFile(file, 'utf8')) !== picture) {
  console.error(`${name} is not what adsync plan writes now: run node scripts/picture.ts`);
  process.exitCode = 1;
}
