import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanResult } from '../../../src/planner/plan.ts';
import { withinAnyPattern } from '../../../src/schemas/address-pattern.ts';
import type { Plan } from '../../../src/schemas/plan.ts';
import { kindNamed } from '../../../src/schemas/registry.ts';
import { isIdOf, referencesIn } from '../../../src/schemas/values.ts';
import { audience, campaign, idOf, item, kindAt, member, PlanWorld, tag } from '../../support/plan-world.ts';

const runs = Number(process.env['ADSYNC_WORLDS'] ?? 1000) / 5;
const seed = process.env['ADSYNC_SEED'] === undefined ? {} : { seed: Number(process.env['ADSYNC_SEED']) };

/** How each resource stands: not at all, only declared, ours as declared, changed, to be made anew, or to be deleted. */
const standing = fc.constantFrom('none', 'new', 'same', 'changed', 'anew', 'gone');
type Standing = typeof standing extends fc.Arbitrary<infer T> ? T : never;

const audiences = ['a1', 'a2'].map(audience);
const campaigns = ['c1', 'c2'];
const items = campaigns.flatMap((one) => ['i1', 'i2'].map((key) => [one, key] as const));
const criteria = [
  'LOCATION:EQ:96683cc9126741d1',
  'LANGUAGE:EQ:en',
  'CUSTOM_AUDIENCE:NE:a1',
  'CUSTOM_AUDIENCE:EQ:a2',
];
const beneath = items.flatMap(([one, key]) => [
  ...criteria.map((text) => member(one, key, text)),
  tag(one, key, 't1'),
]);
const everything = [
  ...audiences,
  ...campaigns.map(campaign),
  ...items.map(([one, key]) => item(one, key)),
  ...beneath,
];

const world = fc.record({
  standings: fc.array(standing, { minLength: everything.length, maxLength: everything.length }),
  active: fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 6, maxLength: 6 }),
  moved: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const addresses = fc.uniqueArray(fc.constantFrom(...everything, 'acme/campaigns/*', '**/i1', '**/t1'), {
  maxLength: 4,
});
const selection = fc.record(
  { targets: addresses, excludes: addresses, touched: addresses.map((names) => new Set(names)) },
  { requiredKeys: ['targets', 'excludes'] },
);

/** Nothing stays beneath what goes, and nothing is live beneath what is new. */
function settled(own: Standing, above: Standing): Standing {
  if (above === 'none' || own === 'none') return 'none';
  if (above === 'gone') return own === 'new' ? 'none' : 'gone';
  return above === 'new' ? 'new' : own;
}

function build({ standings, active, moved }: World): PlanWorld {
  const built = new PlanWorld();
  const known = new Map<string, Standing>();
  everything.forEach((address, index) => {
    const given = standings[index] ?? 'none';
    const above = known.get(address.split('/').slice(0, -2).join('/')) ?? 'same';
    const kind = kindAt(address);
    const named = address.includes('CUSTOM_AUDIENCE') ? audience(address.slice(-2)) : undefined;
    const audienceStands = named === undefined ? 'same' : known.get(named);
    const isLost = audienceStands === 'none' || audienceStands === undefined;
    const isGone = audienceStands === 'gone';
    const stood = isLost ? 'none' : settled(isGone && given !== 'none' ? 'gone' : given, above);
    // What is new refers to nothing that goes.
    const own = isGone && stood === 'new' ? 'none' : stood;
    known.set(address, own);
    const [was = false, becomes = false] = active[index - audiences.length] ?? [];
    const status = (isActive: boolean) =>
      kind.spending === undefined ? {} : { entity_status: isActive ? 'ACTIVE' : 'PAUSED' };
    const before = { ...status(was), ...(named === undefined ? {} : { targeting_value: idOf(named) }) };
    const after = {
      ...status(becomes),
      ...(named === undefined ? {} : { targeting_value: { id_of: named } }),
    };
    const replacing =
      {
        campaign: { funding_instrument_id: 'fi2' },
        line_item: { product_type: 'MEDIA' },
        custom_audience: { audience_type: 'FLEXIBLE' },
      }[kind.name] ?? {};
    if (own === 'new') built.declared(address, after);
    if (own === 'gone') built.dropped(address, before);
    // A new one stands beneath what is new; an audience that is new is referred to by nothing live.
    if (own !== 'same' && own !== 'changed' && own !== 'anew') return;
    if (audienceStands === 'new') {
      built.declared(address, after);
      return;
    }
    built
      .dropped(address, before)
      .declared(address, { ...(own === 'same' ? before : after), ...(own === 'anew' ? replacing : {}) });
  });
  const [from, to] = [item('c1', 'i1'), item('c2', 'elsewhere')];
  if (
    moved &&
    known.get(from) === 'gone' &&
    known.get(campaign('c2')) !== 'none' &&
    known.get(campaign('c2')) !== 'gone'
  )
    built.declared(to).moved([from, to]);
  return built;
}

