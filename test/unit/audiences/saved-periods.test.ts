import { expect, test } from 'vitest';
import { withSavedPeriods } from '../../../src/runs/survey-members.ts';
import { planSchema } from '../../../src/schemas/plan.ts';
import { createBench } from '../../system/cli/harness.ts';
import { load } from '../config/support/load.ts';

const text = `version: 1
accounts:
  acme: { id: 18ce54d4x5t, audiences: { a: { id: 1nmth, users: { file: a.csv } } } }
`;

test.each([
  ['the same members', 'sha256:1', '2026-11-20T00:00:00Z'],
  ['other members', 'sha256:2', '2026-11-21T00:00:00Z'],
])('a plan that was saved a day ago for %s keeps its times where it can', async (_, digest, expected) => {
  const bench = await createBench(text);
  await bench.write('a.csv', 'handle\nacme\n');
  const { stdout } = await bench.adsync(['plan', '--json']);
  const plan = planSchema.parse(JSON.parse(stdout));
  const users = {
    digest,
    count: 1,
    effective_at: '2026-11-20T00:00:00Z',
    expires_at: '2027-12-20T00:00:00Z',
  };
  const saved = { ...plan, changes: plan.changes.map((change) => ({ ...change, after: { users } })) };
  const document = await load(text);
  const now = {
    digest: 'sha256:1',
    count: 1,
    effective_at: '2026-11-21T00:00:00Z',
    expires_at: '2027-12-21T00:00:00Z',
  };
  const resources = document.resources.map((resource) =>
    resource.kind === 'audience_members' ? { ...resource, fields: { users: now } } : resource,
  );
  const kept = withSavedPeriods({ ...document, resources }, saved);
  const [members] = kept.resources.flatMap(({ kind, fields }) =>
    kind === 'audience_members' ? [fields['users']] : [],
  );

  expect(members).toMatchObject({ effective_at: expected });
});
