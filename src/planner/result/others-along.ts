import type { LiveRecord } from '../../schemas/live-record.ts';
import type { Change } from '../../schemas/plan.ts';
import { kindNamed } from '../../schemas/registry.ts';
import type { Values } from '../../schemas/values.ts';
import type { TakenAlong } from '../guards/taken-along.ts';

type Along = NonNullable<Change['others_along']>[number];

/** The changes, each with what stands directly beneath its record, goes with it, and is not managed by the plan. */
export function withOthersAlong(changes: readonly Change[], along: readonly TakenAlong[]): Change[] {
  const found = new Map(along.map(({ subject, beneath }) => [subject.address, beneath]));
  return changes.map((change) => {
    const others = found.get(change.address) ?? [];
    return others.length === 0 ? change : { ...change, others_along: others.map(told) };
  });
}

function told({ kind, id, fields }: LiveRecord): Along {
  const { name } = fields;
  return { kind, id, name: typeof name === 'string' ? name : null, fields: shownFields(kind, fields) };
}

/** The live values of the kind's own fields, less those that nobody may see. */
function shownFields(kind: string, live: LiveRecord['fields']): Values {
  const { fields } = kindNamed(kind);
  const shown = new Set(
    Object.values(fields)
      .filter(({ sensitive }) => sensitive !== true)
      .map(({ wire }) => wire),
  );
  return Object.fromEntries(Object.entries(live).filter(([wire]) => shown.has(wire)));
}
