import { expect, test } from 'vitest';
import { type Bench, createBench } from '../../system/cli/harness.ts';

const emails = (from: number, to: number): string =>
  `email\n${Array.from({ length: to - from }, (_, index) => `user${from + index}@example.com\n`).join('')}`;

const moved = 'moved: [{ from: acme-us/audiences/buyers, to: acme-us/audiences/b2 }]\n';

/** A document with one audience, and lines of its own before it. */
function document(audience: string, lines = ''): string {
  return `version: 1
${lines}accounts:
  acme-us:
    id: 18ce54d4x5t
    audiences:
      ${audience}
`;
}

const buyers = (key: string): string => `${key}: { name: Buyers, users: { file: people.csv } }`;
const known = (key: string): string => `${key}: { id: 1nmth, users: { file: people.csv } }`;

interface Change {
  readonly before: string;
  readonly after: string;
  readonly options?: readonly string[];
}

// Every way in which an audience keeps its members and gets another address.
const changes: Readonly<Record<string, Change>> = {
  'another key with moved': {
    before: document(buyers('buyers')),
    after: document(buyers('b2'), moved),
  },
  'another key of an audience that the document names by its id': {
    before: document(known('buyers')),
    after: document(known('b2')),
  },
  'let go of, and taken over again under another key': {
    before: document(buyers('buyers')),
    after: document(buyers('b2'), 'removed: [{ from: acme-us/audiences/buyers, destroy: false }]\n'),
    options: ['--adopt', 'acme-us/audiences/b2'],
  },
};
const ways = Object.entries(changes);

/** An audience of 300 members that were pushed under the address before. */
async function pushed({ before }: Change): Promise<Bench> {
  const bench = await createBench(before);
  await bench.write('people.csv', emails(0, 300));
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  return bench;
}

async function calls(bench: Bench): Promise<number> {
  return (await bench.writes()).filter((write) => write.endsWith('/users')).length;
}

test.each(ways)(
  'max_member_removals counts members that were pushed under an old address: %s',
  async (_, change) => {
    const bench = await pushed(change);
    await bench.write('campaigns.yaml', change.after);
    await bench.write('people.csv', emails(289, 300));
    const { options = [] } = change;

    const planned = await bench.adsync(['plan', ...options]);
    const refused = await bench.adsync(['apply', '--yes', ...options]);

    expect(planned.stdout).toMatch(/~ users +−289 \(11 stay\)/);
    expect(planned.stdout).toContain('the push would remove 289 of 300 members; the policy allows 100');
    expect([planned.code, refused.code, await calls(bench)]).toEqual([4, 4, 1]);

    const agreed = await bench.adsync(['apply', '--yes', '--override', 'max_member_removals', ...options]);
    expect(agreed.code).toBe(0);
    expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
  },
);

test.each(ways)('members that stay are not sent again under a new address: %s', async (_, change) => {
  const bench = await pushed(change);
  await bench.write('campaigns.yaml', change.after);
  const { options = [] } = change;

  const planned = await bench.adsync(['plan', ...options]);
  const applied = await bench.adsync(['apply', '--yes', ...options]);

  expect(planned.stdout).toContain('+0 (300 stay)');
  expect(applied).toMatchObject({ code: 0 });
  expect(await calls(bench)).toBe(1);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('members follow an audience that state mv has moved', async () => {
  const bench = await pushed({ before: document(buyers('buyers')), after: '' });
  await bench.adsync(['state', 'mv', 'acme-us/audiences/buyers', 'acme-us/audiences/b2']);
  await bench.write('campaigns.yaml', document(buyers('b2')));
  await bench.write('people.csv', emails(289, 300));

  expect((await bench.adsync(['plan'])).stdout).toContain('the push would remove 289 of 300 members');
});

test('a push that was left half-way is gone on with under a new key', async () => {
  const bench = await pushed({ before: document(buyers('buyers')), after: '' });
  await bench.write('people.csv', emails(0, 3000));
  const path = '/12/accounts/*/custom_audiences/*/users';
  const failing = { method: 'POST', path, nth: [2, 3, 4, 5, 6], effect: 'status', status: 500 };
  await bench.control('PUT', 'faults', [failing]);
  expect((await bench.adsync(['apply', '--yes'])).code).toBe(5);
  await bench.control('PUT', 'faults', []);
  await bench.write('campaigns.yaml', document(buyers('b2'), moved));
  await bench.write('people.csv', emails(0, 300));

  const planned = await bench.adsync(['plan']);
  const applied = await bench.adsync(['apply', '--yes', '--override', 'max_member_removals']);

  expect(planned.stdout).toMatch(/~ users +−2,500 \(300 stay\)/);
  expect(applied.code).toBe(0);
  expect(await bench.records('audience_users')).toHaveLength(300);
}, 60_000);

test('members pushed to another audience say nothing of the one that an address stands for by now', async () => {
  const other = { id: '1nmtz', account_id: '18ce54d4x5t', name: 'Others', audience_type: 'CRM' };
  const bench = await pushed({ before: document(known('buyers')), after: '' });
  await bench.control('POST', 'seed', { custom_audiences: [other] });
  await bench.write('campaigns.yaml', document(known('buyers').replace('1nmth', '1nmtz')));

  const planned = await bench.adsync(['plan']);
  const applied = await bench.adsync(['apply', '--yes']);

  expect(planned.stdout).toMatch(/~ users +\+300 \(0 stay\)/);
  expect(applied).toMatchObject({ code: 0 });
  const members = await bench.records('audience_users');
  expect(members.filter((member) => member['custom_audience_id'] === '1nmtz')).toHaveLength(300);
  expect((await bench.adsync(['plan', '--detailed-exitcode'])).code).toBe(0);
});
