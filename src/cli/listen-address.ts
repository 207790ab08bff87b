import { InvalidArgumentError } from 'commander';

/** Takes where to listen: a port of 127.0.0.1, or HOST:PORT. Throws InvalidArgumentError. */
export function listenAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] =
    /^(?:(\[[0-9a-f:]+\]|[\w.-]{1,253}):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535)
    throw new InvalidArgumentError('write a port, or HOST:PORT, such as 4040 or 0.0.0.0:4040.');
  return { host: host.replaceAll(/[[\]]/g, ''), port };
}
