import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../certificate.ts';
import { readControl } from '../control/control-error.ts';
import { type SeedRecords, seedSchema } from '../control/seed.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import type { SandboxSettings } from './options.ts';
import { readInput } from './read-input.ts';

/** Settings that the sandbox cannot start with: what is wrong, and what to do. */
export class SettingsError extends Error {
  readonly lines: readonly string[];
  readonly remedy: string;

  constructor(message: string, remedy: string, lines: readonly string[], cause: unknown) {
    super(message, { cause });
    this.name = 'SettingsError';
    this.remedy = remedy;
    this.lines = lines;
  }
}

/** Starts a sandbox from the settings of a command; files relative to `cwd`. Throws SettingsError. */
export async function startFrom(settings: SandboxSettings, cwd: string): Promise<Sandbox> {
  const { port, host, httpsPort, split, data, seed, latency, clock, profile } = settings;
  const certificate = await certificateOf(settings, cwd);
  try {
    return await startSandbox({
      port,
      host,
      split,
      profile,
      latencyMs: latency,
      ...(httpsPort === undefined ? {} : { httpsPort }),
      ...(certificate === undefined ? {} : { certificate }),
      ...(data === undefined ? {} : { data: resolve(cwd, data) }),
      ...(clock === undefined ? {} : { clock }),
      ...(seed === undefined
        ? {}
        : { seed: await readSeed(seed === '-' ? '/dev/stdin' : resolve(cwd, seed)) }),
    });
  } catch (cause) {
    const { code, port: taken } = systemFault(cause);
    if (code === 'EADDRINUSE')
      throw new SettingsError(
        `port ${taken ?? port} is taken`,
        'Choose another, or 0 for a free one.',
        [],
        cause,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingsError(
        `${host} is no address of this machine`,
        'Choose one of its addresses, or 0.0.0.0 for all of them.',
        [],
        cause,
      );
    const text = cause instanceof Error && cause.message !== '' ? cause.message : (code ?? String(cause));
    throw new SettingsError(
      'the sandbox cannot start with these settings',
      'Correct the option.',
      [text],
      cause,
    );
  }
}

/** The certificate that two options name, read and held against its key; undefined without them. */
async function certificateOf(
  { cert, key, httpsPort }: SandboxSettings,
  cwd: string,
): Promise<Certificate | undefined> {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined || httpsPort === undefined)
    throw new SettingsError(
      '--cert, --key and --https-port belong together',
      'Give all three, or --https-port alone for a certificate that signs itself.',
      [],
      undefined,
    );
  try {
    const [certText, keyText] = await Promise.all([cert, key].map((file) => readInput(resolve(cwd, file))));
    const certificate = { cert: certText ?? '', key: keyText ?? '' };
    createSecureContext(certificate);
    return certificate;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(
      'the certificate and its key cannot be used',
      'Name a certificate and the private key that belongs to it, both in PEM.',
      [text],
      cause,
    );
  }
}

/** The code of a fault of the system, and of several ports the one that is taken. */
function systemFault(cause: unknown): { readonly code?: string; readonly port?: string } {
  if (!(cause instanceof Error)) return {};
  return {
    ...('code' in cause ? { code: String(cause.code) } : {}),
    ...('port' in cause ? { port: String(cause.port) } : {}),
  };
}

async function readSeed(file: string): Promise<SeedRecords> {
  const records = readControl(seedSchema, JSON.parse(await readInput(file)));
  return Object.fromEntries(
    Object.entries(records).flatMap(([name, list]) => (list === undefined ? [] : [[name, list]])),
  );
}
