import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../../packages/sandbox/src/start-sandbox.ts';
import { type Answer, SandboxClient, type Sending } from '../sandbox-client.ts';
import { type Draft, type Reply, sendDraft } from './draft.ts';
import { openLimits, subscriber, world } from './world.ts';

/** A sandbox with the world of these tests in it: every test finds it as it was at the start. */
export interface CoveredWorld {
  readonly client: SandboxClient;
  /** Brings the world back to its start, if anything may have changed it. */
  readonly renew: () => Promise<void>;
  /** Sends a call as its recipe's caller. */
  readonly send: (draft: Draft) => Promise<Reply>;
}

/** A client that knows whether the world may have changed: it is made anew only then. */
class WatchfulClient extends SandboxClient {
  isDirty = true;

  override send(method: string, path: string, sending?: Sending): Promise<Answer> {
    this.isDirty ||= method !== 'GET';
    return super.send(method, path, sending);
  }

  override control(method: string, path: string, body?: unknown): ReturnType<SandboxClient['control']> {
    this.isDirty = true;
    return super.control(method, path, body);
  }
}

/** Starts the sandbox for a test file. */
export function useWorld(options: SandboxOptions = {}): CoveredWorld {
  const client = new WatchfulClient();
  let running: Sandbox | undefined;
  let bearer = '';
  async function renew(): Promise<void> {
    if (!client.isDirty) return;
    await fill(client);
    bearer = await bearerToken(client);
    client.isDirty = false;
  }
  beforeAll(async () => {
    running = await startSandbox({ clock: '2026-12-01T00:00:00Z', ...options });
    client.baseUrl = running.baseUrl;
    client.secrets = running.ready;
  });
  beforeEach(renew);
  afterEach(() => client.checkLog());
  afterAll(() => running?.stop());
  return { client, renew, send: (draft) => sendDraft(client, draft, bearer) };
}

/** Brings the sandbox back to its seed, and adds the world to it. */
async function fill(client: SandboxClient): Promise<void> {
  const answers = [
    await client.control('POST', '/reset'),
    await client.control('PUT', '/limits', openLimits),
    await client.control('POST', '/seed', world),
    await client.control('POST', '/mutate', subscriber),
  ];
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(refused.text);
}

/** The application's bearer token. */
export async function bearerToken(client: SandboxClient): Promise<string> {
  const { consumer_key: key, consumer_secret: secret } = client.secrets;
  const answer = await client.send('POST', '/oauth2/token', {
    form: { grant_type: 'client_credentials' },
    authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
  });
  const token = /"access_token":"([^"]+)"/.exec(answer.text)?.[1];
  if (token === undefined) throw new Error(`no bearer token: ${answer.status} ${answer.text}`);
  return token;
}
