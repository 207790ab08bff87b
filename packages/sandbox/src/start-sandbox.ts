import { randomBytes } from 'node:crypto';
import { apps } from './auth/apps.ts';
import type { Certificate } from './certificate.ts';
import type { SeedRecords } from './control/seed.ts';
import type { Profile } from './engine/endpoint.ts';
import { type Listening, listen } from './listen.ts';
import { accountsOf, tokenSecretOf } from './resources/users.ts';
import type { Resettable } from './storage/open-sandbox.ts';
import { openSandbox } from './storage/open-sandbox.ts';
import { textIn } from './value.ts';
import { isLoopback } from './wire/is-loopback.ts';

export interface SandboxOptions {
  /** 0 (or nothing) takes a free one. */
  readonly port?: number;
  /** Loopback unless said otherwise; elsewhere control calls need the token that `ready` holds. */
  readonly host?: string;
  /** Records to start from, in place of the default ones. */
  readonly seed?: SeedRecords;
  /** Milliseconds that every platform request takes longer. */
  readonly latencyMs?: number;
  /** The sandbox's time at the start, as `2026-12-01T00:00:00Z`; real time unless given. */
  readonly clock?: string;
  /** Whether the public operations that the documentation leaves out are served (`public`, the default) or hidden. */
  readonly profile?: Profile;
  /** A file to keep everything in, made if there is none; in memory only without it. */
  readonly data?: string;
  /** The four operations for sandbox accounts are served on a port of their own, and only there. */
  readonly split?: boolean;
  /** Serves HTTPS too, with a certificate that signs itself; 0 takes a free port. */
  readonly httpsPort?: number;
  /** For HTTPS, in place of the certificate that signs itself. */
  readonly certificate?: Certificate;
}

/** Where the sandbox is and how to sign requests to it, as it is printed for other programs. */
export interface ReadySandbox {
  readonly base_url: string;
  readonly ads_base_url: string;
  readonly ads_sandbox_base_url: string;
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
  readonly user_id: string;
  readonly accounts: readonly string[];
  readonly admin_url: string;
  /** Only with HTTPS: its address, and the certificate to be trusted (PEM). */
  readonly https_base_url?: string;
  readonly certificate?: string;
  /** Only where it listens to other machines: what control calls are asked for, as a bearer token. */
  readonly control_token?: string;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly ready: ReadySandbox;
  stop(): Promise<void>;
}

/**
 * Starts the emulated platform on a port of its own and returns when it answers.
 * Throws ControlError for a seed, a clock or a data file that cannot be, and the system's error for a port that cannot be had.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', seed, latencyMs = 0, clock, profile = 'public' } = options;
  const { split = false, httpsPort, certificate } = options;
  const controlToken = isThisMachine(host) ? undefined : randomBytes(24).toString('base64url');
  const origin = {
    profile,
    ...(seed === undefined ? {} : { seed }),
    ...(clock === undefined ? {} : { clock }),
  };
  const sandbox = await openSandbox(origin, options.data);
  try {
    const listening = await listen(sandbox, {
      port,
      host,
      split,
      latencyMs,
      controlToken,
      certificate,
      ...(httpsPort === undefined ? {} : { httpsPort }),
    });
    return {
      baseUrl: listening.baseUrl,
      ready: {
        ...readyObject(listening, sandbox),
        ...(controlToken === undefined ? {} : { control_token: controlToken }),
      },
      stop: async () => {
        sandbox.state.waiting.close();
        sandbox.state.streams.close();
        await listening.close();
        sandbox.keeper?.close();
      },
    };
  } catch (error) {
    sandbox.keeper?.close();
    throw error;
  }
}

function isThisMachine(host: string): boolean {
  return isLoopback(host.includes(':') ? `[${host}]` : host);
}

function readyObject({ baseUrl, adsSandboxUrl, https }: Listening, { state }: Resettable): ReadySandbox {
  const [user] = state.world.store.all('users');
  const [app] = state.world.store.all(apps.collection);
  return {
    base_url: baseUrl,
    ads_base_url: baseUrl,
    ads_sandbox_base_url: adsSandboxUrl,
    consumer_key: textIn(app ?? {}, 'consumer_key') ?? '',
    consumer_secret: textIn(app ?? {}, 'consumer_secret') ?? '',
    access_token: textIn(user ?? {}, 'access_token') ?? '',
    access_token_secret: user === undefined ? '' : tokenSecretOf(user),
    user_id: user?.id ?? '',
    accounts: user === undefined ? [] : accountsOf(user),
    admin_url: `${baseUrl}/_sandbox`,
    ...(https === undefined ? {} : { https_base_url: https.baseUrl, certificate: https.certificate }),
  };
}
