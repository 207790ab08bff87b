import { z } from 'zod';
import { eventSchema } from '../control/events.ts';
import { faultsSchema } from '../control/faults.ts';
import { generateSchema } from '../control/generate.ts';
import { mutationsSchema } from '../control/mutate.ts';
import { seedSchema } from '../control/seed.ts';
import { clockSchema } from '../control/set-clock.ts';
import { limitsSchema } from '../control/set-limits.ts';
import { streamsSchema } from '../control/streams.ts';
import { controlAnswers } from './control-answers.ts';
import type { Schema } from './param-schema.ts';

/** A control call, as the document tells of it. */
interface ControlOperation {
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: Readonly<Record<string, Schema>>;
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every control call, by method and the path below `/_sandbox`. */
export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  'GET /health': { summary: 'Say that the sandbox runs' },
  'POST /reset': { summary: 'Bring the sandbox back to its seed' },
  'POST /seed': { summary: 'Add records', body: seedSchema },
  'POST /mutate': { summary: "Change records behind everybody's back", body: mutationsSchema },
  'POST /events': { summary: 'Make an activity event happen', body: eventSchema },
  'POST /streams': { summary: 'Let the open streams of events fail', body: streamsSchema },
  'POST /generate': { summary: 'Make many records, the same for the same input', body: generateSchema },
  'GET /dump': { summary: 'Read every record, deleted ones included', query: { account_id: text } },
  'GET /requests': {
    summary: 'Read the log of requests',
    query: { since: count, limit: { ...count, minimum: 1 }, bodies: { type: 'boolean' } },
  },
  'GET /status': { summary: 'Read the clock and the counts of requests, faults and held requests' },
  'GET /browse': {
    summary: 'Read the tree of the console, a page at a time',
    query: { collection: text, id: text, only: text, next: text },
  },
  'GET /openapi.json': { summary: 'Read this document' },
  'GET /peaks': { summary: 'Read the highest figures of each account' },
  'DELETE /peaks': { summary: 'Forget the highest figures, and count them from now on' },
  'GET /clock': { summary: "Read the sandbox's clock" },
  'PUT /clock': { summary: "Set the sandbox's clock", body: clockSchema },
  'GET /limits': { summary: 'Read limits and switches' },
  'PUT /limits': { summary: 'Set limits and switches', body: limitsSchema },
  'GET /faults': { summary: 'Read the rules of faults' },
  'PUT /faults': { summary: 'Say which requests are hit by which faults', body: faultsSchema },
  'POST /release': { summary: 'Let held requests go on' },
};

const json = 'application/json';

/** The paths of the control calls, as OpenAPI has them; they need no signature. `errors` is the schema of refusals. */
export function controlPaths(errors: Schema): Schema {
  const all = Object.entries(controlOperations).map(([name, operation]) => {
    const [method = '', path = ''] = name.split(' ');
    const answer = controlAnswers[name] ?? {};
    return { path: `/_sandbox${path}`, method: method.toLowerCase(), operation, answer };
  });
  const paths = [...Map.groupBy(all, ({ path }) => path)];
  return Object.fromEntries(
    paths.map(([path, calls]) => [
      path,
      Object.fromEntries(
        calls.map(({ method, operation, answer }) => [
          method,
          { ...describe(method, path, operation), responses: responses(answer, errors) },
        ]),
      ),
    ]),
  );
}

function describe(method: string, path: string, { summary, body, query = {} }: ControlOperation): Schema {
  return {
    operationId: `${method}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: ['control'],
    summary,
    description: `${summary}.`,
    security: [],
    parameters: Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    })),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [json]: { schema: schemaOf(body) } } } }),
  };
}

function responses(answer: Schema, errors: Schema): Schema {
  const said = { description: 'What was wrong, in a sentence.', content: { [json]: { schema: errors } } };
  return { '200': { description: 'Done.', content: { [json]: { schema: answer } } }, '4XX': said };
}

/** What a body may be; a value that no schema can say may be anything. */
function schemaOf(body: z.ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(body, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A whole number beyond the exact ones is a number in JSON all the same.
      if (zodSchema instanceof z.ZodBigInt) jsonSchema.type = 'integer';
    },
  });
  return schema;
}
