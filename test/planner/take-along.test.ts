import { describe, expect, test } from 'vitest';
import {
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
} from './plan-world.ts';

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
      expect(plan.changes.find((change) => change.address === sale)?.reason).toBe(
        'no longer declared; beneath it: line item f1 (Theirs)',
      );
    },
  );

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
