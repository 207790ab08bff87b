import { describe, expect, test } from 'vitest';
import { planHtml } from '../../../src/report/html/plan-html.ts';
import { planMarkdown } from '../../../src/report/markdown/plan-markdown.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { planText } from '../../../src/report/text/plan-text.ts';
import { planView } from '../../../src/report/view/plan-view.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import type { Values } from '../../../src/schemas/values.ts';
import {
  audience,
  campaign,
  flexible,
  item,
  matching,
  member,
  PlanWorld,
  refused,
  sent,
  tag,
  told,
} from '../../support/plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const buyers = audience('buyers');
const place = member('sale', 'clicks', 'LOCATION:EQ:96683cc9126741d1');
const language = member('sale', 'clicks', 'LANGUAGE:EQ:en');
const others = member('sale', 'clicks', 'CUSTOM_AUDIENCE:NE:audience:buyers');
const withoutBuyers = { targeting_value: { id_of: buyers } };
const active = { entity_status: 'ACTIVE' };
const widened =
  /^no_targeting acme\/campaigns\/sale\/line_items\/clicks: would stay ACTIVE without .*LOCATION.*, and reach more than before: /;
const outside = { targeting_type: 'LANGUAGE', operator_type: 'EQ', targeting_value: 'de' };

function leftOut({ left_out: left = [] }: Plan): readonly string[] {
  return left.map(({ address, because }) => `${address} without ${because}`);
}

function reasons({ changes }: Plan): Record<string, string | undefined> {
  return Object.fromEntries(changes.map(({ address, reason }) => [address, reason]));
}

/** A new ACTIVE campaign with an ACTIVE line item that leaves a new audience out, and another line item. */
function newSale(): PlanWorld {
  return new PlanWorld()
    .declared(buyers)
    .declared(sale, active)
    .declared(clicks, active)
    .declared(place)
    .declared(language)
    .declared(others, withoutBuyers)
    .declared(tag('sale', 'clicks', 't'))
    .declared(item('sale', 'other'), active)
    .declared(member('sale', 'other', 'LOCATION:EQ:96683cc9126741d1'));
}

