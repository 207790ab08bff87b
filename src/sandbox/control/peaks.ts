import { type Fields, plainLong } from '../value.ts';
import { type Figures, noFigures } from '../world/figures.ts';
import type { World } from '../world/world.ts';

/** The peaks of every account since they were last forgotten; exposure in micro units a day, by currency. */
export function peaksOf(world: World): Fields {
  const accounts = [...world.store.all('accounts')].map(({ id }) => id);
  return Object.fromEntries(
    accounts.map((id) => {
      const figures = shown(world.figures.peaks.get(id) ?? noFigures);
      return [id, { ...figures, untargeted: world.figures.untargeted(id) }];
    }),
  );
}

function shown(figures: Figures): Fields {
  const exposure = [...figures.exposure].map(([currency, amount]) => [currency, plainLong(amount)] as const);
  return {
    active_campaigns: figures.activeCampaigns,
    campaigns: figures.campaigns,
    active_line_items: figures.activeLineItems,
    exposure: Object.fromEntries(exposure),
    uncapped: figures.uncapped,
  };
}
