import { Option } from 'commander';
import { z } from 'zod';
import type { Consents } from '../planner/consents.ts';
import { collect } from './global-options.ts';

const texts = z.array(z.string()).default([]);

/** Options that decide what a plan may hold. */
export const planOptionsSchema = z.object({
  target: texts,
  // `true` stands for `--adopt` without an address.
  adopt: z.array(z.union([z.string(), z.literal(true)])).default([]),
  undoDrift: texts,
  allowRecreate: texts,
  override: texts,
});
export type PlanOptions = z.infer<typeof planOptionsSchema>;

/** Limits a run to addresses. */
export function targetOption(): Option {
  return new Option(
    '--target <address>',
    'only this address and what stands beneath it, repeatable',
  ).argParser(collect);
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
      'create although one of the same name is deleted, repeatable',
    ).argParser(collect),
    new Option('--override <rule>', 'accept what a policy refuses, repeatable').argParser(collect),
  ];
}

/** What the options agree to. */
export function consentsOf({ adopt, undoDrift, allowRecreate, override }: PlanOptions): Consents {
  const chosen = adopt
    .filter((given) => given !== true)
    .map((given): [string, string | undefined] => {
      const at = given.indexOf('=');
      return at === -1 ? [given, undefined] : [given.slice(0, at), given.slice(at + 1)];
    });
  return {
    adopt: { all: adopt.includes(true), addresses: new Map(chosen) },
    undoDrift,
    allowRecreate,
    override,
  };
}

/** Every address that the options name. */
export function namedAddresses(options: PlanOptions): readonly string[] {
  const { adopt, undoDrift, allowRecreate } = consentsOf(options);
  return [...options.target, ...adopt.addresses.keys(), ...undoDrift, ...allowRecreate];
}
