import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Suite } from './compare.ts';
import { generatedDocument } from './generated-document.ts';
import { measure } from './measure.ts';
import { peerArguments, peerEnvironment } from './peer-run.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;
const nothing = { campaigns: 0, lineItems: 0, tagsOfEach: 0 };
const campaigns = 5000;

/**
 * Creating campaigns in an account that has none of them, beside a program that only sends the batches. ACTIVE ones are
 * made PAUSED and then activated; the floor sends no more than the first half of that.
 */
export async function benchCreate(suite: Suite): Promise<void> {
  for (const status of ['PAUSED', 'ACTIVE']) await benchStatus(suite, status);
}

async function benchStatus(suite: Suite, status: string): Promise<void> {
  const { adsync, floor } = suite.programs;
  await inWorld({ latencyMs, size: nothing }, async (folder, sandbox) => {
    const document = join(folder, 'campaigns.yaml');
    const text = generatedDocument(accountId, { ...nothing, campaigns }, status);
    writeFileSync(
      document,
      text.replace('    id:', `    limits: { active_campaigns: ${campaigns} }\n    id:`),
    );
    const side = (name: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) => ({
      name,
      run: async () => {
        rmSync(join(folder, '.adsync'), { recursive: true, force: true });
        rmSync(join(folder, '.alchemy'), { recursive: true, force: true });
        await sandbox.control('POST', 'reset');
        await sandbox.control('PUT', 'limits', { active_campaigns: campaigns });
        return await sandbox.counted(async () => await measure(argv, folder, { ...sandbox.env, ...env }));
      },
    });
    await compare(
      suite,
      `create ${campaigns} campaigns, ${status}, ${latencyMs} ms`,
      [
        side('adsync apply', [adsync, 'apply', document, '--yes']),
        side('floor', [floor('floor-create'), document]),
      ],
      suite.peer === undefined || status === 'ACTIVE'
        ? undefined
        : side('alchemy', peerArguments(suite.peer, campaigns), peerEnvironment),
    );
  });
}
