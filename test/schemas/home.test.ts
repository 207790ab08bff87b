import { expect, test } from 'vitest';
import { describeHome, homeOf, placeOf } from '../../src/schemas/home.ts';

const homes = [
  [{ project: 'acme/ads', file: 'eu/a.yaml' }, 'acme/ads:eu/a.yaml', 'eu/a.yaml of project acme/ads'],
  [
    { project: 'repository:git.example/ads/acme', file: 'a.yaml' },
    'repository:git.example/ads/acme:a.yaml',
    'a.yaml of repository git.example/ads/acme',
  ],
  [{ project: 'folder:/srv/ads', file: 'a.yaml' }, 'folder:/srv/ads/a.yaml', '/srv/ads/a.yaml'],
  [{ file: '../a.yaml' }, '../a.yaml', '../a.yaml'],
] as const;

test.each(homes)('%j is %s, and for people %s', (home, place, shown) => {
  expect([placeOf(home), describeHome(home)]).toEqual([place, shown]);
  const entry = { ...home, address: 'acme' };
  expect(homeOf(entry)).toEqual(home);
});

test('a folder is one place, whether it is known by itself or by the one above', () => {
  expect(placeOf({ project: 'folder:/srv', file: 'ads/a.yaml' })).toBe(
    placeOf({ project: 'folder:/srv/ads', file: 'a.yaml' }),
  );
});