function changesBy({ plan }: PlanResult): ReadonlyMap<string, Plan['changes'][number]> {
  return new Map(plan.changes.map((change) => [change.address, change]));
}

function operations({ plan }: PlanResult) {
  return plan.steps.flatMap((step) => step.operations);
}

const isPauseOnly = (change: Plan['changes'][number]): boolean =>
  change.reason === 'paused until all of its changes are made' && Object.keys(change.after).length === 0;

test('a selection is closed: nothing outside it changes, no set is cut, nothing incomplete is switched on', () => {
  fc.assert(
    fc.property(world, selection, (given, chosen) => {
      const whole = build(given).result();
      const part = build(given).with(chosen).result();
      const [all, some] = [changesBy(whole), changesBy(part)];
      const isExcluded = withinAnyPattern(chosen.excludes);

      for (const [address, change] of some) {
        // Only what the whole plan changes changes, and it comes to the same unless it is not switched on yet.
        if (isPauseOnly(change)) continue;
        expect(isExcluded(address)).toBe(false);
        const { entity_status: status, ...after } = change.after;
        expect(all.get(address)).toMatchObject({ action: change.action, after });
        if (all.get(address)?.after['entity_status'] !== status)
          expect(change.reason).toContain('not switched on yet');
      }
      const recorded = part.stateChanges.flatMap(({ put }) => put.map(({ address }) => address));
      const ours = new Set(whole.stateChanges.flatMap(({ put }) => put.map(({ address }) => address)));
      for (const address of recorded) expect(ours.has(address)).toBe(true);

      const sent = operations(part);
      for (const { params, requires, operation } of sent) {
        // What it refers to is made before it.
        for (const { id_of: to } of Object.values(params).filter(isIdOf).flatMap(referencesIn)) {
          const maker = sent.find((each) => each.address === to && each.operation_type === 'Create');
          expect(requires).toContain(maker?.operation);
          expect(maker?.operation).toBeLessThan(operation);
        }
      }
      for (const { address, action } of whole.plan.changes) {
        const parent = address.split('/').slice(0, -2).join('/');
        const isSet = kindNamed(all.get(address)?.kind ?? '').form === 'set';
        // A whole set, or nothing of it.
        if (isSet && action !== 'move') {
          const set = whole.plan.changes.filter((other) => other.address.startsWith(`${parent}/targeting/`));
          expect(set.every((other) => some.has(other.address) === some.has(address))).toBe(true);
        }
        const isMissing = !some.has(address) && (action === 'create' || action === 'replace');
        const switchedOn = sent.filter(
          (each) =>
            each.params['entity_status'] === 'ACTIVE' &&
            address.startsWith(`${each.address}/`) &&
            !sent.some(
              (one) =>
                one.address === each.address && one.params['entity_status'] === 'PAUSED' && one.id !== null,
            ),
        );
        if (isMissing) expect(switchedOn).toEqual([]);
        // What goes takes all along that the whole plan takes along.
        const along = some.get(address)?.takes_along;
        if (some.has(address)) expect(along).toEqual(all.get(address)?.takes_along);
      }
    }),
    { numRuns: runs, ...seed },
  );
});

const addressesOf = ({ plan }: PlanResult): readonly string[] =>
  plan.changes.map(({ address }) => address).sort();

test('to choose what was chosen changes nothing, and to choose everything is to choose nothing', () => {
  fc.assert(
    fc.property(world, selection, (given, chosen) => {
      const whole = build(given).result();
      const part = build(given).with(chosen).result();
      const own = part.plan.changes.map(({ address }) => address);
      const again = build(given)
        .with({ touched: new Set(own) })
        .result();
      const everyAddress = build(given)
        .with({ targets: ['acme'] })
        .result();

      const { selection } = whole.plan;
      expect({ ...everyAddress, plan: { ...everyAddress.plan, selection } }).toEqual(whole);
      // What was only paused for others is chosen itself, with what it is bound to.
      if (!part.plan.changes.some(({ after }) => Object.keys(after).length === 0))
        expect(addressesOf(again)).toEqual(addressesOf(part));
    }),
    { numRuns: runs, ...seed },
  );
});