describe('never an ACTIVE line item with less targeting than declared', () => {
  test('an excluded audience leaves the line item out that it narrows, and its campaign is not switched on', () => {
    const plan = newSale()
      .with({ excludes: [buyers] })
      .plan();

    expect(told(plan)).toEqual([
      `create ${sale} (config)`,
      `create ${item('sale', 'other')} (config)`,
      `create ${member('sale', 'other', 'LOCATION:EQ:96683cc9126741d1')} (config)`,
    ]);
    expect(sent(plan).filter((step) => step.includes(`${sale} `))).toEqual([
      `neutral: Create ${sale} PAUSED`,
    ]);
    expect(plan.changes[0]?.after).toMatchObject({ entity_status: 'PAUSED' });
    expect(reasons(plan)[sale]).toBe(`not switched on yet: ${clicks} is not made in this plan`);
    expect(leftOut(plan)).toEqual(
      [clicks, place, language, others, tag('sale', 'clicks', 't')].map(
        (address) => `${address} without ${buyers}`,
      ),
    );
    expect(plan.violations).toEqual([]);
  });

  test('one member of the targeting takes the whole of it along, and what those refer to', () => {
    const plan = newSale()
      .with({ targets: [place] })
      .plan();

    expect(told(plan)).toEqual([
      `create ${buyers} (config)`,
      `create ${sale} (config)`,
      `create ${clicks} (config)`,
      `create ${place} (config)`,
      `create ${language} (config)`,
      `create ${others} (config)`,
    ]);
    expect(reasons(plan)).toMatchObject({
      [buyers]: `comes along with ${place}`,
      [language]: `waits until ${buyers} can be used; comes along with ${place}`,
      [clicks]: `comes along with ${place}; not switched on yet: ${tag('sale', 'clicks', 't')} is not made in this plan`,
    });
    expect(reasons(plan)[place]).toBe(`waits until ${buyers} can be used`);
    expect(sent(plan).join()).not.toContain('ACTIVE');
  });

  test('a line item with all that stands beneath it is switched on, its campaign later', () => {
    const plan = newSale()
      .with({ targets: [clicks] })
      .plan();

    expect(sent(plan).filter((step) => step.includes('ACTIVE'))).toEqual([`claim: Update ${clicks} ACTIVE`]);
    expect(reasons(plan)[sale]).toBe(
      `comes along with ${clicks}; not switched on yet: ${item('sale', 'other')} is not made in this plan`,
    );
  });

  test('a line item that is there is switched on with all that is made beneath it, or not at all', () => {
    const world = (): PlanWorld =>
      new PlanWorld()
        .declared(buyers)
        .ours(sale, active)
        .ours(clicks)
        .edit(clicks, active)
        .declared(others, withoutBuyers)
        .declared(tag('sale', 'clicks', 't'));

    expect(
      told(
        world()
          .with({ touched: new Set([clicks]) })
          .plan(),
      ),
    ).toEqual(told(world().plan()));
    const without = world()
      .with({ excludes: [tag('sale', 'clicks', 't')] })
      .plan();
    expect(told(without)).toEqual([`create ${buyers} (config)`, `create ${others} (config)`]);
    expect(leftOut(without)).toEqual([`${clicks} without ${tag('sale', 'clicks', 't')}`]);
  });

  test('of a running line item a member of the targeting is never chosen without the others', () => {
    const plan = new PlanWorld()
      .ours(sale, active)
      .ours(clicks, active)
      .dropped(place)
      .declared(language)
      .with({ targets: [place] })
      .plan();

    expect(told(plan)).toEqual([`create ${language} (config)`, `delete ${place} (config)`]);
    expect(plan.steps).toMatchObject([{ atomic: true }]);
    expect(plan.violations).toEqual([]);
  });

  test('a line item that is declared no longer keeps its targeting where it is left out', () => {
    const plan = new PlanWorld()
      .dropped(buyers)
      .ours(sale, active)
      .dropped(clicks, active)
      .dropped(place)
      .dropped(others, { targeting_value: 'buyers' })
      .dropped(tag('sale', 'clicks', 't'))
      .with({ excludes: [tag('sale', 'clicks', 't')] })
      .plan();

    expect(told(plan)).toEqual([]);
    expect(refused(plan)).toEqual([]);
    expect(leftOut(plan)).toEqual(
      [buyers, clicks, place, others].map((address) => `${address} without ${tag('sale', 'clicks', 't')}`),
    );
  });

  test('the targeting of a running line item does not go while the line item stays', () => {
    const plan = new PlanWorld()
      .ours(sale, active)
      .dropped(clicks, active)
      .dropped(place)
      .with({ targets: [place] })
      .plan();

    expect(told(plan)).toEqual([`delete ${place} (config)`]);
    expect(refused(plan)).toEqual([matching(/^no_targeting acme\/campaigns\/sale\/line_items\/clicks: /)]);
  });

  const goesWithItem: readonly (readonly [string, Values, readonly string[], readonly unknown[]])[] = [
    ['alone', active, [place], [matching(widened)]],
    ['with the line item', active, [place, clicks], []],
    ['and the line item is paused', {}, [place], []],
    ['and the line item is ACTIVE, and only another one is planned for', active, [item('sale', 'other')], []],
  ];

  test.each(goesWithItem)(
    'of a line item that is no longer declared, and has targeting of others, a member goes %s',
    (_how, status, targets, expected) => {
      const plan = new PlanWorld()
        .ours(sale, active)
        .dropped(clicks, status)
        .dropped(place)
        .dropped(item('sale', 'other'))
        .foreign('targeting_criterion', 'outside', { ...outside, line_item_id: 'sale.clicks' })
        .consent({ takeAlong: [clicks] })
        .with({ targets })
        .plan();

      expect(refused(plan)).toEqual(expected);
    },
  );

  test('a parent that is only paused for its members keeps all that is known of it', () => {
    const { plan, stateChanges } = new PlanWorld()
      .ours(sale, active)
      .ours(clicks, active)
      .edit(clicks, { name: 'Other' })
      .declared(place)
      .declared(item('sale', 'clicks').concat('/curated_categories/7'))
      .with({ touched: new Set([place, `${clicks}/curated_categories/7`]) })
      .result();

    expect(told(plan)).toContain(`update ${clicks} (config)`);
    expect(plan.changes.find(({ address }) => address === clicks)?.after).toEqual({});
    expect(stateChanges.flatMap(({ put }) => put)).toEqual([]);
  });

  test('a parent that is paused for its members has moved first', () => {
    const old = item('sale', 'old');
    const plan = new PlanWorld()
      .ours(sale, active)
      .dropped(old, active)
      .declared(clicks, { ...active, name: 'old' })
      .moved([old, clicks])
      .declared(place)
      .with({ touched: new Set([place]) })
      .plan();

    expect(told(plan)).toEqual([`move ${clicks} (config)`, `create ${place} (config)`]);
  });
});

