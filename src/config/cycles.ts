import { ownValue, referencesIn } from '../schemas/values.ts';
import { entryOf } from './located.ts';
import type { Report } from './problem-list.ts';
import type { Resolved } from './uniqueness.ts';

/** A resource on the way from one to what it refers to, and what of that was not gone to yet. */
interface Stop {
  readonly at: Resolved;
  readonly ahead: Resolved[];
}

/** Reports resources that refer back to themselves, through whichever others: each would have to exist before the other. */
export function reportCycles(all: readonly Resolved[], report: Report): void {
  const byAddress = new Map(all.map((resolved) => [addressOf(resolved), resolved]));
  const known = new Set<Resolved>();
  for (const start of all) {
    const way: Stop[] = [];
    // Chains of references may be longer than a stack of calls.
    for (let next: Resolved | undefined = start; next !== undefined; next = ahead(way)) {
      const from = way.findIndex(({ at }) => at === next);
      const others = way.slice(from + 1).map(({ at }) => at);
      if (from !== -1) reportCycle(next, others, report);
      if (known.has(next)) continue;
      known.add(next);
      way.push({ at: next, ahead: referredBy(next, byAddress) });
    }
  }
}

function ahead(way: Stop[]): Resolved | undefined {
  for (let stop = way.at(-1); stop !== undefined; stop = way.at(-1)) {
    const next = stop.ahead.pop();
    if (next !== undefined) return next;
    way.pop();
  }
  return undefined;
}

function referredBy({ fields }: Resolved, byAddress: ReadonlyMap<string, Resolved>): Resolved[] {
  return Object.values(fields)
    .flatMap(referencesIn)
    .flatMap((reference) => byAddress.get(reference.id_of) ?? []);
}

function reportCycle(first: Resolved, others: readonly Resolved[], report: Report): void {
  const { entry } = first.declared;
  const circle = [...others, first].map(addressOf);
  const [name = ''] =
    Object.entries(entry.kind.fields).find(([, { wire }]) =>
      referencesIn(ownValue(first.fields, wire) ?? null).some(({ id_of: to }) => to === circle[0]),
    ) ?? [];
  report(entryOf(entry.body, name)?.value ?? entry.place, {
    rule: 'circular-reference',
    message: `${name} leads back to ${entry.key}: ${[entry.address, ...circle].join(' → ')}`,
    remedy: 'Take one of the references out, or write { id: … } for one that exists already.',
  });
}

function addressOf({ declared }: Resolved): string {
  return declared.entry.address;
}
