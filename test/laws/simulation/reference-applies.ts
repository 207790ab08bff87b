import { type CampaignSpec, campaignSpec, itemSpec as item, unit } from '../../support/worlds/specs.ts';
import type { Edit, FaultEffect, RunSpec, Trial } from './trial.ts';

const campaign = (key: string, more: Partial<CampaignSpec> = {}): CampaignSpec =>
  campaignSpec(key, { instrument: 'fione', ...more });

const full = [
  campaign('a', { items: [item('x', { tags: ['t1', 't2'] }), item('y')] }),
  campaign('b', { status: 'PAUSED', items: [item('x', { tags: ['t1'] })] }),
  campaign('c', { optimization: 'LINE_ITEM', daily: null, items: [item('x', { daily: 3 * unit })] }),
];

/** What was there before, if anything, and what is applied; what else is out of the ordinary. */
type ReferenceApply = Pick<Trial, 'documents'> & Partial<Trial>;

/** Applies whose every step is crashed at. */
export const referenceApplies: Readonly<Record<string, ReferenceApply>> = {
  'creating everything': { documents: [full] },
  'changing values, pausing and activating': {
    documents: [
      full,
      [
        campaign('a', {
          status: 'PAUSED',
          daily: 9 * unit,
          items: [item('x', { tags: ['t1', 't2'] }), item('y')],
        }),
        campaign('b', { name: 'campaign b renamed', items: [item('x', { tags: ['t1'] })] }),
        campaign('c', { items: [item('x')] }),
      ],
    ],
  },
  'replacing a campaign with all that stands beneath it': {
    documents: [
      full,
      [
        campaign('a', { instrument: 'fitwo', items: [item('x', { tags: ['t1', 't2'] }), item('y')] }),
        ...full.slice(1),
      ],
    ],
  },
  'deleting everything': { documents: [full, []] },
  'adding, removing and moving things between campaigns': {
    documents: [
      full,
      [
        campaign('a', { items: [item('y', { tags: ['t2'] }), item('z')] }),
        campaign('d', { items: [item('x', { tags: ['t1', 't2'] })] }),
      ],
    ],
  },
  'moving room from one campaign to another under a full limit': {
    documents: [
      [campaign('a'), campaign('b', { status: 'PAUSED' }), campaign('c', { status: 'PAUSED' })],
      [
        campaign('a', { status: 'PAUSED' }),
        campaign('b', { daily: 2 * unit }),
        campaign('d', { status: 'PAUSED' }),
      ],
    ],
  },
  'changing whom line items that run are shown to': {
    documents: [
      [
        campaign('a', {
          items: [item('x', { words: ['spring', 'red'] }), item('y', { words: ['sale', 'shoes', 'hats'] })],
        }),
      ],
      [
        campaign('a', {
          items: [
            item('x', { words: ['spring', 'blue'] }),
            item('y', { words: ['winter', 'coats', 'boots'] }),
          ],
        }),
      ],
    ],
  },
  'making again what others deleted, and leaving its targeting to them': {
    documents: Array.from({ length: 2 }, () => [
      campaign('a', { items: [item('x', { words: ['spring', 'red'] }), item('y')] }),
    ]),
    targetingLeft: true,
    edits: [{ run: 1, request: 1, what: 'delete', pick: 0.4 }],
  },
  'taking over what others made, and following what was moved': {
    documents: [
      [campaign('b', { items: [item('x', { tags: ['t1'] })] })],
      [
        campaign('a', { daily: 9 * unit, items: [item('x', { tags: ['t1'] }), item('y')] }),
        campaign('d', { name: 'campaign b', items: [item('x', { tags: ['t1', 't2'] })] }),
      ],
    ],
    foreign: [campaign('foreign-a', { name: 'campaign a', status: 'PAUSED', items: [item('x')] })],
    moved: [{ document: 1, from: 'b', to: 'd' }],
    adopt: true,
  },
};

