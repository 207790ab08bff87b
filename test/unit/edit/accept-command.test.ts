import { chmodSync, lstatSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Bench, createBench } from '../../system/cli/harness.ts';

const header = `version: 1
accounts:
  acme-us:
    id: 18ce54d4x5t
    funding_instruments:
      credit: { id: hxtet }
    campaigns:
`;

const twoCampaigns = `${header}      # Spring, our best time of the year.
      sale: # until May
        name: 'Sale'   # as in the shop
        funding_instrument: credit
        status: ACTIVE

        daily_budget: 55.00 # a day
        total_budget: "1500"
      follow: { name: Follow us, funding_instrument: credit, daily_budget: 20 }
`;

const recordSchema = z.object({ id: z.string(), name: z.string() });

/** Applies the document, and changes campaigns behind adsync's back, by name; `remove` deletes one. */
async function changeOutside(
  bench: Bench,
  changes: Readonly<Record<string, Readonly<Record<string, unknown>> | 'remove'>>,
  options: readonly string[] = [],
): Promise<void> {
  const applied = await bench.adsync(['apply', '--yes', ...options]);
  if (applied.code !== 0) throw new Error(applied.stderr);
  const live = z.array(recordSchema).parse(await bench.records('campaigns'));
  const mutations = Object.entries(changes).map(([name, change]) => ({
    collection: 'campaigns',
    id: live.find((record) => record.name === name)?.id,
    ...(change === 'remove' ? { remove: true } : { set: change }),
  }));
  await bench.control('POST', 'mutate', mutations);
}

test('accepting everything writes exactly the live values, and the plan is empty', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, {
    Sale: { entity_status: 'PAUSED', daily_budget_amount_local_micro: 40_000_000, name: 'Sale: last days' },
    'Follow us': { daily_budget_amount_local_micro: 12_500_000 },
  });

  const accepted = await bench.adsync(['drift', '--accept', '--yes']);

  expect(accepted.stderr).toBe(
    'Accepted 4 outside changes into campaigns.yaml. Look at it with git diff, then run adsync plan.\n',
  );
  expect(accepted.code).toBe(0);
  expect(accepted.stdout).toBe(`--- a/campaigns.yaml
+++ b/campaigns.yaml
@@ -7,10 +7,10 @@
     campaigns:
       # Spring, our best time of the year.
       sale: # until May
-        name: 'Sale'   # as in the shop
+        name: 'Sale: last days'   # as in the shop
         funding_instrument: credit
-        status: ACTIVE
+        status: PAUSED
 
-        daily_budget: 55.00 # a day
+        daily_budget: 40.00 # a day
         total_budget: "1500"
-      follow: { name: Follow us, funding_instrument: credit, daily_budget: 20 }
+      follow: { name: Follow us, funding_instrument: credit, daily_budget: 12.50 }
`);
  const plan = await bench.adsync(['plan', '--detailed-exitcode']);
  expect(plan.stdout).toContain('Nothing to change');
  expect(plan.code).toBe(0);
});

test('without a terminal and without --yes only the patch is shown', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, { Sale: { daily_budget_amount_local_micro: 40_000_000 } });

  const shown = await bench.adsync(['drift', '--accept']);

  expect(shown.code).toBe(1);
  expect(shown.stdout).toContain('+        daily_budget: 40.00 # a day\n');
  expect(shown.stderr).toBe(
    'error[ADSYNC_DECLINED]: nothing was written: there is no terminal to ask on\n  Pass --yes to write this into the files.\n',
  );
  expect(await bench.read('campaigns.yaml')).toBe(twoCampaigns);
});