/** A campaign that has to be made anew, with two line items. */
function replaced(): PlanWorld {
  return new PlanWorld()
    .ours(sale, active, { lifecycle: { allowReplace: true } })
    .ours(clicks)
    .ours(item('sale', 'other'))
    .ours(tag('sale', 'other', 't'))
    .edit(sale, { funding_instrument_id: 'fi2' });
}

describe('a record goes with all that is beneath it', () => {
  test('a target beneath a campaign that is made anew takes all of it along', () => {
    const plan = replaced()
      .with({ targets: [clicks] })
      .plan();

    expect(told(plan)).toEqual(told(replaced().plan()));
    expect(reasons(plan)[tag('sale', 'other', 't')]).toBe(
      `a tracking tag cannot leave its line item, and that is another one now; comes along with ${clicks}`,
    );
  });

  test.each([item('sale', 'other'), tag('sale', 'other', 't')])(
    'nothing of it is done where %s is protected, whatever is targeted',
    (address) => {
      const plan = replaced()
        .edit(address, {}, { lifecycle: { preventDestroy: true } })
        .with({ targets: [clicks] })
        .plan();

      expect(plan.violations).toMatchObject([{ rule: 'prevent_destroy', address }]);
    },
  );

  test('a campaign that runs is not made anew without what is excluded beneath it', () => {
    const plan = replaced()
      .declared(item('sale', 'third'))
      .with({ excludes: [item('sale', 'third')] })
      .plan();

    expect(told(plan)).toEqual([]);
    expect(leftOut(plan)).toContain(`${sale} without ${item('sale', 'third')}`);
  });

  test('a child that moved to another campaign leaves before its old one goes', () => {
    const moved = item('b', 'x');
    const world = (): PlanWorld =>
      new PlanWorld()
        .dropped(campaign('a'))
        .dropped(item('a', 'x'))
        .declared(campaign('b'))
        .declared(moved)
        .moved([item('a', 'x'), moved]);

    const plan = world()
      .with({ targets: [campaign('a')] })
      .plan();
    expect(told(plan)).toEqual([
      `create ${campaign('b')} (config)`,
      `replace ${moved} (config)`,
      `delete ${campaign('a')} (config)`,
    ]);
    // The target names it by the address that it moves from.
    expect(reasons(plan)[moved]).toBe('a line item cannot leave its campaign, and that is another one now');
    expect(
      told(
        world()
          .with({ excludes: [moved] })
          .plan(),
      ),
    ).toEqual([`create ${campaign('b')} (config)`]);
    expect(
      told(
        world()
          .with({ excludes: [campaign('b')] })
          .plan(),
      ),
    ).toEqual([]);
  });

  test('an audience that a running line item leaves out goes only with the criterion, which goes with its set', () => {
    const world = (): PlanWorld =>
      new PlanWorld()
        .dropped(buyers)
        .ours(sale, active)
        .ours(clicks, active)
        .ours(place)
        .dropped(others, { targeting_value: 'buyers' })
        .declared(language);

    const plan = world()
      .with({ targets: [buyers] })
      .plan();
    expect(told(plan)).toEqual([
      `create ${language} (config)`,
      `delete ${buyers} (config)`,
      `delete ${others} (config)`,
    ]);
    expect(reasons(plan)[others]).toBe(`no longer declared; comes along with ${buyers}`);
    const without = world()
      .with({ excludes: [clicks] })
      .plan();
    expect(told(without)).toEqual([]);
    expect(leftOut(without)).toEqual([matching(/^acme\/audiences\/buyers without /)]);
  });

  test('what refers to a record that goes, and does so no longer, changes with it', () => {
    const made = audience('made');
    const plan = new PlanWorld()
      .dropped(buyers)
      .ours(made, { ...flexible, segments: { child_segments: [{ custom_audience_id: 'buyers' }] } })
      .edit(made, flexible, { lifecycle: { allowReplace: true } })
      .with({ targets: [buyers] })
      .plan();

    expect(told(plan)).toEqual([`replace ${made} (config)`, `delete ${buyers} (config)`]);
  });
});

