import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeptList, KeptLists } from '../live/kept-lists.ts';
import { kindNamed } from '../schemas/registry.ts';
import { isValues, type Values } from '../schemas/values.ts';
import type { Run } from './run.ts';
import { sealedFilesFor } from './sealed-files-for.ts';

/** Raised with every change of what is kept, or of what is read out of an answer. */
const format = 1;

const time = z.int();
const recordSchema = z.object({
  kind: z.string(),
  accountId: z.string(),
  id: z.string().min(1),
  fields: z.custom<Values>(isValues),
  deleted: z.literal(false),
  createdAt: z.string().exactOptional(),
  updatedAt: z.string(),
});
const listSchema = z.strictObject({
  identity: z.string(),
  sandbox: z.string().optional(),
  since: time,
  readAt: time,
  aheadMs: time,
  wholeAt: time,
  records: z.array(recordSchema),
});

/**
 * Lists that are kept in `.adsync/cache` of the working directory, safe to delete: each bound to the version of adsync,
 * the platform's address, the account and the fields of the kind. A list is trusted only if this user wrote it. `undefined` in
 * a pipeline, and without a place for settings.
 */
export function keptListsFor(
  run: Pick<Run, 'cwd' | 'workTree' | 'version' | 'addresses' | 'clock' | 'sources'>,
): KeptLists | undefined {
  const { cwd, version, addresses, clock } = run;
  const files = sealedFilesFor(run);
  if (files === undefined) return undefined;
  const identityOf = (accountId: string, kind: string): string => {
    const wires = Object.values(kindNamed(kind).fields).map(({ wire }) => wire);
    return JSON.stringify([format, version, addresses.ads, accountId, kind, wires]);
  };
  const pathOf = (identity: string): string =>
    join(cwd, '.adsync', 'cache', `${digestOf(identity).toString('hex').slice(0, 32)}.list`);
  return {
    load: async (accountId, kind) => {
      const identity = identityOf(accountId, kind);
      const bytes = await files.read(pathOf(identity));
      const list = bytes === undefined ? undefined : listIn(bytes);
      const isSame = list?.identity === identity;
      const isOwn = list?.records.every((each) => each.accountId === accountId && each.kind === kind);
      return isSame && isOwn === true ? { ...list, sandbox: list.sandbox } : undefined;
    },
    save: async (accountId, kind, list) => {
      const identity = identityOf(accountId, kind);
      const body = bytesOf({ ...list, identity });
      if (body === undefined) return;
      await files.write(pathOf(identity), body);
    },
    now: () => clock.now(),
  };
}

/** `undefined` for a list that is larger than any text can be: it is read each time. */
function bytesOf(list: KeptList & { readonly identity: string }): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(list));
  } catch {
    return undefined;
  }
}

function listIn(bytes: Buffer): (KeptList & { readonly identity: string }) | undefined {
  try {
    const { data } = listSchema.safeParse(JSON.parse(bytes.toString('utf8')));
    return data === undefined ? undefined : { ...data, sandbox: data.sandbox };
  } catch {
    return undefined;
  }
}

function digestOf(content: string): Buffer {
  return createHash('sha256').update(content).digest();
}
