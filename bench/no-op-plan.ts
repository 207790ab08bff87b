import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Suite } from './compare.ts';
import { generatedDocument, type Size } from './generated-document.ts';
import { measure } from './measure.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;

interface Case {
  readonly name: string;
  readonly size: Size;
  readonly lists: readonly string[];
}

/** Plans of 5,000 campaigns that are as declared, beside a program that lists the same and parses the same document. */
export async function benchSmallPlan(suite: Suite): Promise<void> {
  await benchPlan(suite, {
    name: '5,000 campaigns',
    size: { campaigns: 5000, lineItems: 0, tagsOfEach: 0 },
    lists: ['campaigns', 'funding_instruments'],
  });
}

/** The same for 40,000 resources of three kinds. */
export async function benchLargePlan(suite: Suite): Promise<void> {
  await benchPlan(suite, {
    name: '8,000 campaigns, 16,000 line items, 16,000 tags',
    size: { campaigns: 8000, lineItems: 2, tagsOfEach: 1 },
    lists: ['campaigns', 'line_items', 'tracking_tags', 'funding_instruments'],
  });
}

async function benchPlan(suite: Suite, { name, size, lists }: Case): Promise<void> {
  const { adsync, floor } = suite.programs;
  await inWorld({ latencyMs, size }, async (folder, sandbox) => {
    const document = join(folder, 'campaigns.yaml');
    writeFileSync(document, generatedDocument(accountId, size));
    await measure([adsync, 'apply', document, '--yes', '--adopt'], folder, sandbox.env);
    const side = (title: string, argv: readonly string[], prepare = (): void => undefined) => ({
      name: title,
      run: async () => {
        prepare();
        return await sandbox.counted(async () => await measure(argv, folder, sandbox.env));
      },
    });
    const plan = [adsync, 'plan', '--detailed-exitcode', document];
    const least = side('floor', [floor('floor-list'), document, ...lists]);
    const forget = (): void => rmSync(join(folder, '.adsync/cache'), { recursive: true, force: true });
    const title = `plan without changes, ${name}, ${latencyMs} ms`;
    await compare(suite, `${title}, cache warm`, [side('adsync plan', plan), least]);
    await compare(suite, `${title}, cache cold`, [side('adsync plan', plan, forget), least]);
  });
}
