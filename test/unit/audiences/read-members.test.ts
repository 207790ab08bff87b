import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberUser } from '../../../src/audiences/member.ts';
import { readMembers } from '../../../src/audiences/read-members.ts';
import { SetDigest } from '../../../src/audiences/set-digest.ts';
import { AdsyncError } from '../../../src/diagnostics/adsync-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsync-members-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

async function read(content: string | Uint8Array): Promise<ReadonlySet<string>> {
  const path = join(folder, 'buyers.csv');
  await writeFile(path, content);
  return await readMembers({ path, name: 'lists/buyers.csv' });
}

async function usersOf(content: string | Uint8Array): Promise<readonly unknown[]> {
  return Array.from(await read(content), memberUser);
}

async function problemsOf(content: string | Uint8Array): Promise<readonly string[]> {
  const failure: unknown = await read(content).catch((error: unknown) => error);
  if (!(failure instanceof AdsyncError)) throw new Error('no problem was found');
  expect(failure.code).toBe('ADSYNC_DOCUMENT_INVALID');
  return failure.detail.lines ?? [];
}

test.each([
  ['email', ' Ada@Example.COM ', sha('ada@example.com')],
  ['phone_number', '+44 (20) 7183-8750', sha('+442071838750')],
  ['phone_number', '0044.20.7183.8750', sha('+442071838750')],
  ['handle', '@Acme_Shop', sha('acme_shop')],
  ['device_id', '6D92078A-8246-4BA4-AE5B-76104861E7DC', sha('6d92078a-8246-4ba4-ae5b-76104861e7dc')],
  ['platform_id', '756201191646691328', sha('756201191646691328')],
  ['partner_user_id', ' Partner,1 ', 'Partner,1'],
  ['email', sha('ada@example.com').toUpperCase(), sha('ada@example.com')],
  ['phone_number', sha('+442071838750'), sha('+442071838750')],
])('%s %j is sent as %s', async (column, text, sent) => {
  expect(await usersOf(`${column}\n"${text}"\n`)).toEqual([{ [column]: [sent] }]);
});

test('any columns in any order, a mark at the begin, blank lines and empty cells are taken', async () => {
  const content = '\uFEFFPhone_Number,email\r\n\r\n,a@b.co\r\n+12025550123,\r\n,\r\n+12025550124,c@d.co';

  expect(await usersOf(content)).toEqual([
    { email: [sha('a@b.co')] },
    { phone_number: [sha('+12025550123')] },
    { email: [sha('c@d.co')], phone_number: [sha('+12025550124')] },
  ]);
});

test('several values stand in one cell or in columns of one name, and the same member counts once', async () => {
  const content = 'email,email\n"a@b.co, B@b.co;a@b.co",c@b.co\nc@b.co,b@b.co; A@b.co\nx@b.co,\nX@B.co,\n';
  const users = await usersOf(content);

  expect(users).toEqual([
    { email: [sha('a@b.co'), sha('b@b.co'), sha('c@b.co')].toSorted() },
    { email: [sha('x@b.co')] },
  ]);
});

test('a header alone wants nobody', async () => {
  expect(await usersOf('email\n')).toEqual([]);
});

test.each<readonly [string, string | Uint8Array, readonly string[]]>([
  [
    'nothing',
    '',
    [
      'lists/buyers.csv:1:1  the file is empty; it needs a header with any of email, phone_number, handle, device_id, platform_id, partner_user_id',
    ],
  ],
  [
    'no header',
    'ada@example.com,7\nb@example.com,8\n',
    [1, 17].map(
      (column, index) =>
        `lists/buyers.csv:1:${column}  column ${index + 1} of the header is none of email, phone_number, handle, device_id, platform_id, partner_user_id`,
    ),
  ],
  [
    'semicolons',
    'email;handle\na@b.co;x\n',
    [
      'lists/buyers.csv:1:1  column 1 of the header is none of email, phone_number, handle, device_id, platform_id, partner_user_id: are the columns separated by something other than commas?',
    ],
  ],
  [
    'wrong values',
    'email,phone_number,handle\nnobody,020 7183,way_too_long_handle\na@b.co,"+44 20 7183 8750; 12",ok\n',
    [
      'lists/buyers.csv:2:1  email: not an e-mail address',
      'lists/buyers.csv:2:8  phone_number: not a telephone number with + and the code of the country',
      'lists/buyers.csv:2:17  handle: not a handle of up to 15 letters, digits and underscores',
      'lists/buyers.csv:3:8  phone_number: not a telephone number with + and the code of the country',
    ],
  ],
  [
    'other columns',
    'device_id,platform_id,partner_user_id\nx,12a,ok\n',
    [
      'lists/buyers.csv:2:1  device_id: not the advertising id of a device',
      'lists/buyers.csv:2:3  platform_id: not the id of a user, a number',
    ],
  ],
  [
    'an id of a partner that is too long',
    `partner_user_id\n${'x'.repeat(256)}\n`,
    ['lists/buyers.csv:2:1  partner_user_id: not an id of a partner, up to 255 characters'],
  ],
  [
    'a missing cell',
    'email,handle\na@b.co\n',
    ['lists/buyers.csv:2:1  the row has 1 cells; the header has 2'],
  ],
  [
    'an open quote',
    'email\n"a@b.co\n',
    ['lists/buyers.csv:2:1  the quote that begins the cell is never closed'],
  ],
  [
    'latin-1',
    Buffer.from('email\nj\xf6rg@example.com\n', 'latin1'),
    ['lists/buyers.csv:1:1  the file is not UTF-8 from about here: save it as UTF-8'],
  ],
  [
    'UTF-16',
    Buffer.from('\uFEFFemail\na@b.co\n', 'utf16le'),
    ['lists/buyers.csv:1:1  the file is not UTF-8 from about here: save it as UTF-8'],
  ],
])('%s: the places are named, what stands there never', async (_, content, problems) => {
  expect(await problemsOf(content)).toEqual(problems);
});

test('of many problems the first twenty are shown, and the others counted', async () => {
  const lines = await problemsOf(`email\n${'secret\n'.repeat(50)}`);

  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 30 more');
  expect(lines.join('\n')).not.toContain('secret');
});

test('a file that is not there, or is a folder, is named', async () => {
  const missing = readMembers({ path: join(folder, 'none.csv'), name: 'none.csv' });
  await expect(missing).rejects.toMatchObject({
    code: 'ADSYNC_DOCUMENT_MISSING',
    message: 'the file of members none.csv cannot be read',
  });
  await expect(readMembers({ path: folder, name: 'lists' })).rejects.toMatchObject({
    code: 'ADSYNC_DOCUMENT_MISSING',
  });
});

function digestOf(...texts: readonly string[]): string {
  const digest = new SetDigest();
  for (const text of texts) digest.add(text);
  return digest.value();
}

test('the digest of a set depends on its members, not on their order', () => {
  expect(digestOf('a', 'b', 'c')).toBe(digestOf('c', 'a', 'b'));
  expect(new Set([digestOf(), digestOf('a'), digestOf('a', 'b'), digestOf('b')]).size).toBe(4);
});
