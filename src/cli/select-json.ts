import { raw } from 'jq-wasm';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';

/**
 * What a jq expression selects of a JSON text: a line for each result, texts without quotation marks; numbers stay as they
 * are written. Throws ADSYNC_USAGE for what is no expression or fails, with the results before that in `found`.
 */
export async function selectJson(
  text: string,
  expression: string,
  found: (lines: string) => void,
): Promise<void> {
  // A blank before it, so that no expression is taken for an option.
  const { stdout, stderr, exitCode } = await raw(text, ` ${expression}`, ['-r', '-c']);
  if (stdout !== '') found(`${stdout}\n`);
  if (exitCode === 0) return;
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  throw new AdsyncError('ADSYNC_USAGE', 'the answer cannot be selected from with that jq expression', {
    lines: lines.map(printable),
    remedy: 'Without --jq the whole answer is shown.',
  });
}
