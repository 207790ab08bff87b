import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, campaigns, createBench } from './harness.ts';

/** A working directory without `campaigns.yaml`, with these files in its place. */
async function benchWith(files: Readonly<Record<string, string>>): Promise<Bench> {
  const bench = await createBench();
  await rm(join(bench.folder, 'campaigns.yaml'));
  for (const [file, text] of Object.entries(files)) await bench.write(file, text);
  return bench;
}

const ofOthers = 'version: "3.8"\nservices:\n    web: { image:  x }\n';

test.each([
  ['the folder campaigns', 'campaigns', 'campaigns/us.yaml'],
  ['the working directory', '.', 'us.yaml'],
])('with no path and no campaigns.yaml, plan, apply and drift read %s', async (_, path, file) => {
  const bench = await benchWith({ [file]: campaigns() });

  const planned = await bench.adsync(['plan', '--json']);
  const applied = await bench.adsync(['apply', '--yes']);
  const drifted = await bench.adsync(['drift']);

  expect(JSON.parse(planned.stdout)).toMatchObject({ paths: [path], summary: { create: 1 } });
  expect(applied).toMatchObject({ code: 0 });
  expect(drifted.stdout).toContain('In sync: 1 in sync');
  // A folder is known to be read whole: what is no longer declared in it goes.
  await bench.write(file, campaigns({ other: 'name: Other, daily_budget: 5.00' }));
  const less = await bench.adsync(['plan', '--json']);
  expect(JSON.parse(less.stdout)).toMatchObject({ summary: { create: 1, delete: 1 } });
});

test('with no path and no document, what was looked for is named', async () => {
  const bench = await benchWith({ 'compose.yaml': ofOthers, 'uk/uk.yaml': campaigns() });

  const refused = await bench.adsync(['validate']);

  expect(refused.stderr).toBe(
    `error[ADSYNC_DOCUMENT_MISSING]: this folder holds no campaigns.yaml, no folder campaigns and no other document
  Name the files or folders that hold the document. Here are uk; . reads all below this folder.
`,
  );
});

test('the help of every command that reads a document tells the default', async () => {
  const bench = await benchWith({});
  for (const command of [['plan'], ['apply'], ['destroy'], ['drift'], ['validate'], ['state', 'rebuild']]) {
    const { stdout } = await bench.adsync([...command, '--help']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '(default: campaigns.yaml, else campaigns/, else this folder if it holds a document)',
    );
  }
});

test('fmt does not write to a whole working directory unasked', async () => {
  const bench = await benchWith({ 'us.yaml': campaigns(), 'compose.yaml': ofOthers });

  const refused = await bench.adsync(['fmt']);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('fmt does not write to all of this folder unasked');
  expect(await bench.read('compose.yaml')).toBe(ofOthers);
});
