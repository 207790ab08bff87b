/**
 * Entries may name the project of their file from here on. None is rewritten: to which project an old one belongs is
 * known once its file is read. Versions that do not know of projects must not work with a state that has some.
 */
export async function nameProjects(): Promise<void> {
  await Promise.resolve();
}
