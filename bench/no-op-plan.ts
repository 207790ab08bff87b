import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Side, type Suite } from './compare.ts';
import { generatedDocument, type Size } from './generated-document.ts';
import { measure } from './measure.ts';
import { peerArguments, peerEnvironment } from './peer-run.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;

interface Case {
  readonly name: string;
  readonly size: Size;
  readonly lists: readonly string[];
}

const large: Case = {
  name: '8,000 campaigns, 16,000 line items, 16,000 tags',
  size: { campaigns: 8000, lineItems: 2, tagsOfEach: 1 },
  lists: ['campaigns', 'line_items', 'tracking_tags', 'funding_instruments'],
};

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
  await benchPlan(suite, large);
}

/** The large one, read from what was changed since an earlier run, beside a program that lists it in full. */
export async function benchIncremental(suite: Suite): Promise<void> {
  await inPlanned(large, suite, async ({ plan, least, side }) => {
    const title = `plan without changes, ${large.name}, ${latencyMs} ms, --refresh incremental`;
    await compare(suite, title, [side('adsync plan', [...plan, '--refresh', 'incremental']), least]);
  });
}

async function benchPlan(suite: Suite, given: Case): Promise<void> {
  await inPlanned(given, suite, async ({ plan, least, side, folder, env }) => {
    const forget = (): void => rmSync(join(folder, '.adsync/cache'), { recursive: true, force: true });
    const title = `plan without changes, ${given.name}, ${latencyMs} ms`;
    const { peer } = suite;
    const { campaigns, lineItems } = given.size;
    const isPeers = peer !== undefined && lineItems === 0;
    const argv = isPeers ? peerArguments(peer, campaigns) : [];
    if (isPeers) await measure(argv, folder, { ...env, ...peerEnvironment });
    const beside = isPeers ? side('alchemy', argv) : undefined;
    await compare(suite, `${title}, cache warm`, [side('adsync plan', plan), least], beside);
    await compare(suite, `${title}, cache cold`, [side('adsync plan', plan, forget), least]);
  });
}

/** An account that is as its document declares, and the sides of its cases. */
interface Planned {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of Node for a plan of it. */
  readonly plan: readonly string[];
  /** The floor. */
  readonly least: Side;
  readonly side: (title: string, argv: readonly string[], prepare?: () => void) => Side;
}

async function inPlanned(
  { size, lists }: Case,
  { programs: { adsync, floor } }: Suite,
  work: (planned: Planned) => Promise<void>,
): Promise<void> {
  await inWorld({ latencyMs, size }, async (folder, sandbox) => {
    const env = { ...sandbox.env, ...peerEnvironment };
    const document = join(folder, 'campaigns.yaml');
    writeFileSync(document, generatedDocument(accountId, size));
    await measure([adsync, 'apply', document, '--yes', '--adopt'], folder, env);
    const side = (title: string, argv: readonly string[], prepare = (): void => undefined): Side => ({
      name: title,
      run: async () => {
        prepare();
        return await sandbox.counted(async () => await measure(argv, folder, env));
      },
    });
    const plan = [adsync, 'plan', '--detailed-exitcode', document];
    const least = side('floor', [floor('floor-list'), document, ...lists]);
    await work({ folder, env, plan, least, side });
  });
}