describe('guards see what is not chosen as it is live', () => {
  test('a reference to what would be made by another part is missing', () => {
    const plan = new PlanWorld()
      .ours(sale)
      .declared(clicks, { name: { id_of: 'acme/nothing' } })
      .plan();

    expect(plan.violations).toMatchObject([{ rule: 'missing_reference' }]);
  });

  test('a new key is a rename although only the new one is targeted', () => {
    const world = new PlanWorld()
      .dropped(campaign('a'), { name: 'Sale' })
      .declared(campaign('b'), { name: 'Sale' })
      .with({ targets: [campaign('b')] });

    expect(world.plan().violations).toMatchObject([{ rule: 'rename', address: campaign('b') }]);
  });

  test('what stands in what another file declares is chosen without it', () => {
    const plan = new PlanWorld()
      .dropped(sale, {}, { file: 'other.yaml' })
      .dropped(clicks)
      .with({ targets: [clicks] })
      .plan();

    expect(told(plan)).toEqual([`delete ${clicks} (config)`]);
  });

  test('what is not chosen is as it is live, also where a field of it cannot be read', () => {
    const plan = new PlanWorld()
      .ours(sale)
      .edit(sale, { name: 'Other' })
      .outside(sale, { name: undefined })
      .declared(clicks)
      .with({ touched: new Set([clicks]) })
      .plan();

    expect(told(plan)).toEqual([`create ${clicks} (config)`]);
    expect(plan.violations).toEqual([]);
  });

  test('what is excluded is refused for nothing', () => {
    const plan = new PlanWorld()
      .declared(sale, {}, { id: 'none' })
      .declared(campaign('b'))
      .with({ excludes: [sale] })
      .plan();

    expect(told(plan)).toEqual([`create ${campaign('b')} (config)`]);
    expect(plan.violations).toEqual([]);
  });
});

test('what is left out is said in every form of the plan', () => {
  const plan = newSale()
    .with({ excludes: [buyers] })
    .plan();

  expect(planText(planView(plan), { style: plainStyle, width: 100 })).toContain(
    `Left out, because it cannot be done without what is excluded:\n  ${clicks}  not without ${buyers}\n`,
  );
  expect(planMarkdown(planView(plan))).toContain(
    `- Left out: \`${clicks}\` cannot be done without \`${buyers}\`, which is excluded.`,
  );
  expect(planHtml(planView(plan))).toContain(
    `cannot be done without <code>${buyers}</code>, which is excluded`,
  );
});

test('an exclusion names what moves by its old address too, and so does a target', () => {
  const [old, now] = [campaign('old'), campaign('new')];
  const world = new PlanWorld().ours(old).moved([old, now]).without(old).declared(now, { name: 'old' });

  expect(world.with({ excludes: [old] }).plan().changes).toEqual([]);
  expect(world.with({ excludes: [], targets: [old] }).plan().changes).toHaveLength(1);
});
