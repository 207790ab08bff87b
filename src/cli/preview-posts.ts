import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { everyUnprintable } from '../diagnostics/display-text.ts';
import { previewMark, previewPage } from '../report/preview-page.ts';
import type { PostType } from '../runs/named-posts.ts';
import { previewPosts } from '../runs/preview-posts.ts';
import { type Context, note } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { saveText } from './save-text.ts';
import { dash } from './standard-streams.ts';
import { runOf } from './terminal-run.ts';

/** What becomes of previews. */
export interface PreviewOptions {
  readonly type?: PostType | undefined;
  /** A file for a page of them; `-` for standard output. */
  readonly out?: string | undefined;
  readonly browser: boolean;
}

/**
 * Shows the markup of posts, saves it as a page, or opens that page. Gives the exit code. Throws ADSYNC_RECORD_UNKNOWN, once
 * the others are shown, where some posts are not there.
 */
export async function previewsOnTerminal(
  context: Context,
  names: readonly string[],
  { type, out, browser }: PreviewOptions,
): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const { previews, missing } = await previewPosts(runOf(context, { signal }), names, type);
    if (previews.length > 0) {
      const page = previewPage(previews);
      if (out === dash) context.io.stdout.write(page);
      else if (out !== undefined) await savePage(context, out, page);
      else if (!browser) for (const { markup } of previews) context.io.stdout.write(`${inOneLine(markup)}\n`);
      if (browser) await openPage(context, page);
    }
    if (missing.length === 0) return 0;
    throw new AdsyncError('ADSYNC_RECORD_UNKNOWN', `the account has no post ${missing.join(', ')}`, {
      remedy: 'Check the ids and the account; --type says of which sort a post is.',
    });
  });
}

/** Markup without what a terminal would obey. */
function inOneLine(markup: string): string {
  return markup.replaceAll(everyUnprintable, (mark) => `&#${mark.codePointAt(0) ?? 0};`);
}

function isPreviewPage(text: string): boolean {
  return text.includes(previewMark);
}

async function savePage(context: Context, file: string, text: string): Promise<void> {
  await saveText(context, file, { text, what: 'a page of previews', isOne: isPreviewPage });
  note(context, `The previews are in ${file}.`);
}

async function openPage(context: Context, page: string): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'adsync-preview-')), 'previews.html');
  await writeFile(file, page, { mode: 0o600 });
  const isOpen = await context.io.browse(pathToFileURL(file).href);
  note(
    context,
    isOpen ? `Opened ${file} in the browser.` : `No browser could be started. The page is ${file}.`,
  );
}
