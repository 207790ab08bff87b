import net from 'node:net';

/** A server that answers with exactly these bytes, or misbehaves; it knows what it was sent. */
export interface TcpServer extends AsyncDisposable {
  readonly address: string;
  /** The first line of each request, in order of arrival. */
  readonly requests: readonly string[];
}

/** Starts a server on a free port; `onRequest` is called with each request's connection, and how many came before. */
export async function startTcpServer(
  onRequest: (connection: net.Socket, before: number) => void,
  onConnection?: (connection: net.Socket) => void,
): Promise<TcpServer> {
  const requests: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((connection) => {
    open.add(connection);
    connection.on('error', () => open.delete(connection));
    connection.on('close', () => open.delete(connection));
    connection.on('data', (data) => {
      requests.push(data.toString('latin1').split('\r\n')[0] ?? '');
      onRequest(connection, requests.length - 1);
    });
    onConnection?.(connection);
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not bound to a port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      for (const connection of open) connection.destroy();
      await closed.promise;
    },
  };
}

/** The bytes of an answer. */
export function answer(body: string, headers: readonly string[] = [], status = '200 OK'): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, ...(headers.length > 0 ? headers : [length]), '', body].join('\r\n');
}
