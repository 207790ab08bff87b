import { join } from 'node:path';

/** Environment of the peer, which then reports to nobody. */
export const peerEnvironment = { ALCHEMY_TELEMETRY_DISABLED: '1' };

/** Declares so many campaigns with alchemy, which is installed in a folder; the arguments of Node. */
export function peerArguments(folder: string, campaigns: number): readonly string[] {
  const alchemy = join(folder, 'node_modules/alchemy/lib/index.js');
  return [join(import.meta.dirname, 'peer-program.mjs'), alchemy, String(campaigns)];
}
