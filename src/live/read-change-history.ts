import { z } from 'zod';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { PlatformChange } from '../schemas/blame.ts';
import type { Kind } from '../schemas/define-kind.ts';
import type { LiveRecord } from '../schemas/live-record.ts';
import { momentOf, timeAt } from '../schemas/times.ts';
import type { Value, Values } from '../schemas/values.ts';
import { liveRecordParser } from './live-record-parser.ts';

/** What the history calls the kinds that it is kept of (F-account-08). */
const entityTypes: Readonly<Record<string, string>> = {
  campaign: 'CAMPAIGN',
  line_item: 'LINE_ITEM',
  promoted_post: 'PROMOTED_TWEET',
  promoted_account: 'PROMOTED_ACCOUNT',
  targeting_criterion: 'TARGETING_CRITERIA',
};

/** Whether the platform keeps a history of changes of a kind. */
export function keepsHistory(kind: Kind): boolean {
  return Object.hasOwn(entityTypes, kind.name);
}

const hourMs = 60 * 60 * 1000;
/** Where the record does not say when it was made, this much of its history is read. */
const longestMs = 365 * 24 * hourMs;

const changeSchema = z.object({
  change_type: z.string().catch(''),
  change_time: z.string(),
  change_by: z
    .object({
      user_id: z.union([z.string(), z.int().transform(String)]).nullish(),
      platform: z.string().nullish(),
    })
    .nullish(),
  changes: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  entity_data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
/** How one changed field is told; the documentation leaves the form open (F-account-08). */
const fieldChange = z.object({ after: z.unknown() });

/**
 * All changes of a record that the platform's history tells, the earliest first, for a record of a kind that `keepsHistory`
 * names, up to its last change; `now`, in milliseconds since 1970, counts where the record does not say when that was. Throws ADSYNC_ANSWER_INVALID for what is no history, and what the
 * client throws: a refusal where the history is not open to the account.
 */
export async function readChangeHistory(
  client: PlatformClient,
  kind: Kind,
  { accountId, id, createdAt, updatedAt }: LiveRecord,
  now: number,
): Promise<readonly PlatformChange[]> {
  // What came after the record was read does not explain it, and a local clock may be wrong.
  const until = momentOr(updatedAt, now);
  const from = Math.min(momentOr(createdAt, until - longestMs), until);
  const path = `/12/accounts/${encodeURIComponent(accountId)}/account_history`;
  const parse = snapshotParser(kind, accountId, id);
  const changes: PlatformChange[] = [];
  const query = {
    entity_type: entityTypes[kind.name] ?? '',
    entity_id: id,
    // Whole hours only.
    start_time: timeAt(Math.floor(from / hourMs) * hourMs),
    end_time: timeAt((Math.floor(until / hourMs) + 1) * hourMs),
  };
  for await (const page of client.list({ host: 'ads', path, accountId, query }))
    for (const each of page.records) changes.push(changeOf(kind, each, parse, path));
  return changes.toSorted((one, other) => one.at - other.at);
}

function momentOr(time: string | undefined, otherwise: number): number {
  const moment = momentOf(time ?? '');
  return Number.isNaN(moment) ? otherwise : moment;
}

type SnapshotParser = (shown: Readonly<Record<string, unknown>>) => Values;

/** What a snapshot tells of the fields of its kind; nothing where it is no record of the kind. */
function snapshotParser(kind: Kind, accountId: string, id: string): SnapshotParser {
  const parse = liveRecordParser(kind, accountId);
  return (shown) => {
    try {
      return parse({ id, ...shown }, 'account_history', { id }).fields;
    } catch {
      return {};
    }
  };
}

function changeOf(kind: Kind, answer: unknown, parse: SnapshotParser, path: string): PlatformChange {
  const parsed = changeSchema.safeParse(answer);
  const at = parsed.success ? momentOf(parsed.data.change_time) : Number.NaN;
  if (!parsed.success || Number.isNaN(at))
    throw new AdsyncError('ADSYNC_ANSWER_INVALID', 'the platform answered a history that cannot be read', {
      lines: [path],
    });
  const { change_type: type, change_by: by, changes, entity_data: shown } = parsed.data;
  const after = shown === undefined || shown === null ? {} : parse(shown);
  const told = Object.entries(changes ?? {});
  const readable = Object.values(kind.fields).filter(({ readable }) => readable !== false);
  const named = new Set(
    readable.flatMap(({ wire, readAs }) =>
      told.some(([name]) => name === wire || name === readAs) ? [wire] : [],
    ),
  );
  // Where nothing is said to have changed, the record itself shows whether that is so.
  const isTold = told.length > 0 || type === 'DELETE' || Object.keys(after).length > 0;
  return {
    type,
    at,
    by: { actor: 'platform', userId: by?.user_id ?? null, means: by?.platform ?? null },
    fields: type === 'CREATE' ? new Set(Object.keys(after)) : isTold ? named : undefined,
    after: { ...after, ...toldValues(kind, told) },
  };
}

function toldValues(kind: Kind, told: readonly (readonly [string, unknown])[]): Values {
  const values = told.flatMap(([name, change]): [string, Value][] => {
    const field = Object.values(kind.fields).find(({ wire }) => wire === name);
    const after = fieldChange.safeParse(change);
    const value = after.success ? field?.type.live.safeParse(after.data.after) : undefined;
    return value?.success === true && field?.sensitive !== true ? [[name, value.data]] : [];
  });
  return Object.fromEntries(values);
}
