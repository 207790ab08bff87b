import { afterAll, expect, test } from 'vitest';
import { randomFrom } from '../../support/worlds/random.ts';
import { type WriteCase, writeCases } from './cases.ts';
import { startWriteTrials, type WriteFault, type WriteTrials } from './write-trials.ts';

const count = Number(process.env['ADSYNC_WRITES'] ?? 9);
const seed = Number(process.env['ADSYNC_SEED'] ?? 20_261_123);
const seen = new Map<string, number>();

/** A full disk at one change, a kill at one, or a kill at some moment, which is all there is where no file is changed. */
function faultFrom(random: ReturnType<typeof randomFrom>, { changes }: WriteTrials): WriteFault {
  const mode =
    changes === 0 ? 'kill after' : (random.pick(['kill', 'kill', 'full'] as const) ?? 'kill after');
  if (mode === 'kill after') return { mode, part: 0.2 + random.below(1000) / 1200 };
  return { mode, at: 1 + random.below(changes) };
}

async function trialsOf(writeCase: WriteCase, index: number): Promise<readonly string[]> {
  const random = randomFrom(seed + index);
  const trials = await startWriteTrials(writeCase);
  const wrong: string[] = [];
  try {
    for (let number = 0; number < Math.ceil(count / writeCases.length); number += 1) {
      const fault = faultFrom(random, trials);
      seen.set(fault.mode, (seen.get(fault.mode) ?? 0) + 1);
      wrong.push(...(await trials.run(fault)));
    }
  } finally {
    await trials.stop();
  }
  return wrong;
}

test.each(writeCases.map((each, index) => [each.name, each, index] as const))(
  '%s, killed or with a full disk, leaves nothing half, and the next run comes to the same end',
  async (_name, writeCase, index) => {
    expect(await trialsOf(writeCase, index)).toEqual([]);
  },
  Math.max(120_000, count * 2_000),
);

afterAll(() => {
  if (process.env['ADSYNC_WRITES'] === undefined) return;
  process.stdout.write(`seed ${seed}: ${JSON.stringify(Object.fromEntries(seen))}\n`);
});
