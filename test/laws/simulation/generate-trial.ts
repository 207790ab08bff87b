import { type Random, randomFrom } from '../../support/worlds/random.ts';
import {
  type CampaignSpec,
  campaignSpec,
  type ItemSpec,
  itemSpec,
  unit,
} from '../../support/worlds/specs.ts';
import type { Edit, Fault, FaultEffect, Mishap, RunSpec, Trial } from './trial.ts';

const instruments = ['fione', 'fitwo'] as const;

/** The trial of a seed. */
export function generateTrial(seed: number): Trial {
  const random = randomFrom(seed);
  const documents = generateDocuments(random);
  const foreign = generateCampaigns(random, 'foreign-', random.below(3));
  // Few things go wrong at once in most trials, so that what does go wrong is not hidden by an early end.
  const wildness = random.pick([0, 0.03, 0.1, 0.3]);
  const runs = generateRuns(random, documents.length);
  return {
    seed,
    documents,
    foreign,
    moved: [],
    adopt: false,
    targetingLeft: false,
    slack: random.below(3),
    batch: random.pick([1, 2, 3, 10]),
    batchCheck: random.pick(['each', 'start', 'end']),
    pageSize: random.pick([1000, 1000, 2, 3]),
    lagMs: random.chance(0.3) ? random.below(4000) : 0,
    writesPerMinute: random.chance(0.1) ? 3 + random.below(10) : undefined,
    sameMachine: random.chance(0.5) && runs.every(({ beside }) => !beside),
    runs,
    faults: runs.flatMap((_run, run) => generateFaults(random, run, wildness)),
    edits: runs.flatMap((_run, run) => generateEdits(random, run)),
    tight: random.chance(0.2),
  };
}

function generateDocuments(random: Random): Trial['documents'] {
  const documents = [generateCampaigns(random, '', 1 + random.below(4))];
  for (let more = random.below(3); more > 0; more -= 1)
    documents.push(random.chance(0.15) ? [] : generateCampaigns(random, '', 1 + random.below(4)));
  return documents;
}

function generateCampaigns(random: Random, prefix: string, count: number): readonly CampaignSpec[] {
  const keys = ['a', 'b', 'c', 'd', 'e'].filter(() => random.chance(0.8)).slice(0, count);
  return keys.map((key) => generateCampaign(random, `${prefix}${key}`));
}

function generateCampaign(random: Random, key: string): CampaignSpec {
  const leavesBudgets = random.chance(0.3);
  const capped = random.chance(0.85);
  return campaignSpec(key, {
    name: random.chance(0.2) ? `campaign ${key} renamed` : `campaign ${key}`,
    instrument: random.chance(0.85) ? instruments[0] : instruments[1],
    status: random.chance(0.6) ? 'ACTIVE' : 'PAUSED',
    optimization: leavesBudgets ? 'LINE_ITEM' : 'CAMPAIGN',
    daily: leavesBudgets || !capped ? null : (1 + random.below(20)) * unit,
    total: capped ? null : 5000 * unit,
    items: ['x', 'y']
      .filter(() => random.chance(0.45))
      .map((item) => generateItem(random, item, leavesBudgets)),
  });
}

function generateItem(random: Random, key: string, budgeted: boolean): ItemSpec {
  return itemSpec(key, {
    name: random.chance(0.15) ? `item ${key} renamed` : `item ${key}`,
    status: random.chance(0.6) ? 'ACTIVE' : 'PAUSED',
    daily: budgeted && random.chance(0.8) ? (1 + random.below(20)) * unit : null,
    tags: ['t1', 't2'].filter(() => random.chance(0.35)),
  });
}

function generateRuns(random: Random, documents: number): readonly RunSpec[] {
  const runs: RunSpec[] = [];
  for (let document = 0; document < documents; document += 1) {
    for (let again = 1 + random.below(2); again > 0; again -= 1) {
      const beside = runs.length > 0 && random.chance(0.12);
      runs.push({
        document,
        beside,
        afterMs: beside ? random.below(70_000) : random.pick([0, 200, 3000, 20_000, 90_000]),
        savedMs: !beside && random.chance(0.1) ? random.below(60_000) : undefined,
        skewMs: random.chance(0.3) ? random.below(200_000) - 100_000 : 0,
        mishap: random.chance(0.6) ? generateMishap(random) : undefined,
      });
    }
  }
  return runs;
}

function generateMishap(random: Random): Mishap {
  // Early steps are met by every run, late ones only by long ones.
  const step = 1 + Math.floor(random.next() ** 1.5 * 90);
  const kind = random.pick(['crash', 'crash', 'crash', 'crash', 'pause', 'interrupt', 'jump']);
  if (kind === 'pause') return { kind, step, ms: random.pick([1000, 20_000, 65_000, 200_000]) };
  if (kind === 'jump') return { kind, step, ms: random.pick([-3_600_000, -60_000, 60_000, 3_600_000]) };
  return { kind, step };
}

function generateFaults(random: Random, run: number, wildness: number): readonly Fault[] {
  const faults: Fault[] = [];
  for (let request = 1; request <= 40; request += 1) {
    if (!random.chance(wildness)) continue;
    const effect = generateEffect(random);
    faults.push({ run, request, effect });
    // Storms: the same answer several times in a row.
    const storm = effect.kind === 'limited' || effect.kind === 'status' ? random.below(4) : 0;
    for (let more = 0; more < storm; more += 1) {
      request += 1;
      faults.push({ run, request, effect });
    }
  }
  return faults;
}

function generateEffect(random: Random): FaultEffect {
  const silent = random.chance(0.5);
  const done = random.chance(0.5);
  const kind = random.pick([
    'lost',
    'unanswered',
    'unanswered',
    'late',
    'late',
    'truncated',
    'garbage',
    'status',
    'status',
    'limited',
    'duplicate',
    'stale',
    'slow',
  ]);
  if (kind === 'truncated' || kind === 'duplicate') return { kind };
  switch (kind) {
    case 'lost':
    case 'unanswered':
      return { kind, silent };
    case 'late':
      return { kind, silent, ms: 200 + random.below(29_000) };
    case 'garbage':
      return { kind, done };
    case 'status':
      return generateStatus(random, done);
    case 'limited':
      return { kind, seconds: 1 + random.below(900), headers: random.chance(0.8) };
    case 'stale':
      return { kind, ms: random.below(4500) };
    case 'slow':
      return { kind, ms: random.below(40_000) };
    default:
      return { kind };
  }
}

function generateStatus(random: Random, done: boolean): FaultEffect {
  const status = random.pick([500, 502, 503, 503, 504, 408]);
  const asks = status === 503 && random.chance(0.5);
  return { kind: 'status', status, done, ...(asks && { retryAfter: 1 + random.below(120) }) };
}

function generateEdits(random: Random, run: number): readonly Edit[] {
  if (!random.chance(0.35)) return [];
  const edits: Edit[] = [];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const what = random.pick(['cut', 'raise', 'pause', 'activate', 'delete', 'start', 'stop', 'twin']);
    edits.push({ run, request: 1 + random.below(16), what, pick: random.next() });
  }
  return edits;
}
