import { printable } from '../diagnostics/display-text.ts';
import type { Acceptance } from '../edit/accept.ts';
import type { EditedFile } from '../edit/edited-file.ts';
import type { Refusal } from '../edit/group.ts';
import { unifiedPatch } from '../edit/unified-patch.ts';
import { type AcceptRequest, acceptDrift } from '../runs/accept-drift.ts';
import type { Drift } from '../runs/drift.ts';
import { Interrupted } from '../runs/interrupted.ts';
import type { Session } from '../runs/session.ts';
import { chooseEach } from './choose-each.ts';
import { type Context, note, print } from './context.ts';
import { logJson } from './log.ts';

/** Accepts outside changes, and shows what is written as a patch; asks for each on a terminal, unless told yes. */
export async function acceptOnTerminal(
  context: Context,
  session: Session,
  drift: Drift,
  { yes, ...request }: AcceptRequest & { readonly yes: boolean },
): Promise<number> {
  const asks = !yes && context.io.stdin.isTTY === true;
  try {
    const acceptance = await acceptDrift(session, drift, request, {
      choose: asks ? async (changes) => await chooseEach(context, changes) : undefined,
      refused: (refused) => showRefusals(context, refused),
      show: ({ files, refused }) => {
        showPatch(context, files);
        showRefusals(context, refused);
      },
      decides: asks || yes,
      written: (accepted) => note(context, closing(accepted)),
    });
    if (acceptance === undefined) note(context, 'Nothing to accept: no drift.');
    return 0;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    note(context, 'Interrupted: no file was changed.');
    return 130;
  }
}

function showPatch({ io, style }: Context, files: readonly EditedFile[]): void {
  for (const { path, before, after } of files) {
    const patch = unifiedPatch(path, before.toString('utf8'), after.toString('utf8'));
    io.stdout.write(
      patch.replace(/^[-+].*$/gm, (line) => style(line.startsWith('-') ? 'red' : 'green', line)),
    );
  }
}

function showRefusals(context: Context, refused: readonly Refusal[]): void {
  const { errorStyle } = context;
  for (const { address, field, at, reason, remedy } of refused) {
    const what = `${printable(address)}${field === undefined ? '' : `  ${field}`}`;
    const message = `not accepted: ${reason}`;
    if (logJson(context, 'warning', { message, address, field, at, remedy })) continue;
    const where = at === undefined ? '' : `  ${printable(at.file)}:${at.line}`;
    const heading = `${errorStyle('bold', 'not accepted:')} ${what}${where}`;
    print(context, `${heading}\n  ${printable(reason)}\n  ${remedy}\n`, 'stderr');
  }
}

function closing({ accepted, files }: Acceptance): string {
  const paths = files.map(({ path }) => printable(path)).join(', ');
  return `Accepted ${accepted} outside ${accepted === 1 ? 'change' : 'changes'} into ${paths}. Look at it with git diff, then run adsync plan.`;
}
