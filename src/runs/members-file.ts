import { dirname, join, resolve } from 'node:path';
import type { MembersFile } from '../audiences/read-members.ts';
import { refuseOutside } from '../config/work-tree.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { DesiredResource } from '../schemas/desired.ts';
import { kindNamed } from '../schemas/registry.ts';
import type { Session } from './session.ts';

/** The platform's name of the field that names the file, and of what is planned in its place. */
export const membersField = 'users';

/** True for a resource that names a file of members. */
export function hasMembers({ kind, fields }: DesiredResource): boolean {
  return kindNamed(kind).members === true && fields[membersField] !== undefined;
}

/** A document, and the folder that its paths are relative to. */
export interface MembersSource extends Pick<Session, 'document'> {
  readonly run: Pick<Session['run'], 'cwd' | 'workTree'>;
}

/** The file that a resource names, which may be read. Throws ADSYNC_DOCUMENT_OUTSIDE. */
export async function readableFile(source: MembersSource, resource: DesiredResource): Promise<MembersFile> {
  const file = fileOf(source, resource);
  await refuseOutside(file.path, source.run);
  return file;
}

/** The file is named relative to the file that names it. */
export function fileOf({ run: { cwd }, document }: MembersSource, { address }: DesiredResource): MembersFile {
  const resource = document.resources.find((each) => each.address === address);
  const text = resource?.fields[membersField];
  const from = resource?.fieldSources[membersField]?.file ?? '';
  if (typeof text !== 'string') throw new AdsyncError('ADSYNC_INTERNAL', 'no file of members', { address });
  const path = resolve(cwd, dirname(from), text);
  return { path, name: join(dirname(from), text).replaceAll('\\', '/') };
}
