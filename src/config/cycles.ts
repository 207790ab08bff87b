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
    const onWay = new Set<Resolved>();
    // Chains of references may be longer than a stack of calls.
    for (let next: Resolved | undefined = start; next !== undefined; next = ahead(way, onWay)) {
      if (onWay.has(next)) reportCycle(next, way, report);
      if (known.has(next)) continue;
      known.add(next);
      onWay.add(next);
      way.push({ at: next, ahead: referredBy(next, byAddress) });
    }
  }
}

function ahead(way: Stop[], onWay: Set<Resolved>): Resolved | undefined {
  for (let stop = way.at(-1); stop !== undefined; stop = way.at(-1)) {
    const next = stop.ahead.pop();
    if (next !== undefined) return next;
    way.pop();
    onWay.delete(stop.at);
  }
  return undefined;
}

function referredBy({ fields }: Resolved, byAddress: ReadonlyMap<string, Resolved>): Resolved[] {
  return Object.values(fields)
    .flatMap(referencesIn)
    .flatMap((reference) => byAddress.get(reference.id_of) ?? []);
}

function reportCycle(first: Resolved, way: readonly Stop[], report: Report): void {
  const { entry } = first.declared;
  const stops = way.map(({ at }) => at);
  const circle = [...stops.slice(stops.indexOf(first) + 1), first].map(addressOf);
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
