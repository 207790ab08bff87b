import { resolve } from 'node:path';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { causeText } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import { readInput } from '../diagnostics/input-file.ts';
import type { ApiField } from '../platform/api-fields.ts';
import { inputNamed } from './standard-streams.ts';

/** What JSON has besides texts, objects and lists. */
const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** The parameters of `-f` and `-F`, with what stands in the files that they name. Throws ADSYNC_USAGE. */
export async function readFields(
  { rawField, field }: { readonly rawField: readonly string[]; readonly field: readonly string[] },
  cwd: string,
): Promise<readonly ApiField[]> {
  const raw = rawField.map((text) => ({ ...split(text, '-f'), isLiteral: false }));
  const typed = await Promise.all(field.map(async (text) => await typedField(text, cwd)));
  return [...raw, ...typed];
}

/** The text of a file that somebody named on the command line, `-` for standard input. Throws ADSYNC_USAGE. */
export async function readNamed(file: string, cwd: string): Promise<string> {
  try {
    const bytes = await readInput(resolve(cwd, inputNamed(file)));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const why = cause instanceof TypeError ? 'it is no UTF-8' : causeText(cause);
    throw new AdsyncError('ADSYNC_USAGE', `${printable(file)} cannot be read: ${why}`, {
      remedy: 'Nothing was sent.',
      cause,
    });
  }
}

async function typedField(text: string, cwd: string): Promise<ApiField> {
  const { name, value } = split(text, '-F');
  if (!value.startsWith('@')) return { name, value, isLiteral: literal.test(value) };
  const content = await readNamed(value.slice(1), cwd);
  return { name, value: content.replace(/\r?\n$/, ''), isLiteral: false };
}

function split(text: string, option: string): { readonly name: string; readonly value: string } {
  const at = text.indexOf('=');
  if (at > 0) return { name: text.slice(0, at), value: text.slice(at + 1) };
  // What has no name may be a secret.
  throw new AdsyncError('ADSYNC_USAGE', `a value of ${option} has no name`, {
    remedy: `Write ${option} NAME=VALUE; NAME= is an empty value, which unsets a field.`,
  });
}
