import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { defineCommand } from '../define-command.ts';

export const schemaCommand = defineCommand({
  name: 'schema',
  summary: 'print a JSON Schema, for editors and other programs',
  arguments: [['[what]', 'document (default), plan or drift']],
  options: [],
  examples: [
    ['of the document, for an editor', 'adsync schema > adsync.schema.json'],
    ['of saved plans', 'adsync schema plan'],
  ],
  schema: z.object({}),
  run: async (context, [what = 'document']) => {
    const { documentJsonSchema, driftJsonSchema, planJsonSchema } = await import(
      '../../schemas/json-schema.ts'
    );
    const schemas = new Map([
      ['document', documentJsonSchema],
      ['plan', planJsonSchema],
      ['drift', driftJsonSchema],
    ]);
    const make = schemas.get(what);
    if (make === undefined) {
      throw new AdsyncError('ADSYNC_USAGE', `there is no schema of ${what}`, {
        remedy: `Ask for one of ${[...schemas.keys()].join(', ')}.`,
      });
    }
    context.io.stdout.write(`${JSON.stringify(make(), undefined, 2)}\n`);
    return 0;
  },
});
