import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer } from 'yaml';
import type { FoundFiles } from '../../../src/config/files.ts';
import { readTree } from '../../../src/config/load-document.ts';
import { acceptLive } from '../../../src/edit/accept.ts';
import type { AcceptedField } from '../../../src/edit/group.ts';
import type { DesiredDocument } from '../../../src/schemas/desired.ts';
import type { Value } from '../../../src/schemas/values.ts';
import { documentSpec, type GeneratedDocument, writeDocument } from './generated-document.ts';

const documents = Number(process.env['ADSYNC_DOCUMENTS'] ?? 400);

const settings = { cwd: '/', variables: { files: [], flags: [], environment: {} } };
const ids = new Map([['acme/funding_instruments/credit', 'hxtet']]);

const textOf = fc.oneof(
  fc.constantFrom(
    'plain',
    ': x',
    '# no',
    "it's",
    '"q"',
    '- a',
    'null',
    '~',
    'a: b',
    '[x',
    '{y}',
    '${var.go}',
    '$${',
    '*a',
    '&b',
    'tab\there',
    'ünï 🎉',
    ' lead',
    'trail ',
    '007',
    'yes',
    'a #b',
    '<<',
    '?',
    '%x',
    '@at',
    'end:',
    '\u200Bzero',
    'a\nb',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

/** Live values that differ from what is declared, by wire name. */
const drifts: Readonly<Record<string, (text: string, number: number, index: number) => Value>> = {
  name: (text, _number, index) => `${text}${index}`,
  entity_status: (_text, number) => (number % 2 === 0 ? 'ACTIVE' : 'PAUSED'),
  daily_budget_amount_local_micro: (_text, number) => 1_000_000 + number * 250_000,
  total_budget_amount_local_micro: (_text, number) =>
    number % 5 === 0 ? null : 900_000_000 + number * 1_234_567,
  purchase_order_number: (text) => text,
  start_time: (_text, number) => `2027-11-${String(1 + (number % 28)).padStart(2, '0')}T10:00:00Z`,
  end_time: (_text, number) => `2028-01-${String(1 + (number % 28)).padStart(2, '0')}T23:59:59Z`,
};

const drift = fc.record({ pick: fc.nat(1000), wire: fc.nat(1000), text: textOf, number: fc.nat(300) });

interface Case {
  readonly document: GeneratedDocument;
  readonly found: FoundFiles;
  readonly before: DesiredDocument;
  readonly fields: readonly AcceptedField[];
}

async function caseOf(
  document: GeneratedDocument,
  chosen: readonly {
    readonly pick: number;
    readonly wire: number;
    readonly text: string;
    readonly number: number;
  }[],
): Promise<Case> {
  const files = Array.from(document.files, ([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const found = { files, folders: ['.'], skipped: [], unread: [] };
  const { document: before } = await readTree(found, settings);
  const candidates = before.resources.filter(({ kind }) => kind === 'campaign' || kind === 'line_item');
  const fields = new Map<string, AcceptedField>();
  for (const [index, { pick, wire: wireNumber, text, number }] of chosen.entries()) {
    const resource = candidates[pick % candidates.length];
    if (resource === undefined) continue;
    const wires = Object.keys(drifts).filter((wire) =>
      resource.kind === 'campaign'
        ? !wire.endsWith('_time')
        : ['name', 'start_time', 'end_time'].includes(wire),
    );
    const wire = wires[wireNumber % wires.length] ?? 'name';
    const live = drifts[wire]?.(text, number, index) ?? null;
    fields.set(`${resource.address} ${wire}`, { address: resource.address, wire, live });
  }
  return { document, found, before, fields: [...fields.values()] };
}

function isWithin(address: string, ancestor: string): boolean {
  return address === ancestor || address.startsWith(`${ancestor}/`);
}

function tokensOf(text: string): readonly string[] {
  return [...new Lexer().lex(text)];
}

/** Removed and added tokens, by the longest common run. */
function tokenDiff(
  before: string,
  after: string,
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  let [old, edited] = [tokensOf(before), tokensOf(after)];
  while (old.length > 0 && old[0] === edited[0]) [old, edited] = [old.slice(1), edited.slice(1)];
  while (old.length > 0 && old.at(-1) === edited.at(-1))
    [old, edited] = [old.slice(0, -1), edited.slice(0, -1)];
  const table = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: edited.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = edited.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row !== undefined)
        row[j] =
          old[i] === edited[j]
            ? (table[i + 1]?.[j + 1] ?? 0) + 1
            : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  const [removed, added]: [string[], string[]] = [[], []];
  for (let [i, j] = [0, 0]; i < old.length || j < edited.length; ) {
    if (i < old.length && j < edited.length && old[i] === edited[j]) [i, j] = [i + 1, j + 1];
    else if (j >= edited.length || (i < old.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)))
      removed.push(old[i++] ?? '');
    else added.push(edited[j++] ?? '');
  }
  return { removed, added };
}

function commentsIn(text: string): readonly string[] {
  return tokensOf(text).filter((token) => token.startsWith('#'));
}

function valuesOf(document: DesiredDocument): ReadonlyMap<string, string> {
  return new Map(
    document.resources.flatMap(({ address, fields }) =>
      Object.entries(fields).map(([wire, value]) => [`${address} ${wire}`, JSON.stringify(value)] as const),
    ),
  );
}

test('accept says the live values, and changes nothing else', async () => {
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(documentSpec, fc.array(drift, { minLength: 1, maxLength: 5 }), async (spec, chosen) => {
      const { document, found, before, fields } = await caseOf(writeDocument(spec), chosen);

      const { files, refused, accepted } = await acceptLive(
        found,
        settings,
        { fields, gone: [], added: [] },
        ids,
      );

      const refusedNames = new Set(refused.map(({ address, field }) => `${address} ${field}`));
      const edited = new Map(files.map(({ path, after }) => [path, after]));
      const after = await readTree(
        {
          ...found,
          files: found.files.map((file) => ({ ...file, bytes: edited.get(file.path) ?? file.bytes })),
        },
        settings,
      );
      expect(accepted + refused.length).toBe(fields.length);
      seen.accepted += accepted;
      seen.refused += refused.length;
      // What is said afterwards: the live values of what was accepted, and the old ones of everything else.
      const wanted = new Map(valuesOf(before));
      const wrongly: string[] = [];
      for (const { address, wire, live } of fields) {
        const name = `${address} ${documentNames[wire]}`;
        if (!refusedNames.has(name)) wanted.set(`${address} ${wire}`, JSON.stringify(live));
        else if (document.ownEntries.has(address) && !document.anchored.has(name)) wrongly.push(name);
      }
      expect(Object.fromEntries(valuesOf(after.document))).toEqual(Object.fromEntries(wanted));
      expect(wrongly).toEqual([]);
      // What is written: scalars in place of scalars, or fields more; every comment, anchor and blank stays.
      for (const { path, before: old, after: now } of files) {
        const [oldText, newText] = [old.toString('utf8'), now.toString('utf8')];
        const { removed, added } = tokenDiff(oldText, newText);
        // A text of several lines that becomes one line loses its line break.
        const isJoined = removed.some((token) => /^[|>]/.test(token));
        const structure = isJoined ? /^(#|&|[,{}[\]:-]$)/ : /^(#|&|\s*$|[,{}[\]:-]$)/;
        expect([path, ...removed.filter((token) => structure.test(token))]).toEqual([path]);
        expect(commentsIn(newText)).toEqual(commentsIn(oldText));
        expect(added.filter((token) => /^[#&]/.test(token))).toEqual([]);
        expect(/\r/.test(newText)).toBe(/\r/.test(oldText));
        expect(newText.startsWith('\uFEFF')).toBe(oldText.startsWith('\uFEFF'));
      }
    }),
    { numRuns: documents },
  );
  expect(seen.accepted).toBeGreaterThan(seen.refused);
}, 120_000);

test('what is gone goes with all that belongs to it, and nothing else does', async () => {
  await fc.assert(
    fc.asyncProperty(
      documentSpec,
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
      async (spec, picks) => {
        const { found, before } = await caseOf(writeDocument(spec), []);
        const candidates = before.resources.filter(({ kind }) => kind === 'campaign' || kind === 'line_item');
        const gone = [...new Set(picks.map((pick) => candidates[pick % candidates.length]?.address ?? ''))];

        const { files, refused } = await acceptLive(found, settings, { fields: [], gone, added: [] }, ids);

        const edited = new Map(files.map(({ path, after }) => [path, after]));
        const after = await readTree(
          {
            ...found,
            files: found.files.map((file) => ({ ...file, bytes: edited.get(file.path) ?? file.bytes })),
          },
          settings,
        );
        // What stands beneath something that stays, stays with it.
        const stays = (address: string): boolean => refused.some((one) => isWithin(address, one.address));
        const isGone = (address: string): boolean =>
          gone.some((each) => !stays(each) && isWithin(address, each));
        const wanted = new Map(
          [...valuesOf(before)].filter(([name]) => !isGone(name.split(' ', 1).join(''))),
        );
        expect(Object.fromEntries(valuesOf(after.document))).toEqual(Object.fromEntries(wanted));
        for (const { before: old, after: now } of files) {
          // Lines go, and nothing comes but an exclusion, or brackets around nothing.
          const [oldLines, newLines] = [old, now].map((bytes) => bytes.toString('utf8').split(/\r?\n/));
          const strange = (newLines ?? []).filter(
            (line) => line.trim() !== '' && oldLines?.includes(line) !== true,
          );
          expect(
            strange.filter((line) => !/exclude: \[|(campaigns|line_items|x|c\d+):.*\{\}|\{\s*\}/.test(line)),
          ).toEqual([]);
        }
      },
    ),
    { numRuns: Math.ceil(documents * 0.3) },
  );
}, 120_000);

const documentNames: Readonly<Record<string, string>> = {
  name: 'name',
  entity_status: 'status',
  daily_budget_amount_local_micro: 'daily_budget',
  total_budget_amount_local_micro: 'total_budget',
  purchase_order_number: 'purchase_order_number',
  start_time: 'start_time',
  end_time: 'end_time',
};
