import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const mark = 'partner_user_id=';
const ivBytes = 16;

/** Turns members into what the state keeps of them, and back. */
export interface PartnerSeal {
  /** The same member always gives the same text. */
  close(member: string): string;
  open(kept: string): string;
}

/**
 * Ids of a partner are sent as they are, and have to be sent again to take a member out: the state keeps them enciphered
 * under its own key, so that they stand nowhere in plain. Everything else of a member is hashed already.
 */
export function createPartnerSeal(key: Uint8Array): PartnerSeal {
  const derived = (purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();
  const [cipherKey, ivKey] = [derived('partner ids: cipher'), derived('partner ids: start')];
  return {
    close: (member) =>
      changed(member, (values) => {
        // The start follows from the text, so that equal texts stay equal (as in RFC 5297).
        const iv = createHmac('sha256', ivKey).update(values).digest().subarray(0, ivBytes);
        const cipher = createCipheriv('aes-256-ctr', cipherKey, iv);
        return Buffer.concat([iv, cipher.update(values, 'utf8'), cipher.final()]).toString('base64url');
      }),
    open: (kept) =>
      changed(kept, (values) => {
        const bytes = Buffer.from(values, 'base64url');
        const decipher = createDecipheriv('aes-256-ctr', cipherKey, bytes.subarray(0, ivBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString('utf8');
      }),
  };
}

function changed(member: string, change: (values: string) => string): string {
  if (!member.includes(mark)) return member;
  const attributes = member.split('&');
  return attributes
    .map((each) => (each.startsWith(mark) ? `${mark}${change(each.slice(mark.length))}` : each))
    .join('&');
}
