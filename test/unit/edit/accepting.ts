import { readTree } from '../../../src/config/load-document.ts';
import { acceptLive, type Wanted } from '../../../src/edit/accept.ts';
import { unifiedPatch } from '../../../src/edit/unified-patch.ts';

/** The beginning of a document with two funding instruments, up to its campaigns. */
export const beginning = `version: 1
accounts:
  acme:
    id: 18ce54d4x5t
    funding_instruments: { credit: { id: hxtet }, other: { id: hxother } }
    campaigns:
`;

const settings = { cwd: '/', variables: { files: [], flags: [], environment: {} } };
const ids = new Map([
  ['acme/funding_instruments/credit', 'hxtet'],
  ['acme/funding_instruments/other', 'hxother'],
]);

/** What accepting gave: the changed lines of each file, and what was refused, one line each. */
export interface Accepted {
  /** Lines of the patch that begin with `-` or `+`. */
  readonly changed: readonly string[];
  readonly refused: readonly string[];
  readonly text: string;
}

/** Accepts live values, by address below `acme/campaigns/` and wire name, into one file or several. */
export async function accepting(
  document: string | Readonly<Record<string, string>>,
  wanted: Partial<Wanted>,
): Promise<Accepted> {
  const texts = typeof document === 'string' ? { 'campaigns.yaml': document } : document;
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const found = { files, folders: ['.'], skipped: [], unread: [] };
  const acceptance = await acceptLive(found, settings, { fields: [], gone: [], added: [], ...wanted }, ids);
  const edited = new Map(acceptance.files.map(({ path, after }) => [path, after]));
  await readTree(
    { ...found, files: files.map((file) => ({ ...file, bytes: edited.get(file.path) ?? file.bytes })) },
    settings,
  );
  const patches = acceptance.files.map(({ path, before, after }) =>
    unifiedPatch(path, before.toString('utf8'), after.toString('utf8')),
  );
  return {
    changed: patches.flatMap((patch) => patch.split('\n').filter((line) => /^[-+](?![-+])/.test(line))),
    refused: acceptance.refused.map(
      ({ address, field, at, reason }) => `${address} ${field ?? ''} ${at?.line ?? ''}: ${reason}`,
    ),
    text: acceptance.files[0]?.after.toString('utf8') ?? '',
  };
}

/** A live value of a campaign. */
export function live(key: string, wire: string, value: Wanted['fields'][number]['live']) {
  return { address: `acme/campaigns/${key}`, wire, live: value };
}