/** The trial of a reference apply in which nothing goes wrong but that the last run dies at a step, if one is given. */
export function referenceTrial(
  documents: Trial['documents'],
  crashAt?: number,
  more: Partial<Trial> = {},
): Trial {
  const runs = documents.map((_document, document): RunSpec => {
    const dies = document === documents.length - 1 && crashAt !== undefined;
    const mishap = dies ? ({ kind: 'crash', step: crashAt } as const) : undefined;
    return { document, afterMs: 10_000, beside: false, savedMs: undefined, skewMs: 0, mishap };
  });
  return {
    seed: 1,
    documents,
    foreign: [],
    moved: [],
    adopt: false,
    targetingLeft: false,
    slack: 0,
    tight: false,
    batch: 2,
    batchCheck: 'each',
    pageSize: 1000,
    lagMs: 0,
    writesPerMinute: undefined,
    sameMachine: true,
    runs,
    faults: [],
    edits: [],
    ...more,
  };
}

/** A process stands still past its lease from a step on, and another one begins on another machine. */
function besidePausedAt(step: number): Trial {
  const usual = { document: 0, savedMs: undefined, skewMs: 0 } as const;
  return {
    ...referenceTrial([full]),
    sameMachine: false,
    runs: [
      { ...usual, afterMs: 0, beside: false, mishap: { kind: 'pause', step, ms: 70_400 } },
      { ...usual, afterMs: 70_000, beside: true, mishap: undefined },
    ],
  };
}

export const besidePausedTrial = besidePausedAt(17);

/** One trial for each of some steps in which intents are recorded and sent. */
export const besidePausedTrials: readonly Trial[] = Array.from({ length: 10 }, (_each, index) =>
  besidePausedAt(index + 20),
);

/** One trial for each of the first steps of an apply right after another one: there its machine's time is set forward. */
export const jumpingClockTrials: readonly Trial[] = Array.from({ length: 300 }, (_each, index) => {
  const trial = { ...referenceTrial([full, full]), lagMs: 3000 };
  const mishap = { kind: 'jump', step: (index % 30) + 1, ms: 60_000 } as const;
  const runs = trial.runs.map((run, at) => (at === 1 ? { ...run, afterMs: 0, mishap } : run));
  // Two reads must lag: what the list does not show is asked for by its id.
  return { ...trial, seed: trial.seed + Math.floor(index / 30), runs };
});

/** A document with more active campaigns than its limit allows, and one that fits. */
export const overLimitTrial: Trial = {
  ...referenceTrial([[campaign('a'), campaign('b'), campaign('c')], [campaign('a')]]),
  tight: true,
};

const early = Array.from({ length: 14 }, (_each, index) => index + 1);

/** One trial for each of the first requests, which meets the fault. */
export function faultyTrials(effect: FaultEffect): readonly Trial[] {
  return early.map((request) => ({ ...referenceTrial([full]), faults: [{ run: 0, request, effect }] }));
}

/** One trial for each of the first steps: the process dies there, and others have copied what was being created. */
export const copiedTrials: readonly Trial[] = Array.from({ length: 30 }, (_each, index) => {
  const documents = [[campaign('a')], [campaign('a')]];
  const trial = referenceTrial(documents);
  const mishap = { kind: 'crash', step: index + 1 } as const;
  const runs = trial.runs.map((run, at) => (at === 0 ? { ...run, mishap } : run));
  return { ...trial, runs, edits: editsOf('twin') };
});

/** One trial for each of the first requests of a saved plan's run: others change what it is about, page by page read. */
export const changedMeanwhileTrials: readonly Trial[] = early.map((request) => {
  const keys = ['a', 'b', 'c'];
  const documents = [keys.map((key) => campaign(key)), keys.map((key) => campaign(key, { daily: 9 * unit }))];
  const trial = { ...referenceTrial(documents), pageSize: 1 };
  const runs = trial.runs.map((run, at) => (at === 1 ? { ...run, savedMs: 30_000 } : run));
  return { ...trial, runs, edits: [{ run: 1, request, what: 'cut', pick: 0 }] };
});

function editsOf(what: Edit['what']): readonly Edit[] {
  return early.map((request) => ({ run: 0, request, what, pick: 0.5 }));
}