test.each([
  ['yes to the first, no to the second', 'y\nn\n', [40, 20]],
  ['no to the first, all after it', 'n\na\n', [55, 12.5]],
  ['help, then yes, then stop', '?\ny\nq\n', [40, 20]],
  ['the end of the input stops', 'y\n', [40, 20]],
])('on a terminal each change is asked about: %s', async (_name, typed, [sale, follow]) => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, {
    Sale: { daily_budget_amount_local_micro: 40_000_000 },
    'Follow us': { daily_budget_amount_local_micro: 12_500_000 },
  });

  const { code, stderr } = await bench.adsync(['drift', '--accept', '--no-color'], { typed });

  expect(code).toBe(0);
  expect(stderr).toContain(
    'acme-us/campaigns/sale  campaigns.yaml:9\n  ~ daily_budget   55.00 → 40.00 USD/day\n(1/2) Accept this change [y,n,a,q,?]? ',
  );
  const text = await bench.read('campaigns.yaml');
  expect(Number(/daily_budget: ([\d.]+) # a day/.exec(text)?.[1])).toBe(sale);
  expect(Number(/Follow us.*daily_budget: ([\d.]+) }/.exec(text)?.[1])).toBe(follow);
});

test('what cannot be written is said before the first question, and not asked about', async () => {
  const document = `${header}      sale-\${matrix.m}:
        matrix: { m: [a, b] }
        name: Sale \${matrix.m}
        funding_instrument: credit
        daily_budget: 20
      other: { name: Other, funding_instrument: credit, daily_budget: 20 }
`;
  const bench = await createBench(document);
  await changeOutside(bench, {
    'Sale a': { name: 'Renamed' },
    Other: { daily_budget_amount_local_micro: 31_000_000 },
  });

  const { code, stderr } = await bench.adsync(['drift', '--accept', '--no-color'], { typed: 'y\n' });

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^not accepted: acme-us\/campaigns\/sale-a {2}name[\s\S]*\(1\/1\) Accept this change[\s\S]*an outside change is not in the document/m,
  );
  expect(stderr.match(/not accepted/g)).toHaveLength(1);
  expect(await bench.read('campaigns.yaml')).toContain('daily_budget: 31');
});

test('declining everything is an error, and Ctrl-C ends the run; no file changes', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, { Sale: { daily_budget_amount_local_micro: 40_000_000 } });
  let pressed = false;

  const declined = await bench.adsync(['drift', '--accept'], { typed: 'n\n' });
  const interrupted = await bench.adsync(['drift', '--accept'], {
    typed: '',
    onOutput: (text, press) => {
      if (!pressed && text.includes('Accept this change')) press();
      pressed ||= text.includes('Accept this change');
    },
  });

  expect(declined.code).toBe(1);
  expect(declined.stderr).toContain('nothing was accepted; no file was changed');
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain('Interrupted: no file was changed.');
  expect(await bench.read('campaigns.yaml')).toBe(twoCampaigns);
});

test('addresses and fields choose what is accepted', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, {
    Sale: { daily_budget_amount_local_micro: 40_000_000, entity_status: 'PAUSED' },
    'Follow us': { daily_budget_amount_local_micro: 12_500_000 },
  });

  const accepted = await bench.adsync(['drift', '--yes', '--accept', 'acme-us/campaigns/sale.status']);

  expect(accepted.code).toBe(0);
  expect(await bench.read('campaigns.yaml')).toBe(twoCampaigns.replace('ACTIVE', 'PAUSED'));
});

test.each([
  [
    ['--accept', 'acme-us/campaigns/sale.stats'],
    'error[ADSYNC_USAGE]: a campaign has no field stats\n  Did you mean status?\n',
  ],
  [
    ['--accept', 'acme-us/campaigns/sal'],
    'error[ADSYNC_ADDRESS_UNKNOWN]: nothing has the address acme-us/campaigns/sal\n  Did you mean acme-us/campaigns/sale?\n',
  ],
  [
    ['--accept', 'campaigns.yaml'],
    'error[ADSYNC_USAGE]: campaigns.yaml is a file, and --accept takes addresses\n  Name files before the option: adsync drift campaigns.yaml --accept\n',
  ],
])('what names nothing is an error: %s', async (argv, message) => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, {});

  const ran = await bench.adsync(['drift', '--yes', ...argv]);

  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: message });
});

test('what is gone from the platform goes from the document, with its comments', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, { Sale: 'remove' });

  const accepted = await bench.adsync(['drift', '--accept', '--yes']);

  expect(accepted.code).toBe(0);
  expect(await bench.read('campaigns.yaml')).toBe(
    `${header}      follow: { name: Follow us, funding_instrument: credit, daily_budget: 20 }\n`,
  );
  await expectForgetting(bench);
});

