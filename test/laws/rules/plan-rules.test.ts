import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBench } from '../../system/cli/harness.ts';
import { SandboxClient } from '../../unit/sandbox/sandbox-client.ts';
import { type PlanCase, planCases } from './plan-cases.ts';
import { problemCodes } from './problem-codes.ts';

const us = '18ce54d4x5t';

function documentOf({ document, account = us }: PlanCase): string {
  return `version: 1\naccounts:\n  acme: { id: ${account}, ${document} }\n`;
}

test.each(planCases.map((each): [string, PlanCase] => [each.rule, each]))(
  '%s: the platform refuses it, and adsync does before it writes anything',
  async (_, each) => {
    const { raw, code, user, seed, limits } = each;
    const bench = await createBench(documentOf(each));
    if (seed !== undefined) await bench.control('POST', 'seed', seed);
    if (limits !== undefined) await bench.control('PUT', 'limits', limits);
    const client = new SandboxClient();
    client.baseUrl = bench.sandbox.baseUrl;
    client.secrets = bench.sandbox.ready;
    const { secrets } = user === undefined ? { secrets: {} } : client.as(user);
    const env = {
      ADSYNC_CACHE_DIR: join(bench.folder, 'cache'),
      ...(secrets.access_token === undefined ? {} : { ADSYNC_ACCESS_TOKEN: secrets.access_token }),
      ...(secrets.access_token_secret === undefined
        ? {}
        : { ADSYNC_ACCESS_TOKEN_SECRET: secrets.access_token_secret }),
    };
    const planned = await bench.adsync(['plan', '--json'], { env });
    const ran = await bench.adsync(['apply', '--yes'], { env });

    const problems = await problemCodes(bench.folder);
    expect([planned.stdout, ran.stdout, ran.stderr, ...problems].join('\n')).toContain(code);
    expect([1, 4]).toContain(ran.code);
    expect(await bench.writes()).toEqual([]);
    const path = raw.path.startsWith('/12/') ? raw.path : `/12/accounts/${us}${raw.path}`;
    const answer = await client.send(raw.method, path, {
      secrets,
      ...(raw.query === undefined ? {} : { query: raw.query }),
      ...(raw.json === undefined ? {} : { json: raw.json }),
    });
    expect(answer.codes.map(String)).toContain(code);
  },
);
