import { jsonText } from '../diagnostics/json-text.ts';
import { sourceText, statusText } from '../report/auth-text.ts';
import { authSource, readAuthStatus } from '../runs/auth/auth-status.ts';
import { bearerToken, revokeBearerToken } from '../runs/auth/bearer-token.ts';
import { logOut, profileToForget } from '../runs/auth/log-out.ts';
import { confirm } from './confirm.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { runOf } from './terminal-run.ts';

/** Tells whom the credentials speak for and what they lack. Gives the exit code. */
export async function statusOnTerminal(context: Context, isJson: boolean): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const run = runOf(context, { signal });
    const source = authSource(run);
    // Told also where the platform refuses them: it is what has to be mended.
    if (!isJson) print(context, sourceText(source));
    const status = await readAuthStatus(run, source);
    if (isJson) context.io.stdout.write(`${jsonText(status, 2)}\n`);
    else print(context, statusText(status));
    return 0;
  });
}

/** Revokes the token of a profile and forgets it. Gives the exit code. */
export async function logoutOnTerminal(
  context: Context,
  { revoke, yes }: { readonly revoke: boolean; readonly yes: boolean },
): Promise<number> {
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const profile = profileToForget(run);
    const { name, screenName } = profile;
    const whose = screenName === undefined ? 'the token' : `the token of @${screenName}`;
    const question = revoke
      ? `Revoke ${whose} and forget the profile ${name}? Every machine and pipeline that uses the token loses it.`
      : `Forget the profile ${name}? Its token stays valid.`;
    await confirm(context, question, { yes, interrupts });
    const outcome = await logOut(run, profile, { revokes: revoke });
    const said = {
      revoked: `Signed out: the token is revoked, and the profile ${name} is forgotten.`,
      over: `Signed out: the token was over already, and the profile ${name} is forgotten.`,
      forgotten: `The profile ${name} is forgotten. Its token is still valid.`,
    }[outcome];
    print(context, `${said}\n`);
    return 0;
  });
}

/** Prints the application's bearer token, or takes it back. Gives the exit code. */
export async function tokenOnTerminal(context: Context, isRevoked: boolean): Promise<number> {
  return await untilInterrupted(context, async ({ signal }) => {
    const run = runOf(context, { signal });
    if (!isRevoked) {
      context.io.stdout.write(`${(await bearerToken(run)).reveal()}\n`);
      return 0;
    }
    const outcome = await revokeBearerToken(run);
    note(
      context,
      outcome === 'revoked' ? 'The bearer token is revoked.' : 'The bearer token was over already.',
    );
    return 0;
  });
}
