import { AdsyncError } from '../diagnostics/adsync-error.ts';

/** True for a host name of this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * The base address of a part of the platform, from the text that a user gave; it may have a path.
 * Throws ADSYNC_ADDRESS_INSECURE unless it is https, or http on this machine, and without user name, password, query
 * and fragment. The message does not repeat the text, which may hold a password.
 */
export function parseBaseAddress(text: string): URL {
  const url = URL.parse(text);
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !secure || url.username + url.password + url.search + url.hash !== '') {
    throw new AdsyncError('ADSYNC_ADDRESS_INSECURE', 'a base address of the platform cannot be used', {
      remedy:
        'Give https://HOST, or http://127.0.0.1:PORT for a sandbox, without user name, query and fragment.',
    });
  }
  return url;
}
