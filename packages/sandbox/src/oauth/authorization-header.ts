const member = /^\s*([^=\s,"]+)="([^"]*)"\s*$/;

/**
 * The decoded members of an `Authorization: OAuth …` header (RFC 5849 section 3.5.1), realm left out.
 * Undefined for another scheme, a member that is not `name="value"`, a bad percent-encoding, or a repeated member.
 */
export function parseAuthorization(header: string | undefined): ReadonlyMap<string, string> | undefined {
  const scheme = /^\s*OAuth\s+/i.exec(header ?? '');
  if (header === undefined || scheme === null) return undefined;
  const members = new Map<string, string>();
  for (const part of header.slice(scheme[0].length).split(',')) {
    const [, name, value] = member.exec(part) ?? [];
    if (name === undefined || value === undefined || members.has(name)) return undefined;
    const decoded = decode(value);
    if (decoded === undefined) return undefined;
    members.set(name, decoded);
  }
  members.delete('realm');
  return members;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
