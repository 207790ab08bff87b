import { describe, expect, test } from 'vitest';
import {
  accountIds,
  audience,
  campaign,
  flexible,
  idOf,
  item,
  member,
  PlanWorld,
  refused,
  tag,
  told,
} from '../../support/plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const buyers = audience('buyers');

/** A campaign that was ours and is declared no longer, with what somebody else made beneath it. */
function gone(): PlanWorld {
  return new PlanWorld()
    .dropped(sale)
    .dropped(clicks)
    .foreign('line_item', 'f1', { campaign_id: 'sale', name: 'Theirs' });
}

const said = (address: string, what: string, title = 'campaign'): string =>
  `take_along ${address}: deleting this ${title} would take along what this plan does not manage; ${what}`;

describe('what other people made is not taken along without a word', () => {
  test('deleting a campaign with foreign line items names them and is refused', () => {
    const plan = gone().plan();

    expect(refused(plan)).toEqual([said(sale, 'beneath it: line item f1 (Theirs)')]);
    expect(plan.violations).toMatchObject([{ number: 1, override: `--take-along ${sale}` }]);
  });

  test.each([[sale], ['acme']])(
    'consent to %s is enough, is kept, and what goes is still said',
    (address) => {
      const plan = gone()
        .consent({ takeAlong: [address] })
        .plan();

      expect(plan.violations).toEqual([]);
      expect(plan.consents).toEqual([{ consent: 'take-along', address }]);
      expect(plan.changes.find((change) => change.address === sale)).toMatchObject({
        reason: 'no longer declared',
        others_along: [{ kind: 'line_item', id: 'f1', name: 'Theirs', fields: { name: 'Theirs' } }],
      });
      // Only the two funding instruments: what goes along is counted there.
      expect(plan.summary.unmanaged).toBe(2);
    },
  );

  test('what stands beneath a record that is gone is gone with it, and nobody has to manage it', () => {
    const left = new PlanWorld()
      .ours(sale)
      .foreign('line_item', 'f1', { campaign_id: 'deleted', name: null })
      .foreign('tracking_tag', 't1', { line_item_id: 'f1' })
      .foreign('line_item', 'f2', { campaign_id: 'sale', name: 'Theirs' });

    expect(left.plan().summary.unmanaged).toBe(3);
    expect(left.unread('campaign').plan().summary.unmanaged).toBe(5);
  });

  test('what has no name goes along without one', () => {
    const plan = new PlanWorld()
      .dropped(sale)
      .foreign('line_item', 'f1', { campaign_id: 'sale', name: null })
      .plan();

    expect(plan.changes[0]?.others_along).toMatchObject([{ id: 'f1', name: null }]);
  });

  test('destroying and replacing are refused as deleting is', () => {
    const ours = (): PlanWorld =>
      new PlanWorld()
        .ours(sale, {}, { lifecycle: { allowReplace: true } })
        .foreign('line_item', 'f1', { campaign_id: 'sale', name: 'Theirs' });
    const expected = [said(sale, 'beneath it: line item f1 (Theirs)')];

    expect(refused(ours().with({ command: 'destroy' }).plan())).toEqual(expected);
    expect(refused(ours().edit(sale, { funding_instrument_id: 'fi2' }).plan())).toEqual(expected);
    expect(refused(ours().edit(sale, { name: 'Other' }).plan())).toEqual([]);
  });

  test('so is what stands beneath a line item, less what the platform makes and whole sets', () => {
    const criterion = { line_item_id: 'sale.clicks', operator_type: 'EQ' };
    const built = new PlanWorld()
      .ours(sale)
      .ours(clicks)
      .edit(clicks, { placements: ['TWITTER_TIMELINE'] })
      .foreign('targeting_criterion', 'x1', {
        ...criterion,
        targeting_type: 'AGE',
        targeting_value: 'AGE_OVER_21',
      })
      .foreign('targeting_criterion', 'x2', {
        ...criterion,
        targeting_type: 'LANGUAGE',
        targeting_value: 'en',
      })
      .foreign('tracking_tag', 't1', { line_item_id: 'sale.clicks' })
      .foreign('promoted_post', 'p1', { line_item_id: 'sale.clicks' });

    expect(refused(built.plan())).toEqual([
      said(clicks, 'beneath it: promoted post p1, tracking tag t1', 'line item'),
    ]);
    const dropped = built.edit(clicks, {}, { sets: [] }).plan();
    expect(dropped.violations[0]?.message).toContain('targeting criterion x2');
  });

  test('what ours would be let go of, or is another file’s, is not taken along either', () => {
    const built = new PlanWorld()
      .dropped(sale)
      .dropped(clicks)
      .dropped(item('sale', 'other'), {}, { file: 'other.yaml' })
      .removed(clicks, false);

    expect(refused(built.plan())).toEqual([
      said(sale, 'beneath it: line item sale.clicks (clicks), line item sale.other (other)'),
    ]);
  });

  test('of many some are named and the others counted', () => {
    const built = new PlanWorld().dropped(sale);
    for (const id of ['1', '2', '3', '4', '5', '6', '7'])
      built.foreign('line_item', id, { campaign_id: 'sale', name: null });

    expect(refused(built.plan())).toEqual([
      said(sale, 'beneath it: line item 1, line item 2, line item 3, line item 4, line item 5 and 2 more'),
    ]);
  });

  test('what was not read is said not to be known', () => {
    const built = new PlanWorld().dropped(sale).dropped(clicks).unread('tracking_tag', 'media_creative');

    expect(refused(built.plan())).toEqual([
      said(
        clicks,
        'not known, because it was not read: any media creative, tracking tag beneath it',
        'line item',
      ),
    ]);
  });
});

