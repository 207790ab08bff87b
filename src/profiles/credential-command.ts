import { spawnSync } from 'node:child_process';
import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { systemCode } from '../diagnostics/cause-text.ts';
import { printable } from '../diagnostics/display-text.ts';
import type { ProfileSecrets } from './profile.ts';
import { secretMembers } from './profile-secrets.ts';

/** A vault may ask a person for a fingerprint. */
const patienceMs = 60_000;
const largestAnswer = 64 * 1024;

/**
 * Runs the command of a profile, without a shell, and reads the four values from the JSON that it prints; what it writes to
 * standard error, a person sees. Throws ADSYNC_CREDENTIALS_UNREADABLE, which repeats nothing of what the command printed.
 */
export function runCredentialCommand(
  words: readonly string[],
  { profile, environment }: { readonly profile: string; readonly environment: NodeJS.ProcessEnv },
): ProfileSecrets {
  const [program = '', ...args] = words;
  const ran = spawnSync(program, args, {
    env: environment,
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: patienceMs,
    killSignal: 'SIGKILL',
    maxBuffer: largestAnswer,
    windowsHide: true,
  });
  const fail = (what: string, remedy: string): AdsyncError =>
    new AdsyncError(
      'ADSYNC_CREDENTIALS_UNREADABLE',
      `the credential_command of the profile ${profile}, ${printable(program)}, ${what}`,
      { remedy },
    );
  const tryIt = 'Run it by itself to see what it does.';
  if (ran.error !== undefined) throw fail(whyNot(systemCode(ran.error)), tryIt);
  if (ran.status !== 0) throw fail(`ended with ${ran.status ?? ran.signal ?? 'a signal'}`, tryIt);
  const secrets = secretMembers.safeParse(jsonValue(ran.stdout));
  if (secrets.success) return secrets.data;
  const wrong = [...new Set(secrets.error.issues.map(({ path }) => path.join('.')))].filter(
    (name) => name !== '',
  );
  throw fail(
    wrong.length === 0 ? 'printed no JSON object' : `printed no ${wrong.join(', ')}`,
    'It has to print {"consumer_key":"…","consumer_secret":"…","access_token":"…","access_token_secret":"…"}.',
  );
}

function whyNot(code: string | undefined): string {
  if (code === 'ENOENT') return 'is not there';
  if (code === 'ETIMEDOUT') return `took longer than ${patienceMs / 1000} seconds`;
  if (code === 'ENOBUFS') return 'printed too much';
  return `cannot be run (${code ?? 'unknown'})`;
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
