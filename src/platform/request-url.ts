import { AdsyncError } from '../diagnostics/adsync-error.ts';

/**
 * The address of a call: base address, path (percent-encoded) and parameters.
 * Throws ADSYNC_INTERNAL for a path that would not arrive as written, such as one with `..` or a query in it: an id
 * out of somebody's document must not lead to another endpoint.
 */
export function requestUrl(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const whole = base.pathname.replace(/\/$/, '') + path;
  const url = URL.parse(base.origin + whole);
  if (url === null || !path.startsWith('/') || url.pathname !== whole) {
    throw new AdsyncError('ADSYNC_INTERNAL', 'the path of a request is not in normal form');
  }
  url.search = encodePairs(query);
  return url;
}

/** Parameters as a query or a form body; a blank is `%20`, which no reader takes for a plus sign. */
export function encodePairs(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20');
}
