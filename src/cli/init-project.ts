import { existsSync } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { defaultPaths } from '../config/default-paths.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { textOfFile } from '../diagnostics/input-file.ts';
import { createWhole, replaceWhole } from '../edit/whole-file.ts';
import { documentJsonSchema } from '../schemas/json-schema.ts';
import type { Context } from './context.ts';
import type { PipelineHost } from './pipeline-hosts.ts';
import { readTemplate, starterDocument, workflowFor } from './project-template.ts';

const documentFile = 'campaigns.yaml';
const schemaFile = 'campaigns.schema.json';
const ignored = '.adsync/';
const workflows = {
  github: { file: '.github/workflows/adsync.yml', template: 'github-workflow.yml' },
  gitlab: { file: '.gitlab-ci.yml', template: 'gitlab-ci.yml' },
} as const;

export interface InitRequest {
  /** Relative to the working directory. */
  readonly folder: string;
  readonly accountId: string | undefined;
  readonly host: PipelineHost;
}

/** Writes what a project starts with, and says of each file whether it was written; overwrites nothing of the user's. */
export async function initProject({ io }: Context, request: InitRequest): Promise<void> {
  const folder = resolve(io.cwd, request.folder);
  const say = (verb: string, file: string, remark = ''): void => {
    io.stdout.write(`${verb.padEnd(8)}${printable(shown(io.cwd, file) || '.')}${remark}\n`);
  };
  const write = async (file: string, text: string, remark = ''): Promise<void> => {
    const isNew = await writeNew(file, text);
    say(isNew ? 'wrote' : 'exists', file, isNew ? '' : remark);
  };
  const present = await documentIn(folder);
  if (present === documentFile) {
    const template = await readTemplate(documentFile);
    const document = starterDocument(template, request.accountId, new Date(io.clock.now()));
    await write(join(folder, documentFile), document, ': it stays as it is');
  } else {
    say('exists', join(folder, present), `: it holds the document, so that no ${documentFile} is written`);
  }
  say(await refreshSchema(join(folder, schemaFile)), join(folder, schemaFile));
  await write(join(folder, '.gitignore'), `${ignored}\n`, await ignoreRemark(join(folder, '.gitignore')));
  if (request.host === 'none') return;
  const root = repositoryOf(folder) ?? folder;
  const { file, template } = workflows[request.host];
  const path = relative(root, join(folder, present)).split(sep).join('/') || '.';
  await write(join(root, file), workflowFor(await readTemplate(template), path));
}

/** What is read in the folder where no path is given, or is to be: `campaigns.yaml`, `campaigns` or `.`. */
async function documentIn(folder: string): Promise<string> {
  try {
    const [present = documentFile] = await defaultPaths(folder);
    return present;
  } catch (error) {
    if (error instanceof AdsyncError && error.code === 'ADSYNC_DOCUMENT_MISSING') return documentFile;
    throw error;
  }
}

/** True where the file was written, false where there is one already. Throws ADSYNC_USAGE. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true });
    return await createWhole(file, { text });
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

const ownSchema = z.object({ $ref: z.literal('#/definitions/Document') });

/** The schema is generated, so that a later adsync brings it up to date; a file that is something else is left alone. */
async function refreshSchema(file: string): Promise<'wrote' | 'updated' | 'exists'> {
  const text = `${JSON.stringify(documentJsonSchema(), undefined, 2)}\n`;
  if (await writeNew(file, text)) return 'wrote';
  const there = (await textOfFile(file)) ?? text;
  if (there === text || !isOwnSchema(there)) return 'exists';
  try {
    const real = await realpath(file);
    await replaceWhole(real, { text, mode: (await stat(real)).mode });
  } catch (cause) {
    throw unwritable(file, cause);
  }
  return 'updated';
}

function isOwnSchema(text: string): boolean {
  try {
    return ownSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

async function ignoreRemark(file: string): Promise<string> {
  const text = (await textOfFile(file)) ?? ignored;
  const isListed = text.split(/\r?\n/).some((line) => /^\/?\.adsync\/?$/.test(line.trim()));
  return isListed ? '' : `: add the line ${ignored} to it`;
}

/** The nearest folder at or above that holds a git repository. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}

function shown(cwd: string, file: string): string {
  return relative(cwd, file).split(sep).join('/');
}

function unwritable(file: string, cause: unknown): AdsyncError {
  return new AdsyncError('ADSYNC_USAGE', `${file} cannot be written`, {
    lines: [causeText(cause)],
    remedy: 'Choose another folder, or make this one writable.',
    cause,
  });
}
