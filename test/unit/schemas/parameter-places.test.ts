import { expect, test } from 'vitest';
import { otherWrites } from '../../../scripts/parameters/other-writes.ts';
import { parametersPage } from '../../../scripts/parameters/parameters-page.ts';
import { placeOfParameter } from '../../../scripts/parameters/place-of-parameter.ts';
import { writesOfNoKind, writtenParameters } from '../../../scripts/parameters/written-parameters.ts';
import { factsOf } from '../../../src/report/kind-facts.ts';
import { fieldNotes } from '../../../src/schemas/field-notes.ts';
import { allKinds, kindNamed } from '../../../src/schemas/registry.ts';
import { endpointRows, paramRows } from '../sandbox/walk/inventory.ts';

const parameters = writtenParameters();

test('every parameter of a creating or changing call has a field, a meaning for adsync, or a reason', () => {
  const unplaced = parameters.filter((each) => placeOfParameter(each) === undefined);
  expect(unplaced.map(({ kind, name }) => `${kind.name}.${name}`)).toEqual([]);
});

test('a parameter that nobody has said anything of has no place', () => {
  const kind = kindNamed('campaign');
  const made = { kind, method: 'POST', path: '/12/accounts/:account_id/campaigns' };
  expect(placeOfParameter({ ...made, name: 'entity_status' })).toEqual({ by: 'field', field: 'status' });
  expect(placeOfParameter({ ...made, name: 'colour' })).toBeUndefined();
  expect(placeOfParameter({ ...made, name: '[].params.colour' })).toBeUndefined();
});

test('every parameter that the documentation gives such a call is among them', () => {
  const written = endpointRows.filter(
    ({ method, path, area }) =>
      (method === 'POST' || method === 'PUT') &&
      area.startsWith('ads-') &&
      otherWrites[`${method} ${path}`] === undefined,
  );
  const missing = written.flatMap(({ id, method, path }) => {
    const shape = path.replaceAll(/:\w+/g, ':');
    const found = parameters.filter(
      (each) => each.method === method && each.path.replaceAll(/:\w+/g, ':') === shape,
    );
    const inPath = new Set(path.split('/').filter((step) => step.startsWith(':')));
    return paramRows
      .filter(({ endpoint, name }) => endpoint === id && !inPath.has(`:${name}`))
      .filter(({ name }) => found.every((each) => each.name !== name))
      .map(({ name }) => `${method} ${path} ${name}`);
  });
  expect(missing).toEqual([]);
});

test('a reason stands on the page of its kind, and is of a parameter that there is and no field has', () => {
  for (const kind of allKinds) {
    const reasons = Object.entries(kind.withoutField ?? {});
    const used = parameters
      .filter((each) => each.kind === kind)
      .flatMap((each) => {
        const place = placeOfParameter(each);
        return place?.by === 'nothing' ? [place.reason] : [];
      });
    expect(new Set(reasons.map(([, reason]) => reason))).toEqual(new Set(used));
    for (const [wire, reason] of reasons)
      expect(factsOf(kind)).toContain(`\`${wire}\` has no field: ${reason}`);
  }
});

test('a value that a field has not stands on its page and beside its parameter with the reason, and is refused with it', () => {
  for (const name of ['campaign', 'line_item']) {
    const kind = kindNamed(name);
    const status = kind.fields['status'];
    if (status === undefined) throw new RangeError(`${name} has no status`);
    expect(fieldNotes(kind, status).join('\n')).toMatch(/^DRAFT has no place here: the documentation/m);
    expect(status.type.document.safeParse('DRAFT').error?.message).toContain('PAUSED spends nothing either');
    expect(status.type.document.safeParse('DRAFTS').error?.message).toContain('is none of');
  }
  expect(parametersPage()).toContain('| [`status`](kinds/line-item.md#status), without `DRAFT` |');
});

test('every creating or changing call of no kind says what reaches it, and no other does', () => {
  expect(new Set(Object.keys(otherWrites))).toEqual(new Set(writesOfNoKind()));
});
