import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { accountKeyOf } from '../../schemas/address.ts';
import { type Context, createContext } from '../context.ts';
import { globalOptionsSchema } from '../global-options.ts';
import type { Io } from '../io.ts';
import type { Sources } from './candidates.ts';
import type { TypedLine } from './typed-line.ts';

/** Reading a larger document would keep a person waiting who only pressed a key. */
const largestDocument = 1024 * 1024;
/** Milliseconds that a person is kept waiting for a state elsewhere. */
const patience = 1500;

/** The sources of a project: its state, its document, and what can be explained. What cannot be read gives nothing. */
export function projectSources(io: Io, version: string): Sources {
  const inState = async (typed: TypedLine): Promise<readonly string[]> => {
    const { runOf } = await import('../terminal-run.ts');
    const { readEntries } = await import('../../runs/state/read-entries.ts');
    return (await readEntries(runOf(contextOf(io, version, typed)))).map(({ address }) => address);
  };
  return {
    addresses: async (typed) => {
      const found = await Promise.all([
        orNothing(inState(typed)),
        orNothing(inDocument(contextOf(io, version, typed), typed)),
      ]);
      return [...new Set(found.flat())];
    },
    accountKeys: async (typed) => {
      const addresses = await orNothing(inDocument(contextOf(io, version, typed), typed));
      return [...new Set(addresses.map(accountKeyOf))];
    },
    stops: async (typed) =>
      await orNothing(
        (async () => {
          const { runOf } = await import('../terminal-run.ts');
          const { withState } = await import('../../runs/state/edit-state.ts');
          const run = runOf(contextOf(io, version, typed));
          const { stops } = await withState(run, 'read', async (store) => await store.read());
          return [...new Set(stops.map(({ id }) => id))];
        })(),
      ),
    profiles: async () => {
      const { profilesFolderFrom } = await import('../../profiles/profiles-folder.ts');
      const { profileNames } = await import('../../profiles/profile-shelf.ts');
      return profileNames({ folder: profilesFolderFrom(io.env, process.platform) });
    },
    explained: async () => {
      const { explainedNames } = await import('../../report/explain-name.ts');
      return explainedNames();
    },
    kinds: async () => {
      const { allKinds } = await import('../../schemas/registry.ts');
      return [...new Set(allKinds.flatMap(({ name, section }) => [name, section]))];
    },
    endpointPaths: async (method) => {
      const { knownPaths } = await import('../../platform/known-paths.ts');
      return knownPaths(method.toUpperCase());
    },
  };
}

async function inDocument(context: Context, { command, positionals }: TypedLine): Promise<readonly string[]> {
  const takesPaths = command.registeredArguments.some((argument) => argument.name() === 'paths');
  const { runOf } = await import('../terminal-run.ts');
  const { documentPaths } = await import('../../runs/document-paths.ts');
  const { readDocument } = await import('../../runs/read-document.ts');
  const paths = await documentPaths(takesPaths ? positionals : [], context.io.cwd);
  const sizes = await Promise.all(
    paths.map(async (path) => (await stat(resolve(context.io.cwd, path))).size),
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > largestDocument) return [];
  const { accounts, resources } = await readDocument(runOf(context), paths);
  return [...accounts.map(({ key }) => key), ...resources.map(({ address }) => address)];
}

/** The context that the options typed so far make. */
function contextOf(io: Io, version: string, { values }: TypedLine): Context {
  const globals = globalOptionsSchema.parse({
    state: values.get('--state')?.at(-1),
    var: values.get('--var'),
    varFile: values.get('--var-file'),
    quiet: true,
  });
  return createContext(io, globals, { version, run: async () => await Promise.resolve(1) });
}

/** What comes in time; an empty list for what fails or takes too long. */
async function orNothing(reading: Promise<readonly string[]>): Promise<readonly string[]> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => giveUp([]), patience);
  try {
    return await Promise.race([reading, late]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