describe('what refers to what goes', () => {
  const criterion = {
    line_item_id: 'f1',
    targeting_type: 'CUSTOM_AUDIENCE',
    operator_type: 'NE',
    targeting_value: 'buyers',
  };

  test('an audience that a foreign line item leaves out stays', () => {
    const plan = new PlanWorld().dropped(buyers).foreign('targeting_criterion', 'x1', criterion).plan();

    expect(refused(plan)).toEqual([said(buyers, 'referring to it: targeting criterion x1', 'audience')]);
  });

  const nothing = { whole: [], beneath: [], referring: [] };
  /** What else was read than what the plan compares; the lists of targeting alone show no more than is asked for. */
  function sweeping(world: PlanWorld, complete: readonly string[], ...ids: readonly string[]): PlanWorld {
    const { live } = world.unread('targeting_criterion', 'line_item').input();
    const found = ids.map((id) => ({ ...criterionOf(id), id }));
    const owner = { ...found[0], kind: 'line_item', id: 'f1', fields: { name: 'Theirs' } };
    return world.with({
      live: live.map((account) =>
        account.accountId === accountIds['acme']
          ? { ...account, referring: { complete, records: [...found, { ...owner, ...recordOf }] } }
          : account,
      ),
    });
  }
  const recordOf = { accountId: accountIds['acme'] ?? '', deleted: false, updatedAt: undefined };
  const criterionOf = (id: string) => ({
    ...recordOf,
    kind: 'targeting_criterion',
    fields: criterion,
    deleted: id === 'gone',
  });

  test('what was read only to be named is named with its owner, and changes no count', () => {
    const world = new PlanWorld().dropped(buyers);
    const { unmanaged } = world.plan().summary;
    const { plan, unread } = sweeping(world, ['targeting_criterion'], 'x1', 'x2', 'x2', 'gone').result();

    expect(refused(plan)).toEqual([
      said(
        buyers,
        'referring to it: targeting criterion x1 of line item f1 (Theirs), targeting criterion x2 of line item f1 (Theirs)',
        'audience',
      ),
    ]);
    expect(plan.changes[0]?.beneath).toEqual([
      { kind: 'targeting_criterion', id: 'x1' },
      { kind: 'targeting_criterion', id: 'x2' },
    ]);
    expect([plan.summary.unmanaged, unread]).toEqual([unmanaged, nothing]);
  });

  test.each<[string, (world: PlanWorld) => PlanWorld, string, string]>([
    ['an audience', (world) => world.dropped(buyers), buyers, 'audience'],
    ['a campaign', (world) => world.dropped(sale), sale, 'campaign'],
  ])(
    'what would tell who refers to %s is asked for, and without it is not known',
    (_, add, address, title) => {
      const world = add(new PlanWorld()).unread('targeting_criterion');
      const asked = world.foreign('line_item', 'f1', { campaign_id: 'theirs' }).result();
      const swept = sweeping(add(new PlanWorld()), []).result();

      expect(asked.unread.referring).toEqual([
        { accountId: accountIds['acme'], kind: 'targeting_criterion' },
      ]);
      expect(swept.unread.referring).toEqual(asked.unread.referring);
      expect(refused(asked.plan)).toContain(
        said(address, 'not known, because it was not read: any targeting criterion that refers to it', title),
      );
    },
  );

  test('both kinds of what was not read are told', () => {
    const { plan } = new PlanWorld().dropped(sale).unread('targeting_criterion', 'line_item').result();

    expect(refused(plan)).toContain(
      said(
        sale,
        'not known, because it was not read: any line item beneath it, and any targeting criterion that refers to it',
      ),
    );
  });

  test('nothing is asked for where nothing goes, or all of what could refer to it was read', () => {
    const ours = new PlanWorld().ours(buyers).ours(sale).edit(buyers, { name: 'Other' });
    const read = new PlanWorld().dropped(buyers).ours(sale).ours(clicks).unread('targeting_criterion');
    const { live } = read.input();
    const below = [{ kind: 'targeting_criterion', parentIds: [idOf(clicks)] }];

    expect(ours.unread('targeting_criterion', 'line_item').result().unread).toEqual(nothing);
    expect(read.result().unread.referring).toHaveLength(1);
    expect(read.with({ live: live.map((account) => ({ ...account, below })) }).result()).toMatchObject({
      unread: nothing,
      plan: { violations: [] },
    });
  });

  test('where the platform does not show what an audience of others is made of, that is said', () => {
    const fields = { name: 'Theirs', audience_type: 'FLEXIBLE' };
    const world = new PlanWorld()
      .foreign('custom_audience', 'f1', fields)
      .foreign('custom_audience', 'f2', { ...fields, audience_type: 'CRM' })
      .foreign('custom_audience', 'f3', fields, 'other');

    expect(refused(world.dropped(buyers).plan())).toEqual([
      said(
        buyers,
        'not known, because the platform does not show it: what audience f1 (Theirs) refers to',
        'audience',
      ),
    ]);
    expect(world.consent({ takeAlong: [buyers] }).plan().violations).toEqual([]);
  });

  test('one that is released by the same plan goes', () => {
    const made = audience('made');
    const uses = { ...flexible, segments: { child_segments: [{ custom_audience_id: 'buyers' }] } };
    const plan = new PlanWorld()
      .dropped(buyers)
      .ours(made, uses)
      .edit(made, flexible, { lifecycle: { allowReplace: true } })
      .plan();

    expect(refused(plan)).toEqual([]);
  });

  test('what of ours cannot be deleted, and is declared no longer, keeps nothing', () => {
    const card = 'acme/cards/hero';
    const plan = new PlanWorld()
      .dropped(card, { name: 'Hero', card_uri: 'card://1' })
      .dropped('acme/posts/hero', { card_uri: 'card://1' })
      .plan();

    expect(told(plan)).toEqual([`delete ${card} (config)`, 'forget acme/posts/hero (config)']);
    expect(refused(plan)).toEqual([]);
  });

  test('a campaign that is paid otherwise by the same plan does not keep its funding instrument', () => {
    const credit = 'acme/funding_instruments/credit';
    const plan = new PlanWorld()
      .dropped(credit)
      .ours(sale, { funding_instrument_id: idOf(credit) }, { lifecycle: { allowReplace: true } })
      .ours(clicks)
      .ours(member('sale', 'clicks', 'LANGUAGE:EQ:en'))
      .ours(tag('sale', 'clicks', 't'))
      .edit(sale, { funding_instrument_id: 'fi2' })
      .plan();

    expect(refused(plan)).toEqual([]);
  });
});
