import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';
import { Secret, type SigningKeys } from '../platform/secret.ts';
import { defaultProfile } from '../profiles/profile-name.ts';
import { type LoggedIn, type LogInStart, logIn, startLogIn } from '../runs/auth/log-in.ts';
import { patienceMs, type SignInFrontend } from '../runs/auth/sign-in.ts';
import { namedProfile } from '../runs/credential-source.ts';
import { credentialVariables } from '../runs/settings.ts';
import { type Context, note, print } from './context.ts';
import { untilInterrupted } from './interrupts.ts';
import { logJson } from './log.ts';
import { openPrompter, type Prompter } from './prompter.ts';
import { runOf } from './terminal-run.ts';

/** What a sign-in is asked for with. */
export interface AskedLogin {
  readonly oob: boolean;
  readonly port?: number | undefined;
  readonly browser: boolean;
  readonly readOnly: boolean;
  readonly keychain: boolean;
}

/** Signs a user in, and tells where the profile is. Gives the exit code. Throws as `startLogIn` and `logIn`. */
export async function loginOnTerminal(context: Context, asked: AskedLogin): Promise<number> {
  if (asked.oob && asked.port !== undefined)
    throw new AdsyncError('ADSYNC_USAGE', 'a PIN needs no port', { remedy: 'Leave --oob or --port out.' });
  return await untilInterrupted(context, async (interrupts) => {
    const run = runOf(context, { signal: interrupts.signal });
    const name = namedProfile(run.sources) ?? defaultProfile;
    const start = startLogIn(run, name);
    const prompter = openPrompter(context, interrupts);
    try {
      const application = start.application ?? (await askApplication(context, prompter));
      const signing = {
        application,
        access: asked.readOnly ? 'read' : 'write',
        port: asked.oob ? undefined : (asked.port ?? 0),
        store: asked.keychain ? 'keychain' : 'file',
      } as const;
      const done = await logIn(run, start, signing, frontendOf(context, prompter, asked));
      tellDone(context, start, done, asked);
      return 0;
    } finally {
      prompter.close();
    }
  });
}

async function askApplication(
  { io }: Context,
  prompter: Prompter,
): Promise<Pick<SigningKeys, 'consumerKey' | 'consumerSecret'>> {
  const missing = new AdsyncError(
    'ADSYNC_CREDENTIALS_MISSING',
    'key and secret of the application are not known',
    {
      remedy: 'Set ADSYNC_CONSUMER_KEY and ADSYNC_CONSUMER_SECRET, or type them on a terminal.',
    },
  );
  if (io.stdin.isTTY !== true) throw missing;
  const key = (await prompter.ask('Key of the application (consumer key): '))?.trim() ?? '';
  const secret = (await prompter.ask('Its secret, which is not shown: ', { isHidden: true }))?.trim() ?? '';
  if (!/^[\x21-\x7e]{1,200}$/.test(key) || !/^[\x21-\x7e]{1,200}$/.test(secret)) throw missing;
  return { consumerKey: key, consumerSecret: new Secret(secret) };
}

function frontendOf(context: Context, prompter: Prompter, { oob, browser }: AskedLogin): SignInFrontend {
  return {
    showAddress: async (address) => {
      if (!logJson(context, 'info', { message: 'Open this address and let the application in.', address }))
        print(context, `Open this address and let the application in:\n  ${address}\n`, 'stderr');
      const isOpened = browser && context.io.stderr.isTTY === true && (await context.io.browse(address));
      if (isOpened) note(context, 'It opens in the browser.');
      if (!oob)
        note(context, `The browser is waited for, ${patienceMs / 60_000} minutes at most; Ctrl-C ends it.`);
    },
    askPin: async (left) => {
      const again = left === 3 ? '' : 'The platform does not take this PIN. ';
      const last = left === 1 ? ', for the last time' : '';
      return await prompter.ask(`${again}PIN that the page shows${last}: `);
    },
  };
}

function tellDone(
  context: Context,
  { name, before }: LogInStart,
  { screenName, userId, store, file }: LoggedIn,
  { keychain }: AskedLogin,
): void {
  const why = keychain ? ' No keychain runs here.' : '';
  const where =
    store === 'keychain'
      ? "The secrets are in the system's keychain."
      : `The secrets are in ${printable(file)}, which only you can read.${why}`;
  print(context, `Signed in as @${screenName} (${userId}), profile ${name}. ${where}\n`);
  const { screenName: earlier = screenName } = before ?? {};
  if (earlier !== screenName) note(context, `The profile ${name} was that of @${printable(earlier)} before.`);
  const inEnvironment = credentialVariables(context.io.env);
  if (inEnvironment.length > 0)
    note(
      context,
      `Unset ${inEnvironment.join(', ')} for the profile to be used: credentials in the environment go first.`,
    );
}
