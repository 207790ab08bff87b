import * as fc from 'fast-check';
import type { DriftedResource, DriftReport } from '../../../src/schemas/drift.ts';
import type { Change, Plan } from '../../../src/schemas/plan.ts';
import { allKinds } from '../../../src/schemas/registry.ts';
import type { Value } from '../../../src/schemas/values.ts';
import { driftOf } from './sample-drift.ts';
import { change, planOf } from './sample-plan.ts';

/** Texts that try to get out of where they are shown. */
const hostileTexts = [
  '`',
  '```',
  '\n```\n# out',
  '``````````',
  '</details>',
  '</summary><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--',
  ']]>',
  '<img src=x onerror=alert(1)>',
  '"><b>',
  "' onfocus='alert(1)",
  '|',
  '\\|',
  '\\',
  '@everyone',
  '#1',
  'a@b.example',
  '\r\n\r\n## heading',
  '\u2028\u2029',
  '\u202Eright to left',
  '\u0000\u0001\u001B[2J\uFFFE\uFFFF',
  '\uD800',
  '&amp;&#x3C;',
  '${x}',
  '[link](javascript:alert(1))',
  'z\u0335'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(100),
  'x'.repeat(3000),
  '`'.repeat(700),
];

/** A text from outside: any, or one that means harm, or both. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...hostileTexts),
  fc.tuple(fc.constantFrom(...hostileTexts), fc.string()).map(([left, right]) => `${right}${left}${right}`),
);

const anyValue: fc.Arbitrary<Value> = fc.oneof(
  anyText,
  fc.integer({ min: 0, max: 10_000_000_000 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  anyText.map((address) => ({ id_of: address })),
);

const anyAddress: fc.Arbitrary<string> = fc
  .array(fc.oneof(anyText, fc.constantFrom('acme-us', 'acme-uk', 'campaigns', 'sale')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join('/'));

const anySource = fc.option(fc.record({ file: anyText, line: fc.nat(), column: fc.nat() }), { nil: null });

/** A kind, with values of its fields that its types can show. */
const anyValues = fc.constantFrom(...allKinds).chain((kind) => {
  const fields = Object.values(kind.fields);
  const texts = fields.filter(({ type }) => type.name.startsWith('text') || type.name === 'web address');
  const amounts = fields.filter(({ type }) => type.name === 'money');
  const part = fc.record({
    texts: anyText,
    amount: fc.option(fc.nat({ max: 2 ** 40 }), { nil: null }),
    other: anyText,
    value: anyValue,
  });
  return part.map(({ texts: text, amount, other, value }) => ({
    kind: kind.name,
    values: Object.fromEntries([
      ...texts.map(({ wire }): [string, Value] => [wire, text]),
      ...amounts.map(({ wire }): [string, Value] => [wire, amount]),
      [`unknown ${other}`, value],
      ...(kind.spending === undefined
        ? []
        : [[kind.spending.activation.field, kind.spending.activation.active] satisfies [string, Value]]),
    ]),
  }));
});

const anyChange: fc.Arbitrary<Change> = fc
  .record({
    address: anyAddress,
    before: anyValues,
    after: anyValues,
    action: fc.constantFrom('create', 'update', 'replace', 'delete', 'adopt', 'move', 'forget'),
    name: anyText,
    currency: fc.option(anyText, { nil: null }),
    irreversible: fc.boolean(),
    source: anySource,
    cause: fc.constantFrom('config', 'drift', 'both'),
    moved: anyText,
    along: fc.array(anyAddress, { maxLength: 3 }),
    others: fc.array(fc.tuple(anyValues, anyText, fc.option(anyText, { nil: null })), { maxLength: 2 }),
    reason: fc.option(anyText, { nil: undefined }),
  })
  .map(({ before, after, moved, along, others, reason, action, ...part }) =>
    change({
      ...part,
      kind: after.kind,
      action,
      before: action === 'create' ? {} : before.kind === after.kind ? before.values : {},
      after: action === 'delete' || action === 'forget' ? {} : after.values,
      fields: Object.entries(after.values).map(([field, applied]) => ({ field, cause: part.cause, applied })),
      moved_from: moved,
      takes_along: along,
      others_along: others.map(([{ kind, values }, id, called]) => ({
        kind,
        id,
        name: called,
        fields: values,
      })),
      ...(reason === undefined ? {} : { reason }),
    }),
  );

const anyMeasure = fc.record({ before: fc.nat(), after: fc.nat(), peak: fc.nat() });

