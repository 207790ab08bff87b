import { z } from 'zod';
import type { SandboxClient, Sending } from './sandbox-client.ts';

/** Any JSON, with its members in reach: the assertions look at what they name. */
const json = z.record(z.string(), z.unknown());

export interface DataAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** One call of the data API; signed as the first user unless the sending says otherwise. */
export async function callData(
  client: SandboxClient,
  method: string,
  path: string,
  sending: Sending = {},
): Promise<DataAnswer> {
  const { status, text, headers } = await client.send(method, path, sending);
  return { status, json: text === '' ? {} : json.parse(JSON.parse(text)), headers };
}

/** The header that asks for a bearer token. */
export function basic(client: SandboxClient): string {
  const { consumer_key: key, consumer_secret: secret } = client.secrets;
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

/** The Authorization header of the application itself. */
export async function bearerOf(client: SandboxClient): Promise<string> {
  const { text } = await client.send('POST', '/oauth2/token', {
    form: { grant_type: 'client_credentials' },
    authorization: basic(client),
  });
  return `Bearer ${z.object({ access_token: z.string() }).parse(JSON.parse(text)).access_token}`;
}

/** What is at a place in a JSON value, `data.0.id`; undefined for nothing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    const inList: unknown = Array.isArray(found) ? found[Number(key)] : undefined;
    found = Array.isArray(found) ? inList : json.safeParse(found).data?.[key];
  }
  return found;
}

/** The text at a place; empty for anything else. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** The members of the list at a place; none for anything else. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The ids of the answer's records. */
export function idsOf(answer: DataAnswer): readonly string[] {
  return listAt(answer.json, 'data').map((each) => textAt(each, 'id'));
}

/** A JSON text's value. */
export function parsed(text: string): unknown {
  return JSON.parse(text);
}