test('nothing to accept is said', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, {});

  const ran = await bench.adsync(['drift', '--accept', '--yes']);

  expect(ran).toEqual({ code: 0, stdout: '', stderr: 'Nothing to accept: no drift.\n' });
});

test('what cannot be written is explained, and the rest is written', async () => {
  const document = `${header}      sale-\${matrix.m}:
        matrix: { m: [a, b] }
        name: Sale \${matrix.m}
        funding_instrument: credit
        daily_budget: 20
      other: { name: Other, funding_instrument: credit, daily_budget: 20 }
`;
  const bench = await createBench(document);
  await changeOutside(bench, {
    'Sale a': { name: 'Other a' },
    Other: { daily_budget_amount_local_micro: 31_000_000 },
  });

  const accepted = await bench.adsync(['drift', '--accept', '--yes']);

  expect(accepted.code).toBe(1);
  expect(await bench.read('campaigns.yaml')).toBe(
    document.replace(
      'Other, funding_instrument: credit, daily_budget: 20',
      'Other, funding_instrument: credit, daily_budget: 31',
    ),
  );
  expect(accepted.stderr).toBe(`not accepted: acme-us/campaigns/sale-a  name  campaigns.yaml:10
  what stands there is also the value of name of acme-us/campaigns/sale-b
  Exclude this combination of the matrix, and write it as an entry of its own.
Accepted 1 outside change into campaigns.yaml. Look at it with git diff, then run adsync plan.
error[ADSYNC_ACCEPT_INCOMPLETE]: an outside change is not in the document
  Each reason stands above, with what to do by hand.
`);
});

test('an exception of one combination goes into the matrix, and the next plan is empty', async () => {
  const document = `${header}      sale-\${matrix.m}:
        matrix: { m: [a, b] }
        name: Sale \${matrix.m}
        funding_instrument: credit
        daily_budget: 20
`;
  const bench = await createBench(document);
  await changeOutside(bench, { 'Sale a': { daily_budget_amount_local_micro: 30_000_000 } });

  expect(await bench.adsync(['drift', '--accept', '--yes'])).toMatchObject({ code: 0 });

  expect(await bench.read('campaigns.yaml')).toBe(
    document
      .replace('m: [a, b] }', 'm: [a, b], include: [{ daily_budget: 20 }, { m: a, daily_budget: 30 }] }')
      .replace('daily_budget: 20\n', 'daily_budget: ${matrix.daily_budget}\n'),
  );
  expect(await bench.adsync(['plan', '--detailed-exitcode'])).toMatchObject({ code: 0 });
});

test('what a variable of the command line gives is written over in the entry', async () => {
  const document = `${header}      sale: { name: "Sale \${var.season}", funding_instrument: credit, daily_budget: 20 }
      more: { name: "More \${var.season}", funding_instrument: credit, daily_budget: 20 }
`;
  const bench = await createBench(document);
  const variable = ['--var', 'season=spring'];
  await changeOutside(bench, { 'Sale spring': { name: 'Sale ${x} "summer"' } }, variable);

  const accepted = await bench.adsync(['drift', '--accept', '--yes', ...variable]);

  expect(accepted.code).toBe(0);
  expect(await bench.read('campaigns.yaml')).toBe(
    document.replace('"Sale ${var.season}"', () => '"Sale $${x} \\"summer\\""'),
  );
  const plan = await bench.adsync(['plan', '--detailed-exitcode', ...variable]);
  expect(plan.code).toBe(0);
});

test('a variable of the command line that nothing would use any more stands against it', async () => {
  const bench = await createBench(
    `${header}      sale: { name: "Sale \${var.season}", funding_instrument: credit, daily_budget: 20 }\n`,
  );
  const variable = ['--var', 'season=spring'];
  await changeOutside(bench, { 'Sale spring': { name: 'Sale summer' } }, variable);

  const accepted = await bench.adsync(['drift', '--accept', '--yes', ...variable]);

  expect(accepted.code).toBe(1);
  expect(accepted.stderr).toContain(
    'the document could not be read: --var season: the document has no such variable',
  );
});

