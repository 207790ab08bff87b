import type { PlanInput } from '../../src/planner/plan.ts';

/** A plan's input for a document, what is live, and what the state remembers; recreating is agreed to. */
export function planInput(
  { document, live, entries }: Pick<PlanInput, 'document' | 'live' | 'entries'>,
  journal = 0,
): PlanInput {
  return {
    command: 'apply',
    adsyncVersion: '0.0.0',
    createdAt: '2026-11-20T00:00:00Z',
    paths: ['campaigns.yaml'],
    document,
    live,
    entries,
    journal,
    resolved: [],
    targets: [],
    consents: {
      adopt: { all: false, addresses: new Map() },
      undoDrift: [],
      allowRecreate: ['acme'],
      takeAlong: [],
      override: [],
      keepStopped: false,
    },
  };
}
