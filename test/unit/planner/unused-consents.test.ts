import { expect, test } from 'vitest';
import type { Consents } from '../../../src/planner/guards/consents.ts';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import { planSchema } from '../../../src/schemas/plan.ts';
import { campaign, item, million, PlanWorld } from '../../support/plan-world.ts';
import { daily } from '../../support/worlds/fields.ts';

const sale = campaign('sale');
const adopting = (...given: readonly (readonly [string, string | undefined])[]): Consents['adopt'] => ({
  all: false,
  addresses: new Map(given),
});

/** A campaign that somebody else made, and that the document declares. */
const foreign = (): PlanWorld =>
  new PlanWorld().declared(sale).foreign('campaign', 'theirs', { name: 'sale' });
const raised = (): PlanWorld =>
  new PlanWorld()
    .ours(sale)
    .edit(sale, { [daily]: 500 * million })
    .policy({ maxBudgetFactor: 10 });
const paused = (): PlanWorld =>
  new PlanWorld().ours(sale, { entity_status: 'ACTIVE' }).outside(sale, { entity_status: 'PAUSED' });

test.each<[string, PlanWorld, Partial<Consents>, string[]]>([
  ['none given', raised(), {}, []],
  ['--adopt of what is taken over', foreign(), { adopt: adopting([sale, undefined]) }, []],
  ['--adopt of what stands above it', foreign(), { adopt: adopting(['acme', undefined]) }, []],
  ['--adopt of the record that is taken over', foreign(), { adopt: adopting([sale, 'theirs']) }, []],
  ['--adopt of a record that is not there', foreign(), { adopt: adopting([sale, 'none']) }, []],
  ['--adopt of everything', foreign(), { adopt: { all: true, addresses: new Map() } }, []],
  [
    '--adopt of what is managed',
    raised(),
    { adopt: adopting([sale, undefined]), override: ['max_budget_factor'] },
    [`adopt ${sale}`],
  ],
  [
    '--adopt of a record for what is managed',
    new PlanWorld().ours(sale),
    { adopt: adopting([sale, 'doesnotexist']) },
    [`adopt ${sale}=doesnotexist`],
  ],
  [
    '--adopt of everything where nothing is to be taken over',
    new PlanWorld().ours(sale),
    { adopt: { all: true, addresses: new Map() } },
    ['adopt *'],
  ],
  [
    '--adopt of what the document takes over by itself',
    foreign().edit(sale, {}, { lifecycle: { adopt: true } }),
    { adopt: adopting([sale, undefined]) },
    [`adopt ${sale}`],
  ],
  ['--undo-drift of what was paused', paused(), { undoDrift: [sale] }, []],
  ['--undo-drift of an account', paused(), { undoDrift: ['acme'] }, []],
  [
    '--undo-drift of something else',
    paused(),
    { undoDrift: [sale, item('sale', 'x')] },
    [`undo-drift ${item('sale', 'x')}`],
  ],
  [
    '--undo-drift where the policy allows it',
    paused().policy({ undoDrift: 'allow' }),
    { undoDrift: [sale] },
    [`undo-drift ${sale}`],
  ],
  ['--override of what refuses', raised(), { override: ['max_budget_factor'] }, []],
  [
    '--override of another rule',
    raised(),
    { override: ['max_budget_factor', 'max_bid'] },
    ['override max_bid'],
  ],
  [
    '--override of what is judged later',
    raised(),
    { override: ['max_budget_factor', 'lookup', 'max_member_removals'] },
    [],
  ],
  [
    '--allow-recreate and --take-along',
    raised(),
    { override: ['max_budget_factor'], allowRecreate: [sale], takeAlong: [sale] },
    [`allow-recreate ${sale}`, `take-along ${sale}`],
  ],
  [
    '--allow-recreate of another key',
    new PlanWorld().dropped(sale).declared(campaign('other'), { name: 'sale' }),
    { allowRecreate: [campaign('other')] },
    [],
  ],
  ['--keep-stopped, which is judged after the plan is made', paused(), { keepStopped: true }, []],
  [
    '--take-along of a campaign with what others made',
    new PlanWorld().dropped(sale).foreign('line_item', 'f', { campaign_id: 'sale' }),
    { takeAlong: [sale] },
    [],
  ],
])('a consent that a plan does not need is said: %s', (_, world, consents, expected) => {
  const plan = world.consent(consents).plan();

  const unused = (plan.unused_consents ?? []).map(({ consent, address }) => `${consent} ${address}`);
  expect(unused).toEqual(expected);
  expect(planSchema.parse(plan)).toEqual(plan);
});

test('in every form of a plan', () => {
  const plan = paused()
    .consent({ undoDrift: [sale], override: ['max_bid'] })
    .plan();

  const note = '(this plan does not need it)';
  expect(planText(planView(plan), { style: plainStyle, width: 120 })).toContain(
    `With consent: --undo-drift ${sale}\nWith consent: --override max_bid ${note}\n`,
  );
  expect(planMarkdown(planView(plan))).toContain(`- With consent: \`--override max_bid\` ${note}\n`);
  expect(planHtml(planView(plan))).toContain(`<code>--override max_bid</code> ${note}</li>`);
  expect(plan.violations).toEqual([]);
});
