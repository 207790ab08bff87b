import {
  type ClientOptions,
  createClient,
  type PlatformClient,
  type WaitEvent,
} from '../../../src/platform/client.ts';
import { PlatformError } from '../../../src/platform/platform-error.ts';
import { Secret } from '../../../src/platform/secret.ts';

/** When the clock of a test client starts, in milliseconds since 1970. */
export const startOfTest = Date.parse('2026-11-20T10:00:00Z');

/** A client whose clock moves only by waiting. */
export interface TestClient {
  readonly client: PlatformClient;
  readonly waits: readonly WaitEvent[];
}

/** Options of a client of the platform at the address, whose clock stands still. */
export function clientOptions(address: string): ClientOptions {
  return {
    credentials: {
      consumerKey: 'consumer-key',
      consumerSecret: new Secret('consumer-secret'),
      accessToken: new Secret('access-token'),
      accessTokenSecret: new Secret('access-token-secret'),
    },
    addresses: { ads: address, adsSandbox: address },
    version: '0.1.0',
    timeoutMs: 2000,
    clock: { now: () => startOfTest, sleep: async () => await Promise.resolve() },
    random: () => 0,
  };
}

/** A client of the platform at the address; waits take no time. */
export function createTestClient(address: string, { timeoutMs = 2000 } = {}): TestClient {
  const waits: WaitEvent[] = [];
  let now = startOfTest;
  const client = createClient({
    ...clientOptions(address),
    timeoutMs,
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
        await Promise.resolve();
      },
    },
    onWait: (event) => waits.push(event),
  });
  return { client, waits };
}

/** The platform error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  const error: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof PlatformError) return error;
  throw new Error('the call did not end with a platform error', { cause: error });
}
