import { describe, expect, test } from 'vitest';
import { mayGo } from '../../../src/live/may-go.ts';
import type { StateEntry } from '../../../src/schemas/state-entry.ts';
import type { Value } from '../../../src/schemas/values.ts';
import { audience, campaign, flexible, idOf, item, PlanWorld } from '../../support/plan-world.ts';

const sale = campaign('sale');
const clicks = item('sale', 'clicks');
const isDecided = ({ file }: StateEntry): boolean => file === 'campaigns.yaml';

function going(world: PlanWorld, destroys = false): readonly string[] {
  const { document, entries } = world.input();
  return mayGo({ document, entries, destroys, isDecided }).map(({ address }) => address);
}

const ours = (): PlanWorld => new PlanWorld().ours(sale).ours(clicks);

const uses = (other: string) => ({
  segments: { child_segments: [{ custom_audience_id: { id_of: other } }] },
});

const seenFor = (days: number, seen: Value = idOf(audience('seen'))) => ({
  segments: { child_segments: [{ custom_audience_id: seen, lookback_window: days }] },
});

describe('what may go by a plan', () => {
  test.each<readonly [string, PlanWorld, readonly string[]]>([
    ['nothing of what is declared as it was', ours(), []],
    ['nothing of what is updated', ours().edit(sale, { name: 'Other' }), []],
    ['what is declared no longer', ours().without(clicks), [clicks]],
    ['what stands beneath that', ours().without(sale), [sale, clicks]],
    ['nothing that another file declared', new PlanWorld().dropped(sale, {}, { file: 'other.yaml' }), []],
    ['nothing that is only referred to', new PlanWorld().dropped(sale, {}, { origin: 'external' }), []],
    [
      'what is made anew, with what stands beneath it',
      ours().edit(sale, { funding_instrument_id: 'fi2' }),
      [sale, clicks],
    ],
    [
      'what refers to what is new',
      ours()
        .declared('acme/funding_instruments/new')
        .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/new' } }),
      [sale, clicks],
    ],
    [
      'what refers to something else that is there',
      ours()
        .ours('acme/funding_instruments/fi2')
        .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/fi2' } }),
      [sale, clicks],
    ],
    [
      'what refers to something else that is declared by its id',
      ours()
        .declared('acme/funding_instruments/main', {}, { id: 'fi2' })
        .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/main' } }),
      [sale, clicks],
    ],
    [
      'what is made of the same in another way',
      new PlanWorld()
        .ours(audience('seen'))
        .ours(audience('made'), { ...flexible, ...seenFor(30) })
        .edit(audience('made'), { ...seenFor(7, { id_of: audience('seen') }) }),
      [audience('made')],
    ],
    [
      'nothing that is made of the same',
      new PlanWorld()
        .ours(audience('seen'))
        .ours(audience('made'), { ...flexible, ...seenFor(30) })
        .edit(audience('made'), { ...seenFor(30, { id_of: audience('seen') }) }),
      [],
    ],
    [
      'nothing that refers to what nobody knows the name of yet',
      ours()
        .ours(audience('made'), { ...flexible, ...seenFor(30) })
        .declared('acme/cards/hero', {}, { id: 'hero' })
        .edit(audience('made'), { ...seenFor(30, { id_of: 'acme/cards/hero' }) }),
      [],
    ],
    [
      'nothing that refers to what it referred to',
      ours()
        .dropped('acme/funding_instruments/old', {}, { id: 'fi1', origin: 'external' })
        .declared('acme/funding_instruments/old')
        .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/old' } }),
      [],
    ],
    [
      'nothing that refers to what is declared by its id',
      ours()
        .declared('acme/funding_instruments/main', {}, { id: 'fi1' })
        .edit(sale, { funding_instrument_id: { id_of: 'acme/funding_instruments/main' } }),
      [],
    ],
    [
      'a kind of which some change together',
      new PlanWorld().ours(audience('made'), flexible).edit(audience('made'), { name: 'Other' }),
      [audience('made')],
    ],
    [
      'nothing that moves with what it stands in',
      new PlanWorld()
        .dropped(sale)
        .dropped(clicks)
        .declared(campaign('new'), { name: 'sale' })
        .declared(item('new', 'clicks'))
        .moved([sale, campaign('new')]),
      [],
    ],
    [
      'what moves to another parent',
      new PlanWorld()
        .ours(sale)
        .dropped(clicks)
        .ours(campaign('b'))
        .declared(item('b', 'clicks'))
        .moved([sale, campaign('c')], [clicks, item('b', 'clicks')], [campaign('x'), campaign('y')])
        .declared(campaign('c'), { name: 'sale' })
        .without(sale),
      [item('b', 'clicks')],
    ],
  ])('%s', (_title, world, expected) => {
    expect(going(world)).toEqual(expected);
  });

  test('all that is ours, where all is destroyed', () => {
    expect(going(ours(), true)).toEqual([sale, clicks]);
  });

  test('references that lead back to themselves end', () => {
    const [a, b] = [audience('a'), audience('b')];
    const world = new PlanWorld()
      .ours(a, { ...flexible, segments: { child_segments: [{ custom_audience_id: idOf(b) }] } })
      .ours(b, { ...flexible, segments: { child_segments: [{ custom_audience_id: idOf(a) }] } })
      .edit(a, uses(b))
      .edit(b, uses(a));

    expect(going(world)).toEqual([]);
  });
});
