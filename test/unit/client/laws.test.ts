import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerReader } from '../../../src/client/answer-reader.ts';
import { requestMaker } from '../../../src/client/call-request.ts';
import { endpointFacts } from '../../../src/client/endpoint-table.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';
import { requestUrl } from '../../../src/platform/request-url.ts';

const facts = fc.constantFrom(...endpointFacts);
// To make the checks of an endpoint takes longer than to make a call.
const makers = new Map(endpointFacts.map((each) => [each.name, requestMaker(each)]));
const readers = new Map(endpointFacts.map((each) => [each.name, answerReader(each)]));
const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AdsyncError) return error.code;
    throw error;
  }
};

/** Values of every sort for the parameters of an endpoint, some of them fitting. */
const likely = fc.oneof(
  fc.constantFrom(
    '18ce54d4x5t',
    'ACTIVE',
    '2026-12-01T00:00:00Z',
    '7',
    7,
    7n,
    true,
    null,
    ['a'],
    [],
    {},
    '..',
    '',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.bigInt(),
  fc.string({ unit: 'binary' }),
);
const input = facts.chain((each) =>
  fc.tuple(
    fc.constant(each),
    fc.record(Object.fromEntries(Object.keys(each.takes).map((name) => [name.replace(/\?$/, ''), likely])), {
      requiredKeys: [],
    }),
  ),
);

test('whatever a call is given, it is refused or becomes a request to its endpoint alone', () => {
  const outcomes = new Set<unknown>();

  fc.assert(
    fc.property(input, ([each, given]) => {
      const code = codeOf(() => {
        const request = makers.get(each.name)?.(given);
        if (request === undefined) throw new Error(each.name);
        const { path, query, method } = request;
        const pattern = new RegExp(`^${each.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
        expect([method, pattern.test(path)]).toEqual([each.method, true]);
        expect(requestUrl(new URL('http://host'), path, query).pathname).toBe(path);
      });
      outcomes.add(code);
    }),
    { numRuns: 2000 },
  );

  expect(outcomes).toEqual(new Set([undefined, 'ADSYNC_CALL_INVALID']));
});

test('whatever the platform answers, it is given or refused as an answer', () => {
  const body = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record(
      { data: fc.jsonValue({ maxDepth: 4 }), next_cursor: fc.option(fc.string()) },
      { requiredKeys: ['data'] },
    ),
  );
  const outcomes = new Set<unknown>();

  fc.assert(
    fc.property(facts, body, (each, answered) => {
      outcomes.add(codeOf(() => readers.get(each.name)?.(answered)));
    }),
    { numRuns: 2000 },
  );

  expect(outcomes).toEqual(new Set([undefined, 'ADSYNC_ANSWER_INVALID']));
});
