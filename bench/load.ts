// Sends signed requests over kept connections as fast as they are answered, a fixed number of them, and says how long
// that took. Signing is done before the clock starts, and answers are not parsed, so that the server is what is measured.
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { type Secrets, sign } from '../test/support/sign.ts';

const planSchema = z.object({
  base: z.string(),
  secrets: z.custom<Secrets>(),
  /** What is asked in turn. */
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      form: z.record(z.string(), z.string()).optional(),
      json: z.unknown().optional(),
    }),
  ),
  count: z.int(),
  connections: z.int(),
});

export type LoadPlan = z.infer<typeof planSchema>;
type Sent = LoadPlan['requests'][number];

const plan = planSchema.parse(JSON.parse(process.argv[2] ?? ''));
const { hostname, port, host } = new URL(plan.base);
const prepared = Array.from({ length: plan.count }, (_, index) => {
  const request = plan.requests[index % plan.requests.length];
  if (request === undefined) throw new RangeError('nothing to send');
  return bytesOf(request);
});
const sockets = await Promise.all(Array.from({ length: plan.connections }, open));
let next = 0;
const started = performance.now();
await Promise.all(sockets.map(drain));
const seconds = (performance.now() - started) / 1000;
for (const socket of sockets) socket.destroy();
console.log(JSON.stringify({ seconds, perSecond: plan.count / seconds }));

function bytesOf({ method, path, form, json }: Sent): Buffer {
  const body = form === undefined ? '' : new URLSearchParams(form).toString();
  const content = json === undefined ? body : JSON.stringify(json);
  const kind = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const authorization = sign(method, `${plan.base}${path}`, plan.secrets, {
    form: Object.entries(form ?? {}),
  });
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: ${authorization}`,
    ...(content === '' ? [] : [`content-type: ${kind}`, `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`);
}

async function open(): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  await promise;
  return socket;
}

/** Sends one prepared request after another on a connection, until none is left. */
async function drain(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let missing = 0;
  const send = (): void => {
    const bytes = prepared[next];
    if (bytes === undefined) resolve();
    else socket.write(bytes);
    next += 1;
  };
  socket.on('data', (chunk: Buffer) => {
    missing = missing === 0 ? lengthOf(chunk) - chunk.length : missing - chunk.length;
    if (missing === 0) send();
  });
  socket.once('error', reject).once('close', () => reject(new Error('the server closed the connection')));
  send();
  await promise;
  socket.removeAllListeners();
}

/** How long an answer is in bytes, head included, from its first piece. Throws for anything but 200. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(chunk.toString());
  return end + 4 + Number(length);
}
