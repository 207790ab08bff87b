import { createServer as createHttpsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Certificate } from './certificate.ts';
import { createServer } from './server.ts';
import type { Resettable } from './storage/open-sandbox.ts';

/** Where a sandbox is to listen. A port of 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The four operations for sandbox accounts get a port of their own: the next one, or a free one. */
  readonly split: boolean;
  /** No HTTPS without it. */
  readonly httpsPort?: number;
  readonly latencyMs: number;
  readonly controlToken?: string | undefined;
  /** In place of one that signs itself. */
  readonly certificate?: Certificate | undefined;
}

/** Where a sandbox listens. */
export interface Listening {
  readonly baseUrl: string;
  /** Where the four operations for sandbox accounts are. */
  readonly adsSandboxUrl: string;
  /** Only with HTTPS: the address, and the certificate to be trusted (PEM). */
  readonly https?: { readonly baseUrl: string; readonly certificate: string };
  close(): Promise<void>;
}

/** Opens the sandbox's ports. Throws the system's error for a port that cannot be had; then none is open. */
export async function listen(sandbox: Resettable, options: ListenOptions): Promise<Listening> {
  const { host, port, split, latencyMs, controlToken } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((each) => each()));
  };
  try {
    const main = createServer(sandbox, {
      host,
      controlToken,
      latencyMs,
      isWhole: true,
      serves: ({ sandboxOnly }) => !split || sandboxOnly !== true,
    });
    closers.push(() => main.close());
    const baseUrl = addressOf('http', host, await openPort(main, host, port));
    const apart = split
      ? createServer(sandbox, { host, controlToken, latencyMs, isWhole: false, serves: isApart })
      : undefined;
    if (apart !== undefined) closers.push(() => apart.close());
    const adsSandboxUrl =
      apart === undefined
        ? baseUrl
        : addressOf('http', host, await openPort(apart, host, port === 0 ? 0 : port + 1));
    if (options.httpsPort === undefined) return { baseUrl, adsSandboxUrl, close };
    const { server, certificate } = await openHttps(main, host, options.httpsPort, options.certificate);
    closers.push(() => closeHttps(server));
    return {
      baseUrl,
      adsSandboxUrl,
      https: { baseUrl: addressOf('https', host, portOf(server)), certificate },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function isApart({ sandboxOnly }: { readonly sandboxOnly?: true }): boolean {
  return sandboxOnly === true;
}

async function openPort(server: FastifyInstance, host: string, port: number): Promise<number> {
  return Number(new URL(await server.listen({ port, host })).port);
}

async function openHttps(
  main: FastifyInstance,
  host: string,
  port: number,
  given: Certificate | undefined,
): Promise<{ server: Server; certificate: string }> {
  const { key, cert } = given ?? (await (await import('./certificate.ts')).createCertificate());
  const server = createHttpsServer({ key, cert }, (request, response) => main.routing(request, response));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  return { server, certificate: cert };
}

async function closeHttps(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function addressOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${reachable(host)}:${port}`;
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
