import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'end a stop: switch on exactly what it paused',
  description:
    'Switches on what stops paused and nobody changed since, line items before campaigns, lists what it leaves, and ends the stops. With an id it ends that stop alone; what stands beneath another stop stays paused.',
  arguments: [['[stop]', 'the id of the only stop to end; all of them unless given']],
  options: [
    new Option('-y, --yes', 'do not ask'),
    new Option(
      '--leave-refused',
      'end a stop although the platform refuses to switch something on: that stays paused',
    ),
  ],
  examples: [
    ['end all stops, after a question', 'adsync resume'],
    ['end one of them', 'adsync resume 3f0c9a1e --yes'],
  ],
  schema: z.object({ yes: z.boolean().default(false), leaveRefused: z.boolean().default(false) }),
  run: async (context, [id], { yes, leaveRefused }) => {
    const { resumeOnTerminal } = await import('../resume-accounts.ts');
    return await resumeOnTerminal(context, { id, leaveRefused }, { yes });
  },
});
