import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from '../cli/harness.ts';

const examples = join(import.meta.dirname, '../../../examples');

/** Example projects, the files of each by path. */
const projects = [
  ['campaigns.yaml', ['campaigns.yaml', 'buyers.csv']],
  ...readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, filesOf(name)] as const),
] as const;

function filesOf(project: string): readonly string[] {
  const entries = readdirSync(join(examples, project), { recursive: true, encoding: 'utf8' });
  return entries.filter((entry) => /\.(yaml|csv)$/.test(entry)).map((entry) => `${project}/${entry}`);
}

test.each(projects)(
  'the example %s applies, plans to nothing, and can be destroyed',
  async (project, files) => {
    const bench = await createBench();
    for (const file of files) await bench.write(file, readFileSync(join(examples, file), 'utf8'));

    const applied = await bench.adsync(['apply', '--yes', project]);
    expect(applied.stderr + applied.stdout).not.toContain('error[');
    expect(applied.code).toBe(0);
    expect(await bench.adsync(['plan', '--detailed-exitcode', project])).toMatchObject({ code: 0 });

    // What is protected has to be let go of first, as a user would.
    for (const file of files) {
      const text = readFileSync(join(examples, file), 'utf8');
      await bench.write(file, text.replaceAll('prevent_destroy: true', 'prevent_destroy: false'));
    }
    expect(await bench.adsync(['apply', '--yes', project])).toMatchObject({ code: 0 });
    expect(await bench.adsync(['destroy', '--yes', project])).toMatchObject({ code: 0 });
    expect((await bench.records('campaigns')).map(({ name }) => name)).toEqual(['Evergreen']);
  },
);
