import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Suite } from './compare.ts';
import { measure } from './measure.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;
const size = { campaigns: 8000, lineItems: 2, tagsOfEach: 1 };

/** An import of a large account, beside a bare listing of the same lists. */
export async function benchImport(suite: Suite): Promise<void> {
  const { adsync, floor } = suite.programs;
  await inWorld({ latencyMs, size }, async (folder, sandbox) => {
    const side = (name: string, argv: readonly string[]) => ({
      name,
      run: async () => {
        for (const made of ['.adsync', 'live']) rmSync(join(folder, made), { recursive: true, force: true });
        return await sandbox.counted(async () => await measure(argv, folder, sandbox.env));
      },
    });
    await compare(suite, `import of 8,000 campaigns, 16,000 line items, 16,000 tags, ${latencyMs} ms`, [
      side('adsync import', [adsync, 'import', accountId, '-o', 'live']),
      side('floor', [floor('floor-import')]),
    ]);
  });
}
