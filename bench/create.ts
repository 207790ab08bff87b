import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Suite } from './compare.ts';
import { generatedDocument } from './generated-document.ts';
import { measure } from './measure.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;
const nothing = { campaigns: 0, lineItems: 0, tagsOfEach: 0 };
const campaigns = 5000;

/** Creating campaigns in an account that has none of them, beside a program that only sends the batches. */
export async function benchCreate(suite: Suite): Promise<void> {
  const { adsync, floor } = suite.programs;
  await inWorld({ latencyMs, size: nothing }, async (folder, sandbox) => {
    const document = join(folder, 'campaigns.yaml');
    writeFileSync(document, generatedDocument(accountId, { ...nothing, campaigns }));
    const side = (name: string, argv: readonly string[]) => ({
      name,
      run: async () => {
        rmSync(join(folder, '.adsync'), { recursive: true, force: true });
        await sandbox.control('POST', 'reset');
        return await sandbox.counted(async () => await measure(argv, folder, sandbox.env));
      },
    });
    await compare(suite, `create ${campaigns} campaigns, ${latencyMs} ms`, [
      side('adsync apply', [adsync, 'apply', document, '--yes']),
      side('floor', [floor('floor-create'), document]),
    ]);
  });
}
