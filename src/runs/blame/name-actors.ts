import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import type { Actor, Blame, FieldBlame } from '../../schemas/blame.ts';
import type { DriftActor, DriftedResource, DriftReport } from '../../schemas/drift.ts';
import { type LiveAccount, type LiveRecord, recordKey } from '../../schemas/live-record.ts';
import { kindNamed } from '../../schemas/registry.ts';
import { unlessInterrupted } from '../interrupted.ts';
import type { Session } from '../session.ts';
import { blameRecords } from './read-blame.ts';

/** What a drift report was made from. */
interface Made {
  readonly live: readonly LiveAccount[];
  readonly report: DriftReport;
}

/**
 * The report with who changed what, as far as journal and history tell it: one request for each changed resource of a kind
 * that the platform keeps a history of, or one for an account whose history is not open. What fails is a remark.
 */
export async function nameActors(session: Session, { live, report }: Made): Promise<DriftReport> {
  const { run, client, store } = session;
  const changed = report.resources.flatMap((resource) => {
    const record = recordOf(session, live, resource);
    return record === undefined ? [] : [{ resource, record }];
  });
  if (changed.length === 0) return report;
  const records = changed.map(({ record }) => record);
  const now = Math.max(...live.map(({ readAt }) => readAt));
  try {
    const reading = blameRecords(client, store.history(), records, now);
    const blames = await run.frontend.progress(
      'Reading who changed it',
      async () => await unlessInterrupted(run.signal, reading),
    );
    const byResource = new Map(changed.map(({ resource }, index) => [resource, blames[index]]));
    return {
      ...report,
      resources: report.resources.map((resource) => {
        const blame = byResource.get(resource);
        return blame === undefined ? resource : withActors(resource, blame);
      }),
    };
  } catch (error) {
    if (!(error instanceof AdsyncError)) throw error;
    run.frontend.note(`Who changed what is not told: ${error.message}`);
    return report;
  }
}

/** The live record of a resource that was changed or is gone. */
function recordOf(
  { document }: Session,
  live: readonly LiveAccount[],
  { address, kind, id, status }: DriftedResource,
): LiveRecord | undefined {
  if (id === null || (status !== 'modified' && status !== 'missing')) return undefined;
  const key = address.split('/', 1).join('');
  const accountId = document.accounts.find((account) => account.key === key)?.id;
  if (accountId === undefined) return undefined;
  const name = recordKey({ accountId, kind, id });
  const own = live.find((account) => account.accountId === accountId)?.records ?? [];
  const found = own.find((record) => recordKey(record) === name);
  if (found !== undefined) return status === 'missing' ? { ...found, deleted: true } : found;
  return { kind, accountId, id, fields: {}, deleted: true, updatedAt: undefined };
}

function withActors(resource: DriftedResource, { kind, fields }: Blame): DriftedResource {
  const of = (wire: string): { readonly by?: DriftActor } => {
    const by = actorIn(fields.find((field) => field.wire === wire));
    return by === undefined ? {} : { by };
  };
  if (resource.status === 'missing') return { ...resource, ...of('deleted') };
  // A member of a set is added as a whole.
  const isAdded =
    kindNamed(kind).form === 'set' && resource.fields.every(({ applied }) => applied === undefined);
  const first = resource.fields[0]?.path.slice(1) ?? '';
  return {
    ...resource,
    fields: resource.fields.map((field) => (isAdded ? field : { ...field, ...of(field.path.slice(1)) })),
    ...(isAdded ? of(first) : {}),
  };
}

function actorIn(field: FieldBlame | undefined): DriftActor | undefined {
  if (field?.by === undefined || field.at === null) return undefined;
  return { ...factsOf(field.by), at: field.at };
}

function factsOf(by: Actor): Omit<DriftActor, 'at'> {
  if (by.actor === 'platform') return { actor: 'platform', user_id: by.userId, means: by.means };
  const { actor, run, command, user, machine } = by;
  return { actor, run, command, user, machine };
}
