import { figuresWhenApplied, limitOf } from './declared.ts';
import { apply, type Ended } from './engine.ts';
import { machineFor } from './machine.ts';
import { accountId } from './platform.ts';
import { SimProcess } from './sim-process.ts';
import { clockText, type Stage } from './stage.ts';
import type { RunSpec } from './trial.ts';
import { Violation } from './watch.ts';

/** Starts a run, and gives how it ended: `died` where it did. */
export async function start(stage: Stage, index: number, spec: RunSpec): Promise<Ended | 'died'> {
  const { scheduler, watch } = stage;
  const { skewMs, mishap } = spec;
  const simulated = new SimProcess({ scheduler, skewMs, mishap });
  if (!spec.beside && stage.ends.at(-1) === '0') watch.narrow();
  allowFor(stage, spec);
  const machine = machineFor(stage, index, spec, simulated);
  const ended = await Promise.race([apply(machine), simulated.death]);
  stage.ends.push(ended === 'died' ? 'died' : String(ended.code));
  stage.steps.push(simulated.steps);
  stage.requests += machine.client.requests;
  stage.options.trace?.(
    `${clockText(scheduler)} run ${index} of document ${spec.document} ended: ${ended === 'died' ? 'died' : `${ended.code} ${ended.error ?? ''}`}`,
  );
  if (ended !== 'died') checkEnd(stage, ended);
  return ended;
}

function checkEnd({ scheduler }: Stage, { code, error }: Ended): void {
  if (error?.includes('ADSYNC_INTERNAL') === true)
    scheduler.fail(new Violation(`ended with ${code}: ${error}`));
}

function allowFor({ trial, platform, watch }: Stage, { document }: RunSpec): void {
  const { activeCampaigns, exposure, uncapped } = platform.state.world.figures.of(accountId);
  const after = figuresWhenApplied(trial.documents[document] ?? [], platform);
  watch.allow({
    campaigns: Math.max(limitOf(trial), activeCampaigns),
    exposure: Math.max(after.exposure, Number(exposure.get('USD') ?? 0n)),
    uncapped: Math.max(after.uncapped, uncapped),
  });
}
