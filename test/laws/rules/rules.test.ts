import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { us, useSandbox } from '../../unit/sandbox/sandbox-client.ts';
import { audienceCases } from './audience-cases.ts';
import { campaignCases } from './campaign-cases.ts';
import type { RawRequest, RuleCase } from './case.ts';
import { creativeCases } from './creative-cases.ts';
import { problemCodes } from './problem-codes.ts';

const cases = [...campaignCases, ...creativeCases, ...audienceCases];
const sandbox = useSandbox();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-rules-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function codesSent({ method, path, query, json }: RawRequest): Promise<readonly string[]> {
  const address = path.startsWith('/12/') ? path : `/12/accounts/${us}${path}`;
  const { status, codes } = await sandbox.send(method, address, {
    ...(query === undefined ? {} : { query }),
    ...(json === undefined ? {} : { json }),
  });
  expect(status).toBe(400);
  return codes.map(String);
}

async function codesOfProblems(document: string): Promise<readonly string[]> {
  const text = `version: 1\naccounts:\n  acme-uk: { id: 18ce5uk0000 }\n  acme-us:\n    id: ${us}\n    ${document}\n`;
  await writeFile(join(folder, 'campaigns.yaml'), text);
  return await problemCodes(folder);
}

test.each(cases.map((each): [string, RuleCase] => [each.rule, each]))(
  '%s: the platform refuses it, and adsync does with the same code before anything is sent',
  async (_, { document, raw, code, seed }) => {
    if (seed !== undefined) await sandbox.control('POST', '/seed', seed);
    expect(await codesSent(raw)).toContain(code);
    expect(await codesOfProblems(document)).toEqual([code]);
  },
);
