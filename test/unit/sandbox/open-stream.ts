import { onTestFinished } from 'vitest';
import { parsed } from './data-client.ts';

/** An open stream: what arrived, and when it ended. */
export interface OpenStream {
  readonly status: number;
  /** The JSON of the lines so far. */
  readonly events: () => readonly unknown[];
  readonly text: () => string;
  /** Waits until what has arrived will do; fails after a while. */
  until(isEnough: (stream: OpenStream) => boolean): Promise<void>;
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens a stream; it ends with the test. */
export async function openStream(address: string, authorization: string): Promise<OpenStream> {
  const control = new AbortController();
  onTestFinished(() => control.abort());
  const response = await fetch(address, { headers: { authorization }, signal: control.signal });
  let text = '';
  const stream: OpenStream = {
    status: response.status,
    text: () => text,
    events: () =>
      text
        .split('\r\n')
        .filter((line) => line !== '')
        .map(parsed),
    until: async (isEnough) => {
      await eventually(() => isEnough(stream));
    },
    ended: read(),
    leave: () => control.abort(),
  };
  return stream;

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
    try {
      for (;;) {
        const chunk = await reader?.read();
        if (chunk?.value === undefined) return;
        text += decoder.decode(chunk.value, { stream: true });
      }
    } catch (error) {
      if (!control.signal.aborted) throw error;
    }
  }
}

/** Waits until something holds; fails after two seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  throw new Error('it did not happen within two seconds');
}
