import type { FoundFiles } from '../config/files.ts';
import { readTree } from '../config/load-document.ts';
import { sourceFile } from '../config/source-file.ts';
import type { EditedFile } from './edited-file.ts';
import { fieldGroups } from './field-groups.ts';
import { type AcceptedField, type AcceptedMember, type Refusal, topmost } from './group.ts';
import { createKnownIds, type IdsByAddress } from './known-ids.ts';
import { memberGroups } from './member-groups.ts';
import { findPlacesOfFields } from './places-of-fields.ts';
import { removalGroups } from './removal-groups.ts';
import { readSyntax, type SyntaxFile } from './syntax.ts';
import { type ReadSettings, soundGroups } from './trial.ts';

/** What of the platform is to stand in the document. */
export interface Wanted {
  readonly fields: readonly AcceptedField[];
  /** Addresses of resources that are gone from the platform. */
  readonly gone: readonly string[];
  /** Members of sets that somebody added on the platform. */
  readonly added: readonly AcceptedMember[];
}

/** The files to write, and what is not in them. */
export interface Acceptance {
  readonly files: readonly EditedFile[];
  readonly refused: readonly Refusal[];
  /** How many fields and resources the files take; what goes with a resource is not counted. */
  readonly accepted: number;
  /** The digest of the document before. */
  readonly digest: string;
}

/**
 * Works out how to write live values into the document: which characters of which files change. The files given are
 * the document as it was read. The result is read again before it is given: it differs from the old document in what
 * is accepted and in nothing else; what cannot be written that way is refused with its reason. Writes nothing. `ids`
 * says what references by key stand for. Throws DocumentError where the files hold no valid document.
 */
export async function acceptLive(
  found: FoundFiles,
  settings: ReadSettings,
  wanted: Wanted,
  ids: IdsByAddress,
): Promise<Acceptance> {
  const { document, root } = await readTree(found, settings);
  const written = { uses: findPlacesOfFields(root), syntaxOf: syntaxReader(found) };
  const knownIds = createKnownIds(document, ids);
  const sorted = [
    fieldGroups(written, wanted.fields, knownIds),
    removalGroups(written, wanted.gone),
    memberGroups(written, wanted.added, knownIds),
  ];
  const trial = { found, settings, before: document, ids };
  const sound = await soundGroups(
    trial,
    sorted.flatMap(({ groups }) => groups),
  );
  const refused = [...sorted, sound].flatMap((each) => each.refused);
  return {
    files: sound.files,
    refused: refused.sort((left, right) => (left.address < right.address ? -1 : 1)),
    accepted: sound.groups.flatMap(({ fields, gone, added }) => [...fields, ...topmost(gone), ...added])
      .length,
    digest: document.digest,
  };
}

/** Takes apart only those files that something is written into. */
function syntaxReader({ files }: FoundFiles): (path: string) => SyntaxFile | undefined {
  const known = new Map<string, SyntaxFile>();
  return (path) => {
    const file = files.find((each) => each.path === path);
    if (file === undefined || known.has(path)) return known.get(path);
    const syntax = readSyntax(sourceFile(path, file.bytes.toString('utf8')));
    known.set(path, syntax);
    return syntax;
  };
}