test('a file that changed meanwhile is not written', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, { Sale: { daily_budget_amount_local_micro: 40_000_000 } });
  let edited = false;

  const accepted = await bench.adsync(['drift', '--accept', '--yes'], {
    onOutput: () => {
      if (!edited) writeFileSync(join(bench.folder, 'campaigns.yaml'), `${twoCampaigns}# mine\n`);
      edited = true;
    },
  });

  expect(accepted.code).toBe(1);
  expect(accepted.stderr).toContain(
    'error[ADSYNC_DOCUMENT_CHANGED]: campaigns.yaml has changed since it was read',
  );
  expect(await bench.read('campaigns.yaml')).toBe(`${twoCampaigns}# mine\n`);
  expect(readdirSync(bench.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a symbolic link and the mode of the file stay', async () => {
  const bench = await createBench(twoCampaigns);
  await changeOutside(bench, { Sale: { daily_budget_amount_local_micro: 40_000_000 } });
  renameSync(join(bench.folder, 'campaigns.yaml'), join(bench.folder, 'real.yaml'));
  symlinkSync('real.yaml', join(bench.folder, 'campaigns.yaml'));
  chmodSync(join(bench.folder, 'real.yaml'), 0o640);

  const accepted = await bench.adsync(['drift', '--accept', '--yes']);

  expect(accepted.code).toBe(0);
  expect(lstatSync(join(bench.folder, 'campaigns.yaml')).isSymbolicLink()).toBe(true);
  expect(statSync(join(bench.folder, 'real.yaml')).mode & 0o777).toBe(0o640);
  expect(await bench.read('real.yaml')).toContain('daily_budget: 40.00 # a day');
});

const sets = `${header}      sale:
        name: Sale
        funding_instrument: credit
        daily_budget: 20
        line_items:
          clicks:
            name: Clicks
            objective: ENGAGEMENTS
            product_type: PROMOTED_TWEETS
            placements: [ALL_ON_TWITTER]
            start_time: 2027-12-01T00:00:00Z
            end_time: 2027-12-31T00:00:00Z
            targeting: # whom it is for
              - { type: LOCATION, value: 96683cc9126741d1 } # all of it
              # not too young
              - { type: AGE, value: AGE_25_TO_49 }
`;

test('members of a set that somebody added or took away', async () => {
  const bench = await createBench(sets);
  const applied = await bench.adsync(['apply', '--yes']);
  expect(applied).toMatchObject({ code: 0 });
  const records = z
    .array(z.object({ id: z.string(), line_item_id: z.string(), targeting_type: z.string() }))
    .parse(await bench.records('targeting_criteria'));
  const age = records.find(({ targeting_type: type }) => type === 'AGE');
  await bench.control('POST', 'mutate', [{ collection: 'targeting_criteria', id: age?.id, remove: true }]);
  await bench.control('POST', 'seed', {
    targeting_criteria: [
      {
        account_id: '18ce54d4x5t',
        line_item_id: age?.line_item_id,
        targeting_type: 'GENDER',
        targeting_value: '2',
        operator_type: 'EQ',
      },
    ],
  });

  const accepted = await bench.adsync(['drift', '--accept', '--yes']);

  expect(accepted.stderr).toContain('Accepted 2 outside changes');
  expect(await bench.read('campaigns.yaml')).toBe(
    sets.replace(/ +# not too young\n.*\n/, '              - { type: GENDER, value: 2 }\n'),
  );
  await expectForgetting(bench);
});

/** What is gone on both sides is nothing to plan; the next apply tidies it away in the state, without a request. */
async function expectForgetting(bench: Bench): Promise<void> {
  const plan = await bench.adsync(['plan', '--detailed-exitcode']);
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  const before = await bench.writes();
  expect(await bench.adsync(['apply', '--yes'])).toMatchObject({ code: 0 });
  expect(await bench.writes()).toEqual(before);
  expect(await bench.adsync(['drift', '--detailed-exitcode'])).toMatchObject({ code: 0 });
}
