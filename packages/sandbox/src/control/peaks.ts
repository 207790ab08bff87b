import { type Fields, plainLong } from '../value.ts';
import type { Figures } from '../world/figures.ts';
import type { World } from '../world/world.ts';

/**
 * The peaks of every account since they were last forgotten, each taken by itself after every single operation. By
 * currency, in micro units a day: `exposure`, the highest day from the operation on, and `today`; `highest_on` is the
 * day of `exposure` (`YYYY-MM-DD`), null where it is 0.
 */
export function peaksOf(world: World): Fields {
  const accounts = [...world.store.all('accounts')].map(({ id }) => id);
  return Object.fromEntries(
    accounts.map((id) => {
      return [id, { ...shown(world.figures.peak(id)), untargeted: world.figures.untargeted(id) }];
    }),
  );
}

function shown(figures: Figures): Fields {
  return {
    active_campaigns: figures.activeCampaigns,
    campaigns: figures.campaigns,
    active_line_items: figures.activeLineItems,
    exposure: amounts(figures.exposure),
    highest_on: Object.fromEntries(figures.highestOn),
    today: amounts(figures.today),
    uncapped: figures.uncapped,
  };
}

function amounts(byCurrency: ReadonlyMap<string, bigint>): Fields {
  return Object.fromEntries([...byCurrency].map(([currency, amount]) => [currency, plainLong(amount)]));
}
