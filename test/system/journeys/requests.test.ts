import { expect, test } from 'vitest';
import { campaigns, createBench } from '../cli/harness.ts';

const ads = '/12/accounts/18ce54d4x5t';
const perPage = 1000;

test('a plan and the check of a saved plan ask for the pages of what can matter, and for nothing else', async () => {
  const entries = Object.fromEntries(
    Array.from({ length: 2500 }, (_, number) => [
      `c${number}`,
      `name: Campaign ${number}, daily_budget: 5, budget_optimization: CAMPAIGN`,
    ]),
  );
  const bench = await createBench(campaigns(entries));
  const asked = async (...argv: readonly string[]): Promise<readonly string[]> => {
    const before = (await bench.requests()).length;
    expect(await bench.adsync(argv)).toMatchObject({ code: 0 });
    return (await bench.requests()).slice(before).toSorted();
  };
  await asked('apply', '--yes');
  // The account has one campaign more, of somebody else.
  const pages = Array.from({ length: Math.ceil(2501 / perPage) }, () => `GET ${ads}/campaigns`);
  const unchanged = await asked('plan');
  await bench.write(
    'campaigns.yaml',
    campaigns({ ...entries, c7: 'name: Campaign 7, daily_budget: 6, budget_optimization: CAMPAIGN' }),
  );
  const saving = await asked('plan', '-o', 'one.plan.json');
  const applying = await asked('apply', '--plan', 'one.plan.json', '--yes');

  expect(unchanged).toEqual([...pages, `GET ${ads}/funding_instruments`]);
  // Where there is something to write, a plan asks once whether the credentials may.
  expect(saving).toEqual([`GET ${ads}/authenticated_user_access`, ...unchanged]);
  // The check reads what the plan has read; before the first write it asks what the user may do, then one batch is sent.
  expect(applying).toEqual([
    `GET ${ads}/authenticated_user_access`,
    ...unchanged,
    'POST /12/batch/accounts/18ce54d4x5t/campaigns',
  ]);
});
