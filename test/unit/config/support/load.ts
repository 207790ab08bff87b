import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { DocumentError } from '../../../../src/config/document-error.ts';
import { type LoadOptions, loadDocument } from '../../../../src/config/load-document.ts';
import { formatProblem } from '../../../../src/diagnostics/problem.ts';
import type { DesiredDocument } from '../../../../src/schemas/desired.ts';

/** File contents by path below the folder. */
export type Files = { readonly [file: string]: string | Uint8Array };

/** What a test may say about variables. */
export type Variables = Partial<LoadOptions['variables']>;

/** A folder with these files that is gone after the test. */
export function folderWith(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'adsync-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

/** Loads the YAML files of a folder by their names, or the given paths in it. */
export async function loadFolder(
  cwd: string,
  paths: readonly string[] = yamlFiles(cwd),
  variables: Variables = {},
): Promise<DesiredDocument> {
  return loadDocument({ paths, cwd, variables: { files: [], flags: [], environment: {}, ...variables } });
}

/** Loads one file of this text, or several files. */
export async function load(source: string | Files, variables: Variables = {}): Promise<DesiredDocument> {
  const files = typeof source === 'string' ? { 'campaigns.yaml': source } : source;
  return loadFolder(folderWith(files), undefined, variables);
}

/** The problems of a folder as people read them, with a blank line between; empty where there are none. */
export async function problemsOf(cwd: string, variables: Variables = {}): Promise<string> {
  try {
    await loadFolder(cwd, undefined, variables);
    return '';
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.problems.map((problem) => formatProblem(problem)).join('\n\n');
  }
}

function yamlFiles(cwd: string): readonly string[] {
  return globSync('**/*.{yaml,yml}', { cwd }).toSorted();
}
