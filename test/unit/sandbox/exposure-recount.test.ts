import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dumpSchema, type Recounted, recount } from './recount.ts';
import { us, useSandbox } from './sandbox-client.ts';

const client = useSandbox({
  seed: {
    accounts: [{ id: us }],
    funding_instruments: [
      { id: 'usd', account_id: us, currency: 'USD' },
      { id: 'gbp', account_id: us, currency: 'GBP' },
    ],
  },
  clock: '2027-03-10T12:00:00Z',
});

const figures = z.record(z.string(), z.number());
const peakSchema = z.object({
  active_campaigns: z.number(),
  campaigns: z.number(),
  active_line_items: z.number(),
  uncapped: z.number(),
  exposure: figures,
  today: figures,
  highest_on: z.record(z.string(), z.string().nullable()),
});

const times = [
  '2027-03-01T00:00:00Z',
  '2027-03-09T23:59:59Z',
  '2027-03-10T00:00:00Z',
  '2027-03-10T06:00:00Z',
  '2027-03-10T12:00:00Z',
  '2027-03-10T12:00:01Z',
  '2027-03-10T18:00:00Z',
  '2027-03-11T00:00:00Z',
  '2027-03-11T09:00:00Z',
  '2027-03-14T00:00:01Z',
  '2027-03-20T00:00:00Z',
];
const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'PAUSED');
const daily = fc.constantFrom(null, 0, 1_000_000, 2_000_000, 5_000_000);
const time = fc.constantFrom(null, ...times);

const campaign = {
  entity_status: status,
  budget_optimization: fc.constantFrom('CAMPAIGN', 'LINE_ITEM'),
  daily_budget_amount_local_micro: daily,
};
const lineItem = {
  entity_status: status,
  daily_budget_amount_local_micro: daily,
  start_time: time,
  end_time: time,
};
const deleted = { deleted: fc.constantFrom(true, false, false) };
const which = fc.nat({ max: 4 });

