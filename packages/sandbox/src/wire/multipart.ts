const lineBreak = '\r\n';

/**
 * Names and values of a multipart form (RFC 7578): a part with a file name, or with a type that is no text, is the
 * base64 of its bytes, any other is text. Parts without a name, and what is no part at all, are left out.
 */
export function multipartPairs(contentType: string, body: Buffer): readonly (readonly [string, string])[] {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return [];
  // One character for each byte, so that places in the text are places in the bytes.
  const all = `${lineBreak}${body.toString('latin1')}`.split(`${lineBreak}--${boundary}`);
  return all.slice(1, -1).flatMap(partOf);
}

function partOf(part: string): readonly (readonly [string, string])[] {
  const headersEnd = part.indexOf(`${lineBreak}${lineBreak}`);
  const headers = part.slice(0, Math.max(0, headersEnd));
  const [, name] = /^content-disposition:[^\r]*[;\s]name="([^"]*)"/im.exec(headers) ?? [];
  if (name === undefined) return [];
  const bytes = Buffer.from(part.slice(headersEnd + 2 * lineBreak.length), 'latin1');
  const isFile = /^content-disposition:[^\r]*[;\s]filename="|^content-type:(?!\s*text\/)/im.test(headers);
  return [[name, bytes.toString(isFile ? 'base64' : 'utf8')]];
}
