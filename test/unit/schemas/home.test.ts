import { expect, test } from 'vitest';
import { belonging, describeHome, homeOf, namedProject, placeOf } from '../../../src/schemas/home.ts';

const homes = [
  [
    { project: 'acme/ads', file: 'eu/a.yaml' },
    'acme/ads:eu/a.yaml',
    'eu/a.yaml of project acme/ads',
    'for project acme/ads',
    'acme/ads',
  ],
  [
    { project: 'repository:git.example/ads/acme', file: 'a.yaml' },
    'repository:git.example/ads/acme:a.yaml',
    'a.yaml of repository git.example/ads/acme',
    'for repository git.example/ads/acme',
    undefined,
  ],
  [
    { project: 'folder:/srv/ads', file: 'a.yaml' },
    'folder:/srv/ads/a.yaml',
    '/srv/ads/a.yaml',
    'without a project',
    undefined,
  ],
  [{ file: '../a.yaml' }, '../a.yaml', '../a.yaml', 'without a project', undefined],
] as const;

test.each(homes)('%j is %s, and for people %s', (home, place, shown, owner, name) => {
  expect([placeOf(home), describeHome(home)]).toEqual([place, shown]);
  expect([belonging(home), namedProject(home)]).toEqual([owner, name]);
  const entry = { ...home, address: 'acme' };
  expect(homeOf(entry)).toEqual(home);
});

test('a folder is one place, whether it is known by itself or by the one above', () => {
  expect(placeOf({ project: 'folder:/srv', file: 'ads/a.yaml' })).toBe(
    placeOf({ project: 'folder:/srv/ads', file: 'a.yaml' }),
  );
});
