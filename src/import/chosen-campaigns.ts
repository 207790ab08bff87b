import { type LiveAccount, type LiveRecord, recordKey } from '../schemas/live-record.ts';
import { compilePattern } from '../schemas/pattern.ts';
import { kindNamed } from '../schemas/registry.ts';
import { plainText } from '../schemas/values.ts';

/** Which campaigns an import takes; all unless said. */
export interface CampaignChoice {
  /** Only those that are ACTIVE. */
  readonly active: boolean;
  /** Only those whose name one of these fits, with `*` for any text and `?` for a character; none for all. */
  readonly names: readonly string[];
}

/** The account with the chosen campaigns and what stands beneath them; everything that is no campaign's stays. */
export function withChosenCampaigns(live: LiveAccount, { active, names }: CampaignChoice): LiveAccount {
  const patterns = names.map((name) => compilePattern(`^${name.replace(/[*?]|[^*?]+/g, regularPart)}$`));
  const kind = kindNamed('campaign');
  const isChosen = ({ fields }: LiveRecord): boolean =>
    (!active || fields[kind.spending?.activation.field ?? ''] === 'ACTIVE') &&
    (patterns.length === 0 || patterns.some((fits) => fits(plainText(fields['name'] ?? ''))));
  const left = new Set(
    live.records.filter((record) => record.kind === kind.name && !isChosen(record)).map(({ id }) => id),
  );
  const byKey = new Map(live.records.map((record) => [recordKey(record), record]));
  /** Whether a record is a campaign that is left out, or stands beneath one at any depth. */
  const isLeft = (record: LiveRecord): boolean => {
    if (record.kind === kind.name) return left.has(record.id);
    const above = byKey.get(keyAbove(record));
    return above !== undefined && isLeft(above);
  };
  return { ...live, records: live.records.filter((record) => !isLeft(record)) };
}

function regularPart(part: string): string {
  if (part === '*') return '.*';
  return part === '?' ? '.' : part.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
}

function keyAbove({ accountId, kind: name, fields }: LiveRecord): string {
  const { parent = '', parentField = '' } = kindNamed(name);
  return recordKey({ accountId, kind: parent, id: plainText(fields[parentField] ?? '') });
}
