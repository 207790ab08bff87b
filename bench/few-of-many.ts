import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Suite } from './compare.ts';
import { generatedDocument } from './generated-document.ts';
import { measure } from './measure.ts';
import { accountId, inWorld } from './world.ts';

const latencyMs = 50;
const declared = 50;
const nothing = { campaigns: 0, lineItems: 0, tagsOfEach: 0 };

/** Plans of a few campaigns in an account of very many, beside a program that lists the funding instruments only. */
export async function benchFewOfMany(suite: Suite): Promise<void> {
  for (const campaigns of [200_000, 500_000]) await benchAccount(suite, campaigns);
}

async function benchAccount(suite: Suite, campaigns: number): Promise<void> {
  const { adsync, floor } = suite.programs;
  await inWorld({ latencyMs, size: { ...nothing, campaigns } }, async (folder, sandbox) => {
    const document = join(folder, 'campaigns.yaml');
    writeFileSync(document, generatedDocument(accountId, { ...nothing, campaigns: declared }));
    await measure([adsync, 'apply', document, '--yes', '--adopt'], folder, sandbox.env);
    const side = (name: string, argv: readonly string[]) => ({
      name,
      run: async () => await sandbox.counted(async () => await measure(argv, folder, sandbox.env)),
    });
    await compare(
      suite,
      `plan of ${declared} campaigns beside ${campaigns.toLocaleString('en')}, ${latencyMs} ms`,
      [
        side('adsync plan', [adsync, 'plan', '--detailed-exitcode', document]),
        side('floor', [floor('floor-list'), document, 'funding_instruments']),
      ],
    );
  });
}
