import { expect, test } from 'vitest';
import { budgetGroup, endpointOf } from '../../../src/platform/endpoint.ts';
import { allKinds } from '../../../src/schemas/registry.ts';

const paths = allKinds.flatMap(({ operations }) => {
  const { list, read, create, update, delete: remove, batch } = operations;
  const all = [list?.path, read, create?.path, update?.path, remove?.path, batch?.path];
  return all.filter((path) => path !== undefined);
});

test.each([...new Set(paths)])('%s is told from its records', (path) => {
  const sent = path.replaceAll(/:\w+/g, '8wku2');

  expect(endpointOf(sent)).toBe(path.replaceAll(/:\w+/g, ':id'));
});

test.each([
  ['GET', '/12/accounts', 'GET /12/accounts'],
  ['GET', '/12/iab_categories', 'GET /12/iab_categories'],
  ['GET', '/12/accounts/a/cards/poll/p', 'GET /12/accounts/:id/cards/poll/:id'],
  ['PUT', '/12/accounts/a/campaigns/8wku2', 'writes'],
  ['GET', '/12/accounts/a/targeting_criteria/2', 'targeting reads'],
  ['GET', '/12/targeting_criteria/locations', 'GET /12/targeting_criteria/locations'],
])('%s %s counts among %s', (method, path, group) => {
  expect(budgetGroup(method, path)).toBe(group);
});
