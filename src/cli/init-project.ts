import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { defaultPaths } from '../config/default-paths.ts';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { schemaFile } from '../import/schema-file.ts';
import type { Context } from './context.ts';
import type { PipelineHost } from './pipeline-hosts.ts';
import { type ProjectFile, refreshSchema, writeGitIgnore, writeUnlessThere } from './project-files.ts';
import { readTemplate, starterDocument, workflowFor } from './project-template.ts';

const documentFile = 'campaigns.yaml';
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
  const say = ({ file, verb, remark }: ProjectFile): void => {
    io.stdout.write(`${verb.padEnd(8)}${printable(shown(io.cwd, file) || '.')}${remark}\n`);
  };
  const present = await documentIn(folder);
  if (present === documentFile) {
    const template = await readTemplate(documentFile);
    const document = starterDocument(template, request.accountId, new Date(io.clock.now()));
    say(await writeUnlessThere(join(folder, documentFile), document, ': it stays as it is'));
  } else {
    const remark = `: it holds the document, so that no ${documentFile} is written`;
    say({ file: join(folder, present), verb: 'exists', remark });
  }
  say(await refreshSchema(join(folder, schemaFile)));
  say(await writeGitIgnore(folder));
  if (request.host === 'none') return;
  const root = repositoryOf(folder) ?? folder;
  const { file, template } = workflows[request.host];
  const path = relative(root, join(folder, present)).split(sep).join('/') || '.';
  say(await writeUnlessThere(join(root, file), workflowFor(await readTemplate(template), path)));
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

/** The nearest folder at or above that holds a git repository. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}

function shown(cwd: string, file: string): string {
  return relative(cwd, file).split(sep).join('/');
}
