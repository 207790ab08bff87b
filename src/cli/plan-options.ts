import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { nearest } from '../diagnostics/nearest.ts';
import { type Consents, chosenRecords } from '../planner/guards/consents.ts';
import { overridableRules } from '../planner/guards/overridable.ts';
import type { PlanRequest } from '../runs/plan.ts';
import { collect } from './global-options.ts';

const refreshModes = ['full', 'incremental'] as const;
/** How much is read; left out, as little as tells what is asked for. */
export const refreshSchema = z.enum(refreshModes).optional();
const texts = z.array(z.string()).default([]);

/** Options that decide what a plan may hold. */
export const planOptionsSchema = z.object({
  target: texts,
  exclude: texts,
  changedSince: z.string().optional(),
  // `true` stands for `--adopt` without an address.
  adopt: z.array(z.union([z.string(), z.literal(true)])).default([]),
  undoDrift: texts,
  allowRecreate: texts,
  takeAlong: texts,
  override: texts,
  keepStopped: z.boolean().default(false),
  refresh: refreshSchema,
});
export type PlanOptions = z.infer<typeof planOptionsSchema>;

/** Limits a run to addresses. */
export function addressOptions(): readonly Option[] {
  return [
    new Option(
      '--target <address>',
      'only this address and what stands beneath it; * is any part of a step, ** any steps; repeatable',
    ).argParser(collect),
    new Option(
      '--exclude <address>',
      'all but this address, what stands beneath it and what needs it; with * and **; repeatable',
    ).argParser(collect),
  ];
}

/** Limits a run to what was changed in the files. */
export function changedSinceOption(): Option {
  return new Option(
    '--changed-since <revision>',
    'only what the files declare that differ from a git revision, uncommitted changes included',
  );
}

/** How much of the platform is read. */
export function refreshOption(): Option {
  return new Option(
    '--refresh <mode>',
    'how much is read: full, every list to its end, so that everything is counted; incremental, of campaigns and line items what was changed since an earlier run; else a large account only as far as the changes depend on it',
  )
    .choices(refreshModes)
    .argParser((mode) => {
      if (refreshModes.some((known) => known === mode)) return mode;
      throw new InvalidArgumentError(`the modes are ${refreshModes.join(', ')}.`);
    });
}

/** What the options ask to be planned. */
export function planRequestOf(
  what: Pick<PlanRequest, 'command' | 'paths'>,
  options: PlanOptions,
): PlanRequest {
  const { target: targets, exclude: excludes, changedSince, refresh } = options;
  const named = namedAddresses(options);
  return { ...what, consents: consentsOf(options), targets, excludes, named, changedSince, refresh };
}

/** The consents, which a saved plan keeps. */
export function consentOptions(): readonly Option[] {
  return [
    new Option(
      '--adopt [address]',
      'take over the live record with the same name: all, or ADDRESS, or ADDRESS=ID; repeatable',
    )
      .argParser(collect)
      .preset(true),
    new Option(
      '--undo-drift <address>',
      'undo an outside change that lowered spending, repeatable',
    ).argParser(collect),
    new Option(
      '--allow-recreate <address>',
      'create under a new key although one of the same name is deleted, repeatable',
    ).argParser(collect),
    takeAlongOption(),
    overrideOption(),
    new Option(
      '--keep-stopped',
      'leave PAUSED what a stop has paused, and plan everything else as the document says',
    ),
  ];
}

/** The consent that deleting takes where other people's things would go too. */
export function takeAlongOption(): Option {
  return new Option(
    '--take-along <address>',
    'delete it although things hang on it that adsync does not manage, repeatable',
  ).argParser(collect);
}

/** The consent that the rules of the policy ask for. */
export function overrideOption(): Option {
  return new Option(
    '--override <rule>',
    `accept what a rule refuses, repeatable: ${overridableRules.join(', ')}`,
  ).argParser(collectRules);
}

function collectRules(value: string, earlier: unknown): readonly unknown[] {
  const known: readonly string[] = overridableRules;
  if (known.includes(value)) return collect(value, earlier);
  const near = nearest(value, known);
  throw new InvalidArgumentError(
    near === undefined ? `the rules are ${known.join(', ')}.` : `did you mean ${near}?`,
  );
}

/** What the options agree to. */
export function consentsOf({
  adopt,
  undoDrift,
  allowRecreate,
  takeAlong,
  override,
  keepStopped = false,
}: Pick<PlanOptions, 'adopt' | 'undoDrift' | 'allowRecreate' | 'takeAlong' | 'override'> &
  Partial<Pick<PlanOptions, 'keepStopped'>>): Consents {
  const chosen = adopt.filter((given) => given !== true);
  return {
    adopt: { all: adopt.includes(true), addresses: chosenRecords(chosen) },
    undoDrift,
    allowRecreate,
    takeAlong,
    override,
    keepStopped,
  };
}

/** Every address that the options name. */
export function namedAddresses(options: PlanOptions): readonly string[] {
  const { adopt, undoDrift, allowRecreate, takeAlong } = consentsOf(options);
  const limits = [...options.target, ...options.exclude];
  return [...limits, ...adopt.addresses.keys(), ...undoDrift, ...allowRecreate, ...takeAlong];
}
