import { hasMembers, type MembersSource, readableFile } from './members-file.ts';

/** Reads every file of members that the document names. Throws what is wrong with the first that has problems. */
export async function checkMembers(session: MembersSource): Promise<void> {
  const named = session.document.resources.filter(hasMembers);
  if (named.length === 0) return;
  const { readMembers } = await import('../audiences/read-members.ts');
  for (const resource of named) await readMembers(await readableFile(session, resource));
}
