import { createHmac, randomBytes } from 'node:crypto';

/** Why an address did not prove itself, or that it did. */
export type Proof = 'proven' | 'invalid' | 'unreachable';

/** Calls the addresses of webhooks. All of its time is real; what is under way ends with it. */
export class WebhookClient {
  readonly #stop = new AbortController();

  /**
   * Asks an address for the answer that only the holder of the application's secret can give (F-event-10).
   * `unreachable` may pass by itself: errors of the server, and no answer in time.
   */
  async challenge(url: string, secret: string, timeoutMs: number): Promise<Proof> {
    const token = randomBytes(16).toString('hex');
    const target = new URL(url);
    target.searchParams.set('crc_token', token);
    try {
      const response = await this.#fetch(target.href, { method: 'GET' }, timeoutMs);
      const text = await response.text();
      if (response.status >= 400) return 'unreachable';
      return response.status === 200 && answerIn(text) === signed(secret, token) ? 'proven' : 'invalid';
    } catch {
      return 'unreachable';
    }
  }

  /** Sends an event, signed over its bytes. Returns the HTTP status, or null where there was no answer. */
  async deliver(url: string, secret: string, body: string, timeoutMs: number): Promise<number | null> {
    const headers = {
      'content-type': 'application/json',
      'x-twitter-webhooks-signature': signed(secret, body),
    };
    try {
      const response = await this.#fetch(url, { method: 'POST', headers, body }, timeoutMs);
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Ends every call that is under way. */
  close(): void {
    this.#stop.abort();
  }

  #fetch(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]);
    // A redirect is no answer (F-event-10).
    return fetch(url, { ...init, redirect: 'manual', signal });
  }
}

function signed(secret: string, content: string): string {
  return `sha256=${createHmac('sha256', secret).update(content).digest('base64')}`;
}

function answerIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'response_token' in body
      ? body.response_token
      : undefined;
  } catch {
    return undefined;
  }
}
