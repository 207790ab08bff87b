import { expect, test } from 'vitest';
import { formatText } from '../../../src/edit/format.ts';
import { createBench } from '../../system/cli/harness.ts';

const untidy = `# An agency.

# about accounts
accounts:
    acme-us:   # beside
      # ids
      id:    18ce54d4x5t
      campaigns:


        # about b
        b: &b
            status:  ACTIVE
            name:   "B
               goes on"   # q
            # foot of b
        # about a
        a: {status: PAUSED, name: A,   daily_budget: 5, <<: *b}   #aa

        c:
          # up
          line_items:
            x:
              placements:
              - A   # one
              # two
              -   B
              name: >-
                 folded
                 text

              objective: &o [ A,
                 B, # bb
                 # own
                 C ]
              targeting: [ { value: 1,type: LOCATION } ]
          name: *o
        # foot of campaigns
      funding_instruments: { credit: {id: hxtet} }
policy: {max_deletes:   30%}
version: 1
variables:
   x: |+
     keep

   y: 1
# end`;

const tidy = `# An agency.

version: 1
variables:
  x: |+
    keep

  y: 1
policy: { max_deletes: 30% }

# about accounts
accounts:
  acme-us: # beside
    # ids
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet } }
    campaigns:
      # about b
      b: &b
        name: "B
          goes on" # q
        status: ACTIVE
        # foot of b
      # about a
      a: { <<: *b, name: A, status: PAUSED, daily_budget: 5 } #aa

      c:
        # up
        line_items:
          x:
            name: >-
              folded
              text

            objective: &o [
              A,
              B, # bb
              # own
              C
            ]
            placements:
              - A # one
              # two
              - B
            targeting: [{ type: LOCATION, value: 1 }]
        name: *o
      # foot of campaigns
# end
`;

test('keys in their order, two blanks a level, comments with what they belong to', () => {
  expect(formatText('campaigns.yaml', untidy)).toBe(tidy);
  expect(formatText('campaigns.yaml', tidy)).toBe(tidy);
});

test.each([
  [
    'line breaks and the byte order mark stay',
    '\uFEFFa:   1\r\n\r\n\r\nb: 2\r\n',
    '\uFEFFa: 1\r\n\r\nb: 2\r\n',
  ],
  [
    'several documents',
    '---   # one\na: 1\n...\n# between\n%YAML 1.2\n---\nb:   2\n\n---\nc: 3',
    '--- # one\na: 1\n...\n\n# between\n%YAML 1.2\n---\nb: 2\n---\nc: 3\n',
  ],
  ['lists in lists', 'a:\n- - 1\n  - 2\n-  -   3\n', 'a:\n  - - 1\n    - 2\n  - - 3\n'],
  [
    'anchors of lists and maps',
    'a: &x\n- 1\nb:\n- &y\n  c: 1\n- &z d: 2\n',
    'a: &x\n  - 1\nb:\n  - &y\n    c: 1\n  - &z d: 2\n',
  ],
  [
    'comments before the end of a document that is one value',
    'null   # one\n# two\n# three\n...',
    'null # one\n# two\n# three\n...\n',
  ],
  [
    'comments between a document that is one value and the next',
    '[ a ]   # one\n# two\n---\nb: 1',
    '[a] # one\n# two\n---\nb: 1\n',
  ],
  ['nothing but comments', '\n# a\n\n\n# b', '# a\n\n# b\n'],
  ['an empty file', '', ''],
  ['keys in quotes and without values', '"a b":\n? c\n: d\ne: {f, g: }\n', '"a b":\nc: d\ne: { f, g: }\n'],
  ['a text that keeps its indentation', 'a: |2-\n    x\n   y\n', 'a: |2-\n    x\n   y\n'],
  ['what is not known stays last, in its order', 'zz: 1\nversion: 1\naa: 2\n', 'version: 1\nzz: 1\naa: 2\n'],
])('%s', (_name, text, expected) => {
  expect(formatText('x.yaml', text)).toBe(expected);
  expect(formatText('x.yaml', expected)).toBe(expected);
});

test('an alias never moves before its anchor, nor past another anchor of the name', () => {
  const entries = 'accounts:\n  a:\n    campaigns:\n      c:\n';
  const text = `${entries}        status: &x ACTIVE\n        name: *x\n        total_budget: &x 5\n        daily_budget: *x\n`;

  expect(formatText('x.yaml', text)).toBe(text);
});

test('fmt writes the files of folders and names those that change', async () => {
  const bench = await createBench(untidy);
  await bench.write('more/a.yaml', 'version: 1\n');
  await bench.write('more/b.yml', 'version:   1\n');

  const check = await bench.adsync(['fmt', '--check', '.']);
  const written = await bench.adsync(['fmt', '.']);
  const again = await bench.adsync(['fmt', '--check', '.']);

  expect(check).toEqual({
    code: 1,
    stdout: 'campaigns.yaml\nmore/b.yml\n',
    stderr: 'To lay them out: adsync fmt\n',
  });
  expect(written).toEqual({ code: 0, stdout: 'campaigns.yaml\nmore/b.yml\n', stderr: '' });
  expect(again).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await bench.read('campaigns.yaml')).toBe(tidy);
});

test('fmt of what is no YAML lists every problem and writes nothing', async () => {
  const bench = await createBench('version: 1\na:\n\tb: 1\n');
  await bench.write('other.yaml', 'version:   1\n');

  const ran = await bench.adsync(['fmt', '.']);

  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('campaigns.yaml:3:1  the line is indented with a tab');
  expect(await bench.read('other.yaml')).toBe('version:   1\n');
});

test('- reads standard input and writes standard output', async () => {
  const bench = await createBench();

  const ran = await bench.adsync(['fmt', '-'], { typed: 'version:   1\n' });
  const check = await bench.adsync(['fmt', '--check', '-'], { typed: 'version:   1\n' });
  const both = await bench.adsync(['fmt', '-', 'campaigns.yaml']);

  expect(ran).toEqual({ code: 0, stdout: 'version: 1\n', stderr: '' });
  expect(check).toEqual({ code: 1, stdout: '', stderr: '' });
  expect(both.code).toBe(1);
});
