import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../packages/sandbox/src/start-sandbox.ts';
import { refuseUnlike, unlikeDocument } from '../../support/answers-by-document.ts';
import { holdLog } from '../../support/logged-answers.ts';
import { type Secrets, sign } from '../../support/sign.ts';

export const us = '18ce54d4x5t';
export const uk = '18ce5uk0000';

const problem = z.object({
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  parameter: z.string().optional(),
});
const fields = z.record(z.string(), z.unknown());
const bodySchema = z.looseObject({
  data: z.union([z.array(fields), fields]).optional(),
  errors: z.array(problem).optional(),
  operation_errors: z.array(z.array(problem)).optional(),
  request: z.unknown().optional(),
  next_cursor: z.string().nullable().optional(),
  total_count: z.number().optional(),
});

/** An answer: the status, the body as text and as the platform shapes it, the headers. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: z.infer<typeof bodySchema>;
  readonly headers: Headers;
  /** The id of the one record, or of the first. */
  readonly id: string;
  /** The one record of the answer; empty if there is none. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly codes: readonly (string | number)[];
}

export interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** A body to be sent as JSON; a text is sent as it is. */
  readonly json?: unknown;
  readonly secrets?: Partial<Secrets>;
  readonly authorization?: string;
}

/** A client that signs by itself, for one running sandbox. */
export class SandboxClient {
  baseUrl = '';
  /** The number of the latest request of the log that was held against the document. */
  #checked = 0;
  secrets: Secrets = { consumer_key: '', consumer_secret: '', access_token: '', access_token_secret: '' };

  /** One signed request to the platform. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const query = new URLSearchParams(sending.query).toString();
    const address = `${this.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    const secrets = { ...this.secrets, ...sending.secrets };
    const form = Object.entries(sending.form ?? {});
    const authorization = sending.authorization ?? sign(method, address, secrets, { form });
    const headers = { authorization, ...contentType(sending) };
    const body = bodyText(sending);
    return answer(await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) }));
  }

  /** One control call; its JSON. */
  async control(method: string, path: string, body?: unknown): Promise<Answer & { readonly json: unknown }> {
    // What is logged goes with a reset.
    if (path === '/reset') {
      await this.checkLog();
      this.#checked = 0;
    }
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await answer(await fetch(`${this.baseUrl}/_sandbox${path}`, init));
    const json: unknown = JSON.parse(response.text);
    const [bare = ''] = path.split('?');
    refuseUnlike(unlikeDocument({ method, path: `/_sandbox${bare}`, status: response.status, json }));
    return { ...response, json };
  }

  /**
   * Holds every answer that the sandbox has logged, whoever asked for it, against the OpenAPI document. Throws an Error
   * that says what the document does not.
   */
  async checkLog(): Promise<void> {
    const { latest, unlike } = await holdLog(`${this.baseUrl}/_sandbox`, this.#checked);
    // Told once, so that the next test begins anew.
    this.#checked = latest;
    refuseUnlike(unlike);
  }

  /** The secrets of another of the sandbox's users. */
  as(name: 'manager' | 'creative' | 'analyst' | 'partner' | 'composer'): {
    readonly secrets: Partial<Secrets>;
  } {
    const ids = {
      manager: '756201191646691329',
      creative: '756201191646691330',
      analyst: '756201191646691331',
      partner: '756201191646691332',
      composer: '756201191646691333',
    };
    return {
      secrets: {
        access_token: `${ids[name]}-sandbox${name}Token`,
        access_token_secret: `sandbox${name}TokenSecret`,
      },
    };
  }
}

/** A sandbox for a test file, brought back to its seed before each test. */
export function useSandbox(options: SandboxOptions = {}): SandboxClient {
  const client = new SandboxClient();
  let running: Sandbox | undefined;
  beforeAll(async () => {
    running = await startSandbox(options);
    client.baseUrl = running.baseUrl;
    client.secrets = running.ready;
  });
  beforeEach(async () => {
    await client.control('POST', '/reset');
  });
  afterEach(() => client.checkLog());
  afterAll(() => running?.stop());
  return client;
}

function contentType(sending: Sending): Readonly<Record<string, string>> {
  if (sending.json !== undefined) return { 'content-type': 'application/json' };
  return sending.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
}

function bodyText({ form, json }: Sending): string | undefined {
  if (json !== undefined) return typeof json === 'string' ? json : JSON.stringify(json);
  return form === undefined ? undefined : new URLSearchParams(form).toString();
}

async function answer(response: Response): Promise<Answer> {
  const text = await response.text();
  const read = bodySchema.safeParse(text.startsWith('{') ? JSON.parse(text) : {});
  const body = read.success ? read.data : {};
  const { data } = body;
  const records = Array.isArray(data) ? data : [];
  const record = Array.isArray(data) || data === undefined ? {} : data;
  const problems = body.errors ?? (body.operation_errors ?? []).flat();
  return {
    status: response.status,
    text,
    body,
    headers: response.headers,
    id: String(record['id'] ?? records[0]?.['id']),
    record,
    records,
    codes: problems.map(({ code }) => code),
  };
}