const newCampaign = fc.record({
  kind: fc.constant('campaign' as const),
  set: fc.record({ ...campaign, funding_instrument_id: fc.constantFrom('usd', 'usd', 'gbp') }),
});
const newLineItem = fc.record({
  kind: fc.constant('line item' as const),
  parent: which,
  set: fc.record(lineItem),
});
const operation = fc.oneof(
  newCampaign,
  newLineItem,
  fc.record({
    kind: fc.constant('set campaign' as const),
    which,
    set: fc.record({ ...campaign, ...deleted }, { requiredKeys: [] }),
  }),
  fc.record({
    kind: fc.constant('set line item' as const),
    which,
    set: fc.record({ ...lineItem, ...deleted }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant('move' as const), which, parent: which }),
  fc.record({
    kind: fc.constant('remove' as const),
    which,
    from: fc.constantFrom('campaigns', 'line_items'),
  }),
  fc.record({ kind: fc.constant('clock' as const), now: fc.constantFrom(...times) }),
  fc.record({ kind: fc.constant('forget' as const) }),
  fc.record({
    kind: fc.constant('rolled back' as const),
    which,
    campaign: fc.record(campaign),
    lineItem: fc.record({ ...lineItem, ...deleted }),
  }),
);
const operations = fc
  .tuple(
    fc.array(newCampaign, { minLength: 1, maxLength: 2 }),
    fc.array(newLineItem, { minLength: 1, maxLength: 4 }),
    fc.array(operation, { minLength: 1, maxLength: 20 }),
  )
  .map((parts) => parts.flat());
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The records by the order in which they were made; those taken out stay in the lists, and are refused. */
interface Course {
  readonly campaigns: string[];
  readonly lineItems: string[];
}

async function mutate(...mutations: readonly object[]): Promise<boolean> {
  return (await client.control('POST', '/mutate', mutations)).status === 200;
}

function pick(ids: readonly string[], index: number): string {
  return ids[index % ids.length] ?? 'none';
}

/** Carries it out; whether it changed a record. */
async function carryOut(operation: Operation, { campaigns, lineItems }: Course): Promise<boolean> {
  const { kind } = operation;
  if (kind === 'campaign') {
    const id = `c${campaigns.length}`;
    campaigns.push(id);
    const answer = await client.control('POST', '/seed', { campaigns: [{ id, ...operation.set }] });
    return answer.status === 200;
  }
  if (kind === 'line item') {
    const id = `i${lineItems.length}`;
    const parent = pick(campaigns, operation.parent);
    if (parent === 'none') return false;
    lineItems.push(id);
    const item = { id, campaign_id: parent, ...operation.set };
    return (await client.control('POST', '/seed', { line_items: [item] })).status === 200;
  }
  if (kind === 'clock') {
    await client.control('PUT', '/clock', { now: operation.now, frozen: true });
    return false;
  }
  if (kind === 'forget') return false;
  if (kind === 'rolled back') {
    const changed = await mutate(
      { collection: 'line_items', id: pick(lineItems, operation.which), set: operation.lineItem },
      { collection: 'campaigns', id: pick(campaigns, operation.which), set: operation.campaign },
      { collection: 'campaigns', id: 'none', set: {} },
    );
    expect(changed).toBe(false);
    return false;
  }
  const isItem =
    kind === 'set line item' || kind === 'move' || (kind === 'remove' && operation.from === 'line_items');
  const id = pick(isItem ? lineItems : campaigns, operation.which);
  const change =
    kind === 'remove'
      ? { remove: true }
      : { set: kind === 'move' ? { campaign_id: pick(campaigns, operation.parent) } : operation.set };
  return await mutate({ collection: isItem ? 'line_items' : 'campaigns', id, ...change });
}

async function recounted(): Promise<Recounted> {
  const { now } = z.object({ now: z.string() }).parse((await client.control('GET', '/clock')).json);
  const dump = dumpSchema.parse((await client.control('GET', `/dump?account_id=${us}`)).json);
  return recount(dump, Date.parse(now));
}

async function kept(method: 'GET' | 'DELETE'): Promise<Recounted> {
  return (
    z.looseObject({ [us]: peakSchema }).parse((await client.control(method, '/peaks')).json)[us] ?? never()
  );
}

function never(): never {
  throw new Error('the account has peaks');
}

/** What the peaks are after one more operation, from which the given figures stand. */
function raised(peak: Recounted, now: Recounted): Recounted {
  const amounts = (name: 'exposure' | 'today'): Record<string, number> =>
    Object.fromEntries(
      [...new Set([...Object.keys(peak[name]), ...Object.keys(now[name])])].map((currency) => [
        currency,
        Math.max(peak[name][currency] ?? 0, now[name][currency] ?? 0),
      ]),
    );
  const days = Object.keys(amounts('exposure')).map((currency) => {
    const isHigher = (now.exposure[currency] ?? 0) > (peak.exposure[currency] ?? 0);
    return [currency, (isHigher ? now : peak).highest_on[currency] ?? null] as const;
  });
  return {
    active_campaigns: Math.max(peak.active_campaigns, now.active_campaigns),
    campaigns: Math.max(peak.campaigns, now.campaigns),
    active_line_items: Math.max(peak.active_line_items, now.active_line_items),
    uncapped: Math.max(peak.uncapped, now.uncapped),
    exposure: amounts('exposure'),
    today: amounts('today'),
    highest_on: Object.fromEntries(days),
  };
}

function spent(amounts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));
}

/** Without the currencies of which nothing can be spent: it does not matter whether they are named. */
function plainly(figures: Recounted): Recounted {
  const { exposure, today, highest_on: on } = figures;
  return {
    ...figures,
    exposure: spent(exposure),
    today: spent(today),
    highest_on: Object.fromEntries(Object.entries(on).filter(([, day]) => day !== null)),
  };
}

async function begin(): Promise<void> {
  await client.control('POST', '/reset');
  await client.control('PUT', '/clock', { now: '2027-03-10T12:00:00Z', frozen: true });
}

test('after any operations the peaks are those of a slow recount of all records, day by day', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (all) => {
      await begin();
      const course: Course = { campaigns: [], lineItems: [] };
      let peak = await recounted();
      for (const each of all) {
        const changed = await carryOut(each, course);
        if (each.kind === 'forget') {
          peak = await recounted();
          await kept('DELETE');
        }
        if (changed) peak = raised(peak, await recounted());
        expect(plainly(await kept('GET'))).toEqual(plainly(peak));
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
}, 120_000);

test('after any operations the figures from then on are those of a slow recount', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (all) => {
      await begin();
      const course: Course = { campaigns: [], lineItems: [] };
      for (const each of all) {
        await carryOut(each, course);
        expect(plainly(await kept('DELETE'))).toEqual(plainly(await recounted()));
      }
    }),
    { numRuns: 120, endOnFailure: true },
  );
}, 120_000);
