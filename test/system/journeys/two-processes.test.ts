import { once } from 'node:events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadDocument } from '../../../src/config/load-document.ts';
import { isIdOf } from '../../../src/schemas/values.ts';
import { createSite, projectFile } from './real-processes.ts';

function byText(left: unknown, right: unknown): number {
  return String(left) < String(right) ? -1 : 1;
}

/** A record with its lists in the order in which sets are compared. */
function withSortedLists(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(record);
  return Object.fromEntries(
    members.map(([name, value]) => [name, Array.isArray(value) ? value.toSorted(byText) : value]),
  );
}

test('the example applies to a sandbox of its own process, plans to nothing, and is there as declared', async () => {
  const site = await createSite();
  await site.write('campaigns.yaml', await projectFile('examples/shop/campaigns.yaml'));

  const applied = await site.adsync('apply', '--yes', 'campaigns.yaml');
  const planned = await site.adsync('plan', '--detailed-exitcode', 'campaigns.yaml');

  expect(applied).toMatchObject({ code: 0 });
  expect(planned.code).toBe(0);
  expect(planned.stdout).toContain('Nothing to change');
  const document = await loadDocument({
    paths: ['campaigns.yaml'],
    cwd: site.folder,
    variables: { files: [], flags: [], environment: {} },
  });
  for (const [kind, collection] of [
    ['campaign', 'campaigns'],
    ['line_item', 'line_items'],
    ['tracking_tag', 'tracking_tags'],
  ] as const) {
    const declared = document.resources.filter(
      (resource) => resource.kind === kind && resource.id === undefined,
    );
    const records = (await site.records(collection)).filter(({ id }) => id !== '8zva0' && id !== '6zva');
    expect(records).toHaveLength(declared.length);
    const normal = records.map((record) => withSortedLists(record));
    for (const { fields } of declared) {
      // The platform widens categories to the whole set they belong to (F-line-item-13).
      const known = Object.entries(fields).filter(([wire, value]) => !isIdOf(value) && wire !== 'categories');
      expect(normal).toContainEqual(expect.objectContaining(Object.fromEntries(known)));
    }
  }
});

test('killed in the middle of creating 200 campaigns, the next apply ends with 200 and no duplicate', async () => {
  const site = await createSite();
  const entries = Array.from(
    { length: 200 },
    (_, index) =>
      `      c${index}: { name: Campaign ${index}, funding_instrument: credit, daily_budget: 5 }\n`,
  );
  await site.write(
    'campaigns.yaml',
    `version: 1\naccounts:\n  acme-us:\n    id: 18ce54d4x5t\n    funding_instruments: { credit: { id: hxtet } }\n    campaigns:\n${entries.join('')}`,
  );
  await site.control('PUT', 'faults', [{ method: 'POST', path: '/12/batch/**', effect: 'delay', ms: 50 }]);
  const first = site.start(['apply', '--yes']);
  const requestsSchema = z.array(z.object({ method: z.string(), path: z.string() }));
  const batches = async (): Promise<number> =>
    requestsSchema.parse(await site.control('GET', 'requests')).filter(({ method }) => method === 'POST')
      .length;
  while ((await batches()) < 6) await new Promise((resolve) => setTimeout(resolve, 5));

  first.kill('SIGKILL');
  await once(first, 'exit');
  await site.control('PUT', 'faults', []);
  // The next run comes later: until a request can no longer arrive, its absence proves nothing, and apply would wait.
  await site.control('PUT', 'clock', { advance_seconds: 40 });
  const atTheKill = (await site.records('campaigns')).length - 1;
  const second = await site.adsync('apply', '--yes');
  const third = await site.adsync('plan', '--detailed-exitcode');

  expect(atTheKill).toBeGreaterThan(0);
  expect(atTheKill).toBeLessThan(200);
  expect(second).toMatchObject({ code: 0 });
  expect(third).toMatchObject({ code: 0 });
  const names = (await site.records('campaigns'))
    .map(({ name }) => name)
    .filter((name) => name !== 'Evergreen');
  expect(names).toHaveLength(200);
  expect(new Set(names).size).toBe(200);
});
