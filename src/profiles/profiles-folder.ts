import { isAbsolute, join, resolve } from 'node:path';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the profiles: below ADSYNC_CONFIG_DIR where that is set, else below the folder that the system has for
 * settings (XDG on Linux, Application Support on macOS, APPDATA on Windows). `undefined` where the environment tells none.
 */
export function profilesFolderFrom(environment: Environment, system: NodeJS.Platform): string | undefined {
  const own = environment['ADSYNC_CONFIG_DIR'];
  const folder = own === undefined || own === '' ? systemFolder(environment, system) : resolve(own);
  return folder === undefined ? undefined : join(folder, 'profiles');
}

function systemFolder(environment: Environment, system: NodeJS.Platform): string | undefined {
  if (system === 'win32') return below(environment['APPDATA'], 'adsync');
  const { HOME: home } = environment;
  if (system === 'darwin') return below(home, 'Library', 'Application Support', 'adsync');
  // A relative XDG_CONFIG_HOME is to be ignored (XDG Base Directory Specification).
  const shared = environment['XDG_CONFIG_HOME'] ?? '';
  return isAbsolute(shared) ? join(shared, 'adsync') : below(home, '.config', 'adsync');
}

function below(folder: string | undefined, ...parts: readonly string[]): string | undefined {
  return folder === undefined || folder === '' ? undefined : join(folder, ...parts);
}