const anyDay = fc
  .integer({ min: 20_000, max: 40_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

const anyCalendar = fc.record({
  today: fc.nat(),
  highest: fc.nat(),
  highest_on: fc.option(anyDay, { nil: null }),
  committed: fc.option(fc.nat({ max: 2 ** 50 }), { nil: null }),
  until: fc.option(anyDay, { nil: null }),
  days: fc.array(fc.record({ from: anyDay, before: fc.nat(), after: fc.nat() }), { maxLength: 40 }),
});

const anySpending = fc.record(
  {
    measure: anyMeasure,
    uncapped: fc.nat(5),
    uncapped_before: fc.nat(5),
    others: fc.record({ before: fc.nat(), after: fc.nat() }),
    calendar: anyCalendar,
  },
  { requiredKeys: ['measure', 'uncapped'] },
);

const anyBudget = fc.record({
  active_campaigns: fc.option(
    fc.tuple(anyMeasure, fc.nat()).map(([measure, limit]) => ({ ...measure, limit })),
    { nil: null },
  ),
  exposure: fc.option(
    fc.dictionary(
      anyText,
      anySpending.map(({ measure, ...part }) => ({ ...measure, ...part })),
      { maxKeys: 3 },
    ),
    { nil: null },
  ),
});

const anyViolation = fc.record({
  code: anyText,
  rule: anyText,
  address: anyAddress,
  number: fc.nat(),
  limit: fc.nat(),
  override: anyText,
  message: anyText,
  remedy: anyText,
});

/** Any plan, its changes up to so many times what was generated, so that it grows beyond every limit. */
export function anyPlan(most: number): fc.Arbitrary<Plan> {
  return fc
    .record({
      changes: fc.array(anyChange, { maxLength: 12 }),
      times: fc.integer({ min: 1, max: most }),
      violations: fc.array(anyViolation, { maxLength: 4 }),
      budget: fc.dictionary(anyText, anyBudget, { maxKeys: 4 }),
      consents: fc.array(fc.record({ consent: anyText, address: anyText }), { maxLength: 3 }),
      policies: fc.array(
        fc.record({
          account: anyText,
          rule: anyText,
          status: fc.constantFrom('kept', 'loosened'),
          was: anyValue,
          becomes: anyValue,
        }),
        { maxLength: 8 },
      ),
      resolved: fc.array(
        fc.record({
          address: anyAddress,
          outcome: fc.constantFrom('took effect', 'did not take effect', 'still unknown'),
        }),
        { maxLength: 3 },
      ),
      effect: anyText,
      paths: fc.array(anyText, { maxLength: 2 }),
    })
    .map(({ changes, times, violations, ...part }) =>
      planOf(
        repeated(changes, times).map((each, index) => ({ ...each, address: `${each.address}${index}` })),
        { ...part, violations: repeated(violations, times) },
      ),
    );
}

const anyResource: fc.Arbitrary<DriftedResource> = fc
  .record({
    address: anyAddress,
    applied: anyValues,
    live: anyValue,
    id: fc.option(anyText, { nil: null }),
    name: anyText,
    currency: fc.option(anyText, { nil: null }),
    status: fc.constantFrom('in_sync', 'modified', 'missing', 'unchecked'),
    updated_at: fc.option(anyText, { nil: null }),
    source: anySource,
    unchecked: fc.array(
      anyText.map((text) => `/${text}`),
      { maxLength: 2 },
    ),
  })
  .map(({ applied, live, ...part }) => ({
    ...part,
    kind: applied.kind,
    fields:
      part.status === 'modified'
        ? Object.entries(applied.values).map(([wire, value]) => ({
            path: `/${wire.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            applied: value,
            live: wire.startsWith('unknown ') ? live : value,
            ...(part.id === null ? {} : { declared: value }),
          }))
        : [],
  }));

/** Any drift report, its resources up to so many times what was generated. */
export function anyDrift(most: number): fc.Arbitrary<DriftReport> {
  const figure = fc.record({ applied: fc.nat(), live: fc.nat(), limit: fc.nat() });
  const daily = fc.tuple(figure, fc.nat(3)).map(([each, uncapped]) => ({ ...each, uncapped }));
  const budget = fc.record({
    active_campaigns: fc.option(figure, { nil: null }),
    exposure: fc.option(fc.dictionary(anyText, daily, { maxKeys: 3 }), { nil: null }),
  });
  return fc
    .record({
      resources: fc.array(anyResource, { maxLength: 12 }),
      times: fc.integer({ min: 1, max: most }),
      budget: fc.dictionary(anyText, budget, { maxKeys: 3 }),
      unmanaged: fc.array(
        fc.record({
          account: anyText,
          kind: fc.constantFrom(...allKinds.map(({ name }) => name)),
          id: anyText,
          name: fc.option(anyText, { nil: null }),
        }),
        { maxLength: 5 },
      ),
      created_at: anyText,
    })
    .map(({ resources, times, unmanaged, ...part }) =>
      driftOf(
        repeated(resources, times).map((each, index) => ({ ...each, address: `${each.address}${index}` })),
        { ...part, unmanaged: repeated(unmanaged, times) },
      ),
    );
}

function repeated<T>(items: readonly T[], times: number): T[] {
  return Array.from({ length: times }, () => items).flat();
}
