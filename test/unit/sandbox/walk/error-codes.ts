import { readTable } from './inventory.ts';

const codes = new Map(
  readTable(new URL('error-codes.tsv', import.meta.url)).map((row) => [
    Number(row['status']),
    new Set((row['codes'] ?? '').split(',')),
  ]),
);

/** Whether the platform lists the code under the status (F-error-02). */
export function isListed(status: number, code: string | number): boolean {
  return codes.get(status)?.has(String(code)) === true;
}
