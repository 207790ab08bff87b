import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inNeedOrder } from '../../../src/planner/match/need-order.ts';
import { createPlan, type PlanInput } from '../../../src/planner/plan.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import { ModelPlatform } from '../../support/model-platform.ts';
import { planInput } from '../../support/plan-input.ts';
import { campaign, PlanWorld, told } from '../../support/plan-world.ts';
import { limitsOf, worldSpec } from '../../support/worlds/any-world.ts';
import { documentFrom } from '../../support/worlds/document-from.ts';
import { accountKey } from '../../support/worlds/resources.ts';

const credit = 'acme/funding_instruments/credit';

test('a campaign whose funding instrument stands after it is not replaced', () => {
  const world = new PlanWorld()
    .dropped(campaign('sale'))
    .declared(campaign('sale'), { funding_instrument_id: { id_of: credit } })
    .declared(credit, {}, { id: 'fi1' });

  expect(told(world.plan())).toEqual([]);
});

test('resources that refer to each other are ordered once each', () => {
  const [resource] = documentFrom('x', []).resources;
  if (resource === undefined) throw new Error('a document has its account');
  const one = { ...resource, address: 'one', fields: { other: { id_of: 'two' } } };
  const two = { ...resource, address: 'two', fields: { other: { id_of: 'one' } } };

  expect(inNeedOrder([one, two])).toEqual([two, one]);
});

/** The same document with references by key, its resources in some order. */
function shuffled(document: DesiredDocument, dice: readonly number[]): DesiredDocument {
  const [own] = document.resources;
  if (own === undefined) throw new Error('a document has its account');
  const instruments = ['fi1', 'fi2'].map((id) => ({
    ...own,
    address: `${accountKey}/funding_instruments/${id}`,
    kind: 'funding_instrument',
    parent: accountKey,
    id,
  }));
  const referring = document.resources.map((resource) => {
    const paidBy = resource.fields['funding_instrument_id'];
    if (typeof paidBy !== 'string') return resource;
    const fields = {
      ...resource.fields,
      funding_instrument_id: { id_of: `${accountKey}/funding_instruments/${paidBy}` },
    };
    return { ...resource, fields };
  });
  const all = [...referring, ...instruments].map((resource, index) => ({
    resource,
    at: dice[index] ?? index,
  }));
  return { ...document, resources: all.toSorted((a, b) => a.at - b.at).map(({ resource }) => resource) };
}

function input(document: DesiredDocument, platform: ModelPlatform): PlanInput {
  return planInput({ document, live: platform.live(), entries: platform.entries });
}

test('the order of declarations changes nothing about what is done', () => {
  const property = fc.property(
    worldSpec(['fi1', 'fi2']),
    fc.array(fc.nat({ max: 1000 }), { minLength: 80, maxLength: 80 }),
    (spec, dice) => {
      const platform = new ModelPlatform('18ce54d4x5t');
      const free = { ...limitsOf(spec), activeCampaigns: 1000, lineItems: undefined };
      const before = documentFrom('18ce54d4x5t', spec.before, free);
      for (const step of createPlan(input(before, platform)).plan.steps)
        for (const operation of step.operations) platform.carryOut(step, operation, before);
      const after = documentFrom('18ce54d4x5t', spec.after, free);

      const inOrder = createPlan(input(shuffled(after, []), platform)).plan;
      const inSomeOrder = createPlan(input(shuffled(after, dice), platform)).plan;

      expect(told(inSomeOrder).toSorted()).toEqual(told(inOrder).toSorted());
      expect(inSomeOrder.summary).toEqual(inOrder.summary);
      expect(inSomeOrder.budget['acme']?.exposure).toMatchObject(
        Object.fromEntries(
          Object.entries(inOrder.budget['acme']?.exposure ?? {}).map(([currency, { before, after }]) => [
            currency,
            { before, after },
          ]),
        ),
      );
    },
  );
  fc.assert(property, { numRuns: 200 });
});
