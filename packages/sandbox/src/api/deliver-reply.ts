import type { ServerResponse } from 'node:http';
import type { Delivery, Reply } from '../wire/platform-request.ts';

const tickMs = 50;

/** Writes an answer that does not arrive whole and at once to the response itself. */
export function deliverReply(response: ServerResponse, reply: Reply, delivery: Delivery): void {
  const body = Buffer.from(reply.body.toString());
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length });
  if (delivery.kind === 'slow') trickle(response, body, delivery.bytesPerSecond);
  else cutOff(response, body.subarray(0, Math.floor(body.length / 2)));
}

function cutOff(response: ServerResponse, half: Buffer): void {
  response.flushHeaders();
  response.write(half, () => response.destroy());
}

function trickle(response: ServerResponse, body: Buffer, bytesPerSecond: number): void {
  const perTick = Math.max(1, Math.round((bytesPerSecond * tickMs) / 1000));
  let sent = 0;
  const timer = setInterval(
    () => {
      const next = body.subarray(sent, sent + perTick);
      sent += next.length;
      if (sent < body.length) response.write(next);
      else response.end(next);
    },
    (perTick / bytesPerSecond) * 1000,
  );
  response.once('close', () => clearInterval(timer));
}
