import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';
import { planFormats } from '../report-formats.ts';
import { inputNamed } from '../standard-streams.ts';

export const showCommand = defineCommand({
  name: 'show',
  summary: 'show a plan that `plan -o` saved',
  description:
    'Shows a plan that was saved with `adsync plan -o FILE`, in every form that `plan` has. Reads nothing but the file: whether the plan still holds is checked by `apply --plan FILE`.',
  arguments: [['<file>', 'the saved plan; - reads standard input']],
  options: [
    new Option('--json', 'the plan as JSON, the same as --format json'),
    new Option('--format <format>', 'form of the plan').choices(planFormats).default('text'),
  ],
  examples: [
    ['a saved plan, for people', 'adsync show plan.json'],
    ['the same as a page for the browser', 'adsync show plan.json --format html > plan.html'],
  ],
  schema: z.object({ json: z.boolean().default(false), format: z.enum(planFormats) }),
  run: async (context, [file = ''], { json, format }) => {
    const [{ readSavedPlan }, { writePlan }] = await Promise.all([
      import('../../runs/saved-plan.ts'),
      import('../show-plan.ts'),
    ]);
    const plan = await readSavedPlan(context.io.cwd, inputNamed(file));
    await writePlan(context, plan, json ? 'json' : format);
    return 0;
  },
});
