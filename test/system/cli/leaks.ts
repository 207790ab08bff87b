import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** So many characters of a secret in a row are as good as the secret. */
const part = 10;

/** Forms in which a secret could slip out: as it is, encoded for an address, in base64 at any offset, and in hexadecimal. */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
      .toString('base64')
      .slice(4)
      .replace(/.{0,3}=*$/, ''),
  );
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    ...base64,
    Buffer.from(secret).toString('hex'),
  ];
}

/** The secrets that a text holds, whole, encoded, or a part of one. */
export function leaksIn(text: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  return [...secrets].flatMap(([name, secret]) => {
    const whole = formsOf(secret).some((form) => text.includes(form));
    const parts = Array.from({ length: Math.max(0, secret.length - part + 1) }, (_, at) =>
      secret.slice(at, at + part),
    );
    return whole || parts.some((each) => text.includes(each)) ? [name] : [];
  });
}

/** Every file below a folder, but those that stand below one of `exceptions`, by its path. */
export async function textsBelow(
  folder: string,
  exceptions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = files.filter((file) => !exceptions.some((exception) => file.startsWith(exception)));
  return new Map(
    await Promise.all(kept.map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  );
}
