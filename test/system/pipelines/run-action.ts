import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFolder, runProgram, temporaryFolder } from './run-script.ts';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({
        uses: z.string().optional(),
        id: z.string().optional(),
        run: z.string().optional(),
        shell: z.string().optional(),
        'working-directory': z.string().optional(),
        env: z.record(z.string(), z.string()).default({}),
      }),
    ),
  }),
});
export type Action = z.infer<typeof actionSchema>;

/** The Action of this project, as data. */
export async function readAction(): Promise<Action> {
  return actionSchema.parse(parse(await readFile(join(projectFolder, 'action.yml'), 'utf8')));
}

export interface ActionRun {
  /** The folder that holds the Action. */
  readonly actionPath: string;
  readonly workspace: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

export interface ActionRan {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the `run` steps of the Action as GitHub's runner does; a step that fails ends it. */
export async function runAction({
  actionPath,
  workspace,
  inputs,
  event,
  env,
}: ActionRun): Promise<ActionRan> {
  const action = await readAction();
  const folder = await temporaryFolder();
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  };
  await writeFile(
    files.GITHUB_EVENT_PATH,
    JSON.stringify({ repository: { full_name: 'acme/ads' }, ...event }),
  );
  await writeFile(files.GITHUB_OUTPUT, '');
  await writeFile(files.GITHUB_STEP_SUMMARY, '');
  const known: Readonly<Record<string, string>> = {
    'github.token': 'host-token',
    'github.action_path': actionPath,
    ...Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: preset = '' }]) => [`inputs.${name}`, preset]),
    ),
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value])),
  };
  const evaluated = (text: string): string => {
    const once = expand(text, known);
    return once === text ? text : expand(once, known);
  };
  let log = '';
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    const cwd = join(workspace, '.', evaluated(step['working-directory'] ?? '.'));
    const at = (step['working-directory'] ?? '').includes('action_path') ? actionPath : cwd;
    const own = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluated(value)]));
    const setting = {
      GITHUB_ACTION_PATH: actionPath,
      GITHUB_REPOSITORY: 'acme/ads',
      ...files,
      ...env,
      ...own,
    };
    const ran = await runProgram(['bash', '-e', '-o', 'pipefail', '-c', step.run], at, setting);
    log += ran.log;
    if (ran.code !== 0) return { code: ran.code, log, ...(await left(files)) };
  }
  return { code: 0, log, ...(await left(files)) };
}

function expand(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ ([a-z_.-]+) \}\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`nothing known of ${name}`);
    return value;
  });
}

async function left(files: { readonly GITHUB_OUTPUT: string; readonly GITHUB_STEP_SUMMARY: string }) {
  const text = await readFile(files.GITHUB_OUTPUT, 'utf8');
  const found = text.matchAll(/^(?<name>[a-z-]+)<<(?<end>\S+)\n(?<value>[\s\S]*?)\n\k<end>\n/gm);
  const outputs = Object.fromEntries(
    [...found].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']),
  );
  return { outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}
